import type { SalesSummary } from '@kura/contract/money/payout'
import { formatYen } from '@kura/contract/money'
import { call } from '../../platform/api.ts'
import { formatCount, formatMoment } from '../../platform/format.ts'
import { links } from '../../platform/links.ts'
import { useCall } from '../../platform/swr.ts'
import { MemberList } from '../../identity/member/member-list.tsx'
import { MypageHead } from '../../identity/member/member-only.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import type { PageHandle } from '../../ui/page-search.ts'
import { Section } from '../../ui/section.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { PaperButton } from './paper-button.tsx'
import { PayoutForm, UseProceedsForm } from './payout-forms.tsx'
import { PayoutRow, SaleRow } from './sales-rows.tsx'
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
          <Years years={summary.data.years} />
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
            <EmptyState icon="sales" title={t('proceeds.list-empty')} text={t('proceeds.list-empty-text')}>
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

/** The summary of each year, for a tax return. */
function Years({ years }: { years: readonly number[] }) {
  const { t, language } = useWords()
  if (years.length === 0) return null
  return (
    <Section title={t('proceeds.years')}>
      <p className="max-w-reading text-14">{t('proceeds.years-text')}</p>
      <ul className="grid divide-y divide-line rounded-card border border-line bg-surface px-4">
        {years.map((year) => {
          const input = { params: { year: String(year) }, query: { language } }
          return (
            <li key={year} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <p className="tabular text-16 text-ink">{t('proceeds.year', { year })}</p>
              <div className="flex flex-wrap gap-3">
                <PaperButton
                  paper="showSalesReport"
                  input={input}
                  file={`sales-${year}.pdf`}
                  label={t('proceeds.year-pdf', { year })}
                >
                  PDF
                </PaperButton>
                <PaperButton
                  paper="showSalesTable"
                  input={input}
                  file={`sales-${year}.csv`}
                  label={t('proceeds.year-csv', { year })}
                >
                  CSV
                </PaperButton>
              </div>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
