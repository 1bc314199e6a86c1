import { Link } from 'react-router'
import type { PointDetail, PointSummary } from '@kura/contract/money/point'
import { call } from '../../platform/api.ts'
import { formatCount, formatMoment } from '../../platform/format.ts'
import { links } from '../../platform/links.ts'
import { MemberList } from '../../identity/member/member-list.tsx'
import { MypageHead } from '../../identity/member/member-only.tsx'
import type { PageHandle } from '../../ui/page-search.ts'
import { useCall } from '../../platform/swr.ts'
import { LinkButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Section } from '../../ui/section.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { joinSentences, useWords } from '../../words/use-words.ts'
import { pointText } from './point-text.ts'
import '../../words/point-words.ts'

const limit = 20

export const handle = { title: 'point.title' } satisfies PageHandle

/** The points of the member: how many, what expires next, and every movement with its reason. */
export default function PointsScreen() {
  const { t } = useWords()
  const summary = useCall('pointSummary', {})
  const list = useCall('pointDetails', { query: { limit } })
  const retry = (): void => void Promise.all([summary.mutate(), list.mutate()])
  return (
    <>
      <MypageHead title={t('point.title')} />
      {summary.data ? (
        <Summary summary={summary.data} />
      ) : summary.error ? (
        <ErrorState code={summary.error.body.errorCode} onRetry={retry} />
      ) : (
        <Skeleton className="h-40" />
      )}
      <Section title={t('point.history.title')}>
        <MemberList
          name="points"
          list={list}
          loadNext={(cursor) => call('pointDetails', { query: { limit, cursor } })}
          empty={
            <EmptyState icon="point" title={t('point.empty.title')} text={t('point.empty.text')}>
              <LinkButton to={links.packs}>{t('collection.to-packs')}</LinkButton>
            </EmptyState>
          }
        >
          {(details) => (
            <ul className="grid divide-y divide-line rounded-card border border-line bg-surface px-4">
              {details.map((detail) => (
                <Movement key={detail.id} detail={detail} />
              ))}
            </ul>
          )}
        </MemberList>
      </Section>
    </>
  )
}

function Summary({ summary }: { summary: PointSummary }) {
  const { t, language } = useWords()
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <div className="grid gap-4 rounded-card border border-line bg-surface p-5">
        <div>
          <p className="text-14">{t('point.balance')}</p>
          <p className="tabular text-32 leading-label font-bold text-ink">{pointText(t, language, summary.balance)}</p>
        </div>
        <dl className="grid grid-cols-2 gap-4 border-t border-line pt-4">
          {(['paid', 'free'] as const).map((kind) => (
            <div key={kind}>
              <dt className="text-12 text-sub-text">{t(`point.kind.${kind}`)}</dt>
              <dd className="tabular text-16 font-semibold text-ink">{formatCount(summary[kind], language)}</dd>
            </div>
          ))}
        </dl>
        <p className="text-12 text-main">{joinSentences([t('point.rate'), t('point.order-note')], language)}</p>
      </div>
      {summary.expiring.length > 0 && (
        <section className="grid gap-2 rounded-card border border-line bg-surface p-5">
          <h2 className="text-16">{t('point.expiring.title')}</h2>
          <ul className="grid divide-y divide-line">
            {summary.expiring.map(({ kind, amount, expiresAt }) => (
              <li key={`${kind} ${expiresAt}`} className="flex items-baseline justify-between gap-4 py-2">
                <span className="text-14">
                  <span className="tabular text-ink">
                    {t('point.expiring.until', { time: formatMoment(expiresAt, language) })}
                  </span>
                  <span className="block text-12 text-sub-text">{t(`point.kind.${kind}`)}</span>
                </span>
                <span className="tabular shrink-0 text-14 font-semibold text-ink">
                  {pointText(t, language, amount)}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Movement({ detail }: { detail: PointDetail }) {
  const { t, pick, language } = useWords()
  const { amount, event, expiresAt } = detail
  return (
    <li className="flex items-start justify-between gap-4 py-3">
      <div className="grid min-w-0 gap-0.5">
        <p className="text-14 text-ink">{pick(detail.reason)}</p>
        <p className="tabular flex flex-wrap gap-x-3 text-12 text-sub-text">
          <span>{formatMoment(detail.at, language)}</span>
          <span>{t(`point.kind.${detail.kind}`)}</span>
          {expiresAt !== null && amount > 0 && (
            <span>{t('point.expires', { time: formatMoment(expiresAt, language) })}</span>
          )}
        </p>
        {detail.orderId !== null && (
          <Link
            to={links.order(detail.orderId)}
            className="inline-flex min-h-11 items-center justify-self-start text-12 text-indigo-text underline"
          >
            {t('point.of-order')}
          </Link>
        )}
      </div>
      <div className="grid shrink-0 justify-items-end gap-0.5">
        <p className={classes('tabular text-16 font-semibold', amount > 0 ? 'text-success-text' : 'text-ink')}>
          {amount > 0 ? '+' : '−'}
          {formatCount(Math.abs(amount), language)}
        </p>
        <p className="text-12 text-sub-text">{t(`point.event.${event}`)}</p>
      </div>
    </li>
  )
}
