import { links } from '../../platform/links.ts'
import { useCall } from '../../platform/swr.ts'
import { LinkButton } from '../../ui/button.tsx'
import { useWords } from '../../words/use-words.ts'
import { LeaseCountdown } from '../../checkout/order/unpaid-order.tsx'
import '../../words/checkout-words.ts'

const words = { left: 'checkout.line.left', over: 'checkout.line.over' } as const

/** For a pack that is bought in turn: how long the turn lasts, or the way to the line. The server decides when the order is placed. */
export function LineNote({ packId }: { packId: string }) {
  const { t } = useWords()
  const { data: line, mutate } = useCall('showQueue', { params: { packId } })
  if (!line) return null
  if (line.state === 'admitted' && line.admittedUntil !== null)
    return <LeaseCountdown until={line.admittedUntil} onOver={() => void mutate()} words={words} />
  return (
    <div className="grid gap-3 rounded-card bg-indigo-ground p-4">
      <p className="text-14 text-ink">{t('error.QUEUE_FIRST')}</p>
      <LinkButton to={links.pack(packId)} look="secondary">
        {t('checkout.to-line')}
      </LinkButton>
    </div>
  )
}
