import { Link } from 'react-router'
import { useWords } from '../words/use-words.ts'
import { RemoveChip } from './chips.tsx'

/** One active filter of a list; `to` is the list without it. */
export type Applied = { key: string; name: string; to: string }

/** The active filters, each removable by one press, and all of them together. */
export function AppliedChips({ applied, clearTo }: { applied: readonly Applied[]; clearTo: string }) {
  const { t } = useWords()
  if (applied.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <ul aria-label={t('item.filter.applied')} className="flex flex-wrap gap-2">
        {applied.map(({ key, name, to }) => (
          <RemoveChip key={key} to={to} label={t('item.filter.remove', { name })}>
            {name}
          </RemoveChip>
        ))}
      </ul>
      <Link
        to={clearTo}
        preventScrollReset
        className="inline-flex min-h-11 items-center text-14 text-indigo-text hover:underline"
      >
        {t('item.filter.clear')}
      </Link>
    </div>
  )
}
