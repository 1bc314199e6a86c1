import { formatYen } from '@kura/contract/money'
import { Link } from 'react-router'
import { limits } from '@kura/contract/limits'
import { Progress } from '../../catalogue/favorite/progress.tsx'
import { links } from '../../platform/links.ts'
import { useSession } from '../../platform/session.ts'
import { useCall } from '../../platform/swr.ts'
import { useWords } from '../../words/use-words.ts'
import '../../words/fan-words.ts'

const missingShown = 12

/** How complete the series is in the member's own collection, with the missing works that are listed. */
export function OwnProgress({ seriesId }: { seriesId: string }) {
  const { t, pick } = useWords()
  const isMember = useSession() !== undefined
  const input = { params: { seriesId }, query: { limit: limits.pageSizeMost } }
  const { data } = useCall('showOwnedSeries', isMember ? input : null, { revalidateOnFocus: false })
  if (!isMember || !data) return null
  const missing = data.works
    .filter(({ owned, listedYen }) => owned === 0 && listedYen !== null)
    .toSorted((one, other) => (one.listedYen ?? 0) - (other.listedYen ?? 0))
    .slice(0, missingShown)
  return (
    <section aria-labelledby="own-progress" className="grid gap-3 rounded-card border border-line bg-surface p-5">
      <h2 id="own-progress" className="text-16">
        {t('complete.title')}
      </h2>
      <Progress series={data} />
      {missing.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 text-14 font-medium text-indigo-text">
            {t('complete.see-missing')}
          </summary>
          <ul aria-label={t('complete.missing-title')} className="grid divide-y divide-line">
            {missing.map(({ itemId, name, listedYen }) => (
              <li key={itemId} className="flex items-center justify-between gap-3 py-1 text-14">
                <Link to={links.item(itemId)} className="inline-flex min-h-11 min-w-0 items-center hover:underline">
                  <span className="truncate">{pick(name)}</span>
                </Link>
                <span className="tabular text-ink">{formatYen(listedYen ?? 0)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
