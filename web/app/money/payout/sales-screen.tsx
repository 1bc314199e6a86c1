import { Link } from 'react-router'
import type { Payout, SaleDetail, SalesSummary } from '@kura/contract/money/payout'
import { formatYen } from '@kura/contract/money'
import { call } from '../../platform/api.ts'
import { formatCount, formatDay, formatMoment } from '../../platform/format.ts'
import { links } from '../../platform/links.ts'
import { useCall } from '../../platform/swr.ts'
import { useWork } from '../../platform/use-work.ts'
import { MemberList } from '../../identity/member/member-list.tsx'
import { MypageHead } from '../../identity/member/member-only.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import type { PageHandle } from '../../ui/page-search.ts'
import { Section } from '../../ui/section.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import { PayoutForm, UseProceedsForm } from './payout-forms.tsx'
import '../../words/payout-words.ts'

const limit = 20

export const handle = { title: 'proceeds.title' } satisfies PageHandle

/** What the member earned by selling: where it is, how to take it, and every sale and payout. */
export default function SalesScreen() {
  const { t } = useWords()
  const summary = useCall('salesSummary', {})
  const sales = useCall('salesDetails', { query: { limit } })
  const payouts = useCall('listPayouts', { query: { limit } })
  const renew = (): void => void Promise.all([summary.mutate(), payouts.mutate()])
  return (
    <>
      <MypageHead title={t('proceeds.title')} />
      {summary.data ? (
        <>
          <Balances summary={summary.data} />
          <Take summary={summary.data} onDone={renew} />
          <Months summary={summary.data} />
        </>
      ) : summary.error ? (
        <ErrorState code={summary.error.body.errorCode} onRetry={renew} />
      ) : (
        <Skeleton className="h-60" />
      )}
      <Section title={t('payout.history')}>
        <MemberList
          name="payouts"
          list={payouts}
          loadNext={(cursor) => call('listPayouts', { query: { limit, cursor } })}
          empty={<p className="text-14">{t('payout.history-empty')}</p>}
        >
          {(items) => (
            <ul className="grid divide-y divide-line rounded-card border border-line bg-surface px-4">
              {items.map((payout) => (
                <PayoutRow key={payout.payoutId} payout={payout} onChange={renew} />
              ))}
            </ul>
          )}
        </MemberList>
      </Section>
      <Section title={t('proceeds.list')}>
        <MemberList
          name="sales"
          list={sales}
          loadNext={(cursor) => call('salesDetails', { query: { limit, cursor } })}
          empty={
            <EmptyState icon="point" title={t('proceeds.list-empty')} text={t('proceeds.list-empty-text')}>
              <LinkButton to={links.collection}>{t('proceeds.to-collection')}</LinkButton>
            </EmptyState>
          }
        >
          {(items) => (
            <ul className="grid divide-y divide-line rounded-card border border-line bg-surface px-4">
              {items.map((sale) => (
                <SaleRow key={sale.tradeId} sale={sale} />
              ))}
            </ul>
          )}
        </MemberList>
      </Section>
    </>
  )
}

/** The three places a yen can be in, and what has left. */
function Balances({ summary }: { summary: SalesSummary }) {
  const { t, language } = useWords()
  const { clearingYen, nextClearsAt, payableYen, onItsWayYen, paidOutYen, usedAsPointsYen } = summary
  const parts = [
    ['proceeds.clearing', clearingYen],
    ['proceeds.on-its-way', onItsWayYen],
    ['proceeds.paid-out', paidOutYen],
    ['proceeds.used', usedAsPointsYen],
  ] as const
  return (
    <div className="grid gap-5 rounded-card border border-line bg-surface p-5">
      <div>
        <p className="text-14">{t('proceeds.payable')}</p>
        <p className="tabular text-32 leading-label font-bold text-ink">{formatYen(payableYen)}</p>
      </div>
      <dl className="grid grid-cols-2 gap-4 border-t border-line pt-4 md:grid-cols-4">
        {parts.map(([word, yen]) => (
          <div key={word}>
            <dt className="text-12 text-sub-text">{t(word)}</dt>
            <dd className="tabular text-16 font-semibold text-ink">{formatYen(yen)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-12 text-main">
        {nextClearsAt === null
          ? t('proceeds.clearing-note')
          : t('proceeds.clearing-until', { time: formatMoment(nextClearsAt, language) })}
      </p>
    </div>
  )
}

/** The two ways to take what is payable. */
function Take({ summary, onDone }: { summary: SalesSummary; onDone: () => void }) {
  const { t } = useWords()
  if (summary.payableYen === 0) return <p className="text-14">{t('proceeds.nothing')}</p>
  return (
    <div className="grid items-start gap-4 md:grid-cols-2">
      <PayoutForm summary={summary} onDone={onDone} />
      <UseProceedsForm payableYen={summary.payableYen} onDone={onDone} />
    </div>
  )
}

function Months({ summary: { months } }: { summary: SalesSummary }) {
  const { t, language } = useWords()
  const monthName = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'short', timeZone: 'UTC' })
  return (
    <Section title={t('proceeds.months')}>
      {months.length === 0 ? (
        <p className="text-14">{t('proceeds.months-empty')}</p>
      ) : (
        <div className="overflow-x-auto rounded-card border border-line bg-surface px-4">
          <table className="tabular w-full text-14 whitespace-nowrap">
            <thead>
              <tr className="border-b border-line text-12 text-sub-text">
                {(['month', 'sales', 'price', 'kept', 'earned'] as const).map((word) => (
                  <th
                    key={word}
                    scope="col"
                    className={classes(
                      'py-3 pr-4 font-normal last:pr-0',
                      word === 'month' ? 'text-left' : 'text-right',
                    )}
                  >
                    {t(`proceeds.${word}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {months.map(({ month, sales, priceYen, proceedsYen }) => (
                <tr key={month}>
                  <th scope="row" className="py-3 pr-4 text-left font-normal text-ink">
                    {monthName.format(new Date(`${month}-01T00:00:00Z`))}
                  </th>
                  <td className="py-3 pr-4 text-right">{formatCount(sales, language)}</td>
                  <td className="py-3 pr-4 text-right">{formatYen(priceYen)}</td>
                  <td className="py-3 pr-4 text-right">{formatYen(priceYen - proceedsYen)}</td>
                  <td className="py-3 text-right font-semibold text-ink">{formatYen(proceedsYen)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  )
}

function SaleRow({ sale }: { sale: SaleDetail }) {
  const { t, pick, language } = useWords()
  const { state, priceYen, proceedsYen, clearsAt, deliveredAt } = sale
  return (
    <li className="flex items-start justify-between gap-4 py-3">
      <div className="grid min-w-0 gap-0.5">
        <Link to={links.token(sale.tokenId)} className="text-14 text-ink underline-offset-2 hover:underline">
          {pick(sale.name)}
        </Link>
        <p className="tabular flex flex-wrap gap-x-3 text-12 text-sub-text">
          <span>{formatMoment(deliveredAt, language)}</span>
          <span>{t('proceeds.parts', { price: formatYen(priceYen), kept: formatYen(priceYen - proceedsYen) })}</span>
        </p>
      </div>
      <div className="grid shrink-0 justify-items-end gap-0.5">
        <p className={classes('tabular text-16 font-semibold text-ink', state === 'undone' && 'line-through')}>
          {formatYen(proceedsYen)}
        </p>
        <p className="text-12 text-sub-text">{t(`proceeds.state.${state}`, { time: formatDay(clearsAt, language) })}</p>
      </div>
    </li>
  )
}

function PayoutRow({ payout, onChange }: { payout: Payout; onChange: () => void }) {
  const { t, language } = useWords()
  const { isBusy, work } = useWork()
  const { payoutId, number, state, amountYen, payOn, reason } = payout
  const handleCancel = async (): Promise<void> => {
    const result = await work(() => call('cancelPayout', { params: { payoutId } }))
    if (!result) return
    if (result.ok) toasts.show({ status: 'success', title: t('payout.cancelled') })
    else toasts.show({ status: 'error', title: t(`error.${result.body.errorCode}`) })
    onChange()
  }
  return (
    <li className="flex items-start justify-between gap-4 py-3">
      <div className="grid min-w-0 gap-0.5">
        <p className="text-14 text-ink">
          {payout.bankName} {payout.branchName} <span className="tabular">{payout.accountNumber}</span>
        </p>
        <p className="tabular flex flex-wrap gap-x-3 text-12 text-sub-text">
          <span>{formatMoment(payout.requestedAt, language)}</span>
          <span>{t('payout.number', { number })}</span>
          {payOn !== null && state !== 'paid' && state !== 'returned' && (
            <span>{t('payout.pay-on', { day: formatDay(`${payOn}T00:00:00+09:00`, language) })}</span>
          )}
        </p>
        {reason !== null && <p className="text-12 text-attention-text">{t(`payout.reason.${reason}`)}</p>}
        {state === 'requested' && (
          <div>
            <Button
              look="quiet"
              isBusy={isBusy}
              aria-label={t('payout.cancel-of', { number })}
              onClick={() => void handleCancel()}
            >
              {t('payout.cancel')}
            </Button>
          </div>
        )}
      </div>
      <div className="grid shrink-0 justify-items-end gap-0.5">
        <p className="tabular text-16 font-semibold text-ink">{formatYen(amountYen)}</p>
        <p className="text-12 text-sub-text">{t(`payout.state.${state}`)}</p>
      </div>
    </li>
  )
}
