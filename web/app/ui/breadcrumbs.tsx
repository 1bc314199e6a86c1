import { Link } from 'react-router'
import { useWords } from '../words/use-words.ts'

/** The way back up, above a heading. */
export function Breadcrumbs({ trail }: { trail: readonly { name: string; to: string }[] }) {
  const { t } = useWords()
  return (
    <nav aria-label={t('shell.breadcrumbs')} className="min-w-0">
      <ol className="flex items-center text-12 text-sub-text">
        {trail.map(({ name, to }, index) => (
          <li key={to} className="flex min-w-0 items-center last:shrink-[4]">
            {index > 0 && (
              <span aria-hidden="true" className="px-2">
                /
              </span>
            )}
            <Link to={to} className="inline-flex min-h-11 min-w-0 items-center hover:text-ink hover:underline">
              <span className="truncate">{name}</span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
