import type { Payout, SaleDetail } from '@kura/contract/money/payout'
import { formatYen } from '@kura/contract/money'
import { call } from '../../platform/api.ts'
import { formatDay, formatMoment } from '../../platform/format.ts'
import { links } from '../../platform/links.ts'
import { useWork } from '../../platform/use-work.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import { PaperButton } from './paper-button.tsx'
import '../../words/payout-words.ts'

/** A sale: what it earned and where that is; opened, the parts of its price and its statement. */
export function SaleRow({ sale }: { sale: SaleDetail }) {
  const { t, pick, language } = useWords()
  const { state, listingId, priceYen, feeYen, contentAccessYen, royaltyYen, proceedsYen } = sale
  const { clearsAt, deliveredAt, undoneAt } = sale
  const name = pick(sale.name)
  const parts = [
    ['proceeds.price', priceYen],
    ['proceeds.fee', -feeYen],
    ['proceeds.content-access', -contentAccessYen],
    ['proceeds.royalty', -royaltyYen],
    ['proceeds.earned', proceedsYen],
  ] as const
  return (
    <li className="py-3">
      <details className="group grid gap-3">
        <summary className="flex cursor-pointer items-start justify-between gap-4">
          <span className="grid min-w-0 gap-0.5">
            <span className="text-14 text-ink">{name}</span>
            <span className="tabular flex flex-wrap gap-x-3 text-12 text-sub-text">
              <span>{formatMoment(deliveredAt, language)}</span>
              <span>
                {t('proceeds.parts', { price: formatYen(priceYen), kept: formatYen(priceYen - proceedsYen) })}
              </span>
            </span>
          </span>
          <span className="flex shrink-0 items-start gap-2">
            <span className="grid justify-items-end gap-0.5">
              <span className={classes('tabular text-16 font-semibold text-ink', state === 'undone' && 'line-through')}>
                {formatYen(proceedsYen)}
              </span>
              <span className="text-12 text-sub-text">
                {t(`proceeds.state.${state}`, { time: formatDay(clearsAt, language) })}
              </span>
            </span>
            <Icon name="down" className="mt-0.5 size-5 text-sub-text transition-transform group-open:rotate-180" />
          </span>
        </summary>
        <div className="grid gap-4 pt-3 pb-1">
          <dl className="tabular grid max-w-reading gap-1 text-14">
            {parts
              .filter(([, yen]) => yen !== 0)
              .map(([word, yen]) => (
                <div key={word} className="flex justify-between gap-4 last:border-t last:border-line last:pt-1">
                  <dt>{t(word)}</dt>
                  <dd className="text-ink">{yen < 0 ? `−${formatYen(-yen)}` : formatYen(yen)}</dd>
                </div>
              ))}
          </dl>
          <p className="text-12">
            {t(`proceeds.outcome.${state}`, { time: formatMoment(undoneAt ?? clearsAt, language) })}
          </p>
          <div className="flex flex-wrap items-start gap-3">
            {(['statement', 'statement-return'] as const)
              .filter((kind) => kind === 'statement' || state === 'undone')
              .map((kind) => (
                <PaperButton
                  key={kind}
                  paper="showStatement"
                  input={{ params: { listingId }, query: { kind, language } }}
                  file={`${kind}-${listingId}.pdf`}
                  label={t(`proceeds.${kind}-of`, { name })}
                >
                  {t(`proceeds.${kind}`)}
                </PaperButton>
              ))}
            <LinkButton look="quiet" to={links.token(sale.tokenId)} aria-label={t('proceeds.token-of', { name })}>
              {t('proceeds.token')}
            </LinkButton>
          </div>
        </div>
      </details>
    </li>
  )
}

/** A payout: where it is, its statement once it was paid, and its cancellation until a batch has it. */
export function PayoutRow({ payout, onChange }: { payout: Payout; onChange: () => void }) {
  const { t, language } = useWords()
  const { isBusy, work } = useWork()
  const { payoutId, number, state, amountYen, payOn, paidAt, reason } = payout
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
        {state === 'requested' && payout.isBranchClosed && (
          <p className="text-12 text-attention-text">{t('payout.branch-closed')}</p>
        )}
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
        {paidAt !== null && (
          <div className="flex flex-wrap gap-3 pt-2">
            {(['payout', 'payout-return'] as const)
              .filter((kind) => kind === 'payout' || state === 'returned')
              .map((kind) => (
                <PaperButton
                  key={kind}
                  paper="showPayoutStatement"
                  input={{ params: { payoutId }, query: { kind, language } }}
                  file={`${kind}-${number}.pdf`}
                  label={t(`payout.paper.${kind}-of`, { number })}
                >
                  {t(`payout.paper.${kind}`)}
                </PaperButton>
              ))}
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
