import type { CollectorView } from '@kura/contract/discovery/collection'
import type { ApiOutput } from '@kura/contract/api'
import { MemberRow } from '../../identity/follow/member-row.tsx'
import { useSession } from '../../platform/session.ts'
import { useCall } from '../../platform/swr.ts'
import { Badge } from '../../ui/chips.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/fan-words.ts'

/** Who has most of a series. Of members who keep their collection to themselves only the place is shown. */
export function Collectors({ seriesId, ranking }: { seriesId: string; ranking: ApiOutput<'showSeriesCollectors'> }) {
  const { t } = useWords()
  const userId = useSession()?.userId
  const own = useCall(
    'showSeriesCollectors',
    userId === undefined ? null : { params: { seriesId }, query: { user_id: userId, limit: 1 } },
    { revalidateOnFocus: false },
  )
  const rank = own.data?.user?.rank
  return (
    <Section
      title={t('ranking.title')}
      note={
        ranking.collectorCount > 0 && (
          <p className="tabular text-14 text-sub-text">
            {t('ranking.note', { count: ranking.collectorCount })}
            {rank !== undefined && ` · ${t('ranking.you', { rank })}`}
          </p>
        )
      }
    >
      {ranking.collectors.length === 0 ? (
        <p className="text-14">{t('ranking.empty')}</p>
      ) : (
        <ol className="grid gap-x-12 md:grid-cols-2">
          {ranking.collectors.map((each, index) => (
            <li key={each.collector?.userId ?? index} className="flex items-center gap-3 border-b border-line">
              <Collector {...each} />
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}

function Collector({ rank, collector, itemCount, tokenCount, isComplete }: CollectorView) {
  const { t } = useWords()
  const counts = t('ranking.counts', { items: itemCount, tokens: tokenCount })
  return (
    <>
      <span className="tabular w-12 shrink-0 text-14 font-semibold text-ink">{t('ranking.rank', { rank })}</span>
      <div className="min-w-0 grow">
        {collector ? (
          <MemberRow member={collector} note={counts} />
        ) : (
          <p className="flex min-h-16 items-center gap-3 py-2">
            <span className="flex size-11 shrink-0 items-center justify-center rounded-full bg-ground text-sub">
              <Icon name="vault" className="size-5" />
            </span>
            <span className="min-w-0">
              <span className="block text-14 text-main">{t('ranking.hidden')}</span>
              <span className="tabular block text-12 text-sub-text">{counts}</span>
            </span>
          </p>
        )}
      </div>
      {isComplete && <Badge tone="gold">{t('complete.done')}</Badge>}
    </>
  )
}
