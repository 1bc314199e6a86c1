import { Link } from 'react-router'
import type { OwnedSeriesView } from '@kura/contract/discovery/collection'
import { formatYen } from '@kura/contract/money'
import { links } from '../../platform/links.ts'
import { Badge } from '../../ui/chips.tsx'
import { Picture } from '../../ui/picture.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/fan-words.ts'

/** How many of a series are there, as a bar and in words, and what of the rest is listed. */
export function Progress({ series }: { series: OwnedSeriesView }) {
  const { t } = useWords()
  const { itemCount, ownedItemCount, missingListedCount, missingFromYen } = series
  const missing = itemCount - ownedItemCount
  const text = t('complete.progress', { owned: ownedItemCount, total: itemCount })
  return (
    <div className="grid gap-1.5">
      <p className="tabular flex items-center justify-between gap-2 text-14 font-semibold text-ink">
        {text}
        {missing === 0 && itemCount > 0 && <Badge tone="gold">{t('complete.done')}</Badge>}
      </p>
      <progress value={ownedItemCount} max={Math.max(itemCount, 1)} aria-label={text} className="progress-line" />
      <p className="text-12 text-sub-text">
        {missing === 0
          ? t('complete.all')
          : missingFromYen === null
            ? t('complete.missing-none', { count: missing })
            : t('complete.missing-listed', { missing, count: missingListedCount, price: formatYen(missingFromYen) })}
      </p>
    </div>
  )
}

/** Series of a collection, nearest to complete first. */
export function ProgressList({ series }: { series: readonly OwnedSeriesView[] }) {
  const { pick } = useWords()
  return (
    <ul className="grid gap-4 sm:grid-cols-2 md:grid-cols-3">
      {series.map((each) => (
        <li key={each.seriesId} className="flex gap-3 rounded-card border border-line bg-surface p-3">
          {each.picture && (
            <span className="w-16 shrink-0 self-start overflow-hidden rounded-field">
              <Picture picture={each.picture} alt="" sizes="64px" className="w-full" />
            </span>
          )}
          <div className="grid min-w-0 grow gap-1">
            <p className="truncate text-14">
              <Link to={links.series(each.seriesId)} className="hover:underline">
                {pick(each.name)}
              </Link>
            </p>
            <Progress series={each} />
          </div>
        </li>
      ))}
    </ul>
  )
}
