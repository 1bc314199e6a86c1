import { Link } from 'react-router'
import { useSite } from '../platform/use-site.ts'
import { useWords } from '../words/use-words.ts'
import { StructuredData } from './structured-data.tsx'

/** The way back up, above a heading. */
export function Breadcrumbs({ trail }: { trail: readonly { name: string; to: string }[] }) {
  const { t } = useWords()
  const { publicUrl } = useSite()
  return (
    <nav aria-label={t('shell.breadcrumbs')} className="min-w-0">
      <StructuredData
        data={{
          '@type': 'BreadcrumbList',
          itemListElement: trail.map(({ name, to }, at) => ({
            '@type': 'ListItem',
            position: at + 1,
            name,
            item: publicUrl.replace(/\/$/, '') + to,
          })),
        }}
      />
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
