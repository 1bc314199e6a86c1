import type { SaleView } from '@kura/contract/market/sale'
import { Steps } from '../../ui/steps.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/selling-words.ts'

type SaleStepsProps = { sale: SaleView; piece: { name: string; serial: string } }

/** How far a sale has come: paid, handed over, and its proceeds the seller's. Open by itself while it is on its way. */
export function SaleSteps({ sale, piece }: SaleStepsProps) {
  const { t } = useWords()
  const { startedAt, txId, deliveredAt, settledAt } = sale
  const isOnItsWay = deliveredAt === null
  return (
    <details className="-mb-2 border-t border-line" open={sale.state === 'delivering'}>
      <summary className="min-h-11 cursor-pointer py-3 text-14 leading-label text-indigo-text">
        {t('listings.steps')}
        <span className="sr-only">: {`${piece.name} ${piece.serial}`}</span>
      </summary>
      <div className="pb-3">
        <Steps
          steps={[
            { step: 'paid', at: startedAt, txId: null, name: t('listings.step.paid') },
            { step: 'sending', at: startedAt, txId: isOnItsWay ? txId : null, name: t('listings.step.sending') },
            { step: 'delivered', at: deliveredAt, txId: isOnItsWay ? null : txId, name: t('listings.step.delivered') },
            { step: 'settled', at: settledAt, txId: null, name: t('listings.step.settled') },
          ]}
          next=""
        />
      </div>
    </details>
  )
}
