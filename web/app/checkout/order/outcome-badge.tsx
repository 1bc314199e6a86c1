import { Badge } from '../../ui/chips.tsx'
import { useWords } from '../../words/use-words.ts'
import type { OrderOutcome } from './order-outcome.ts'
import '../../words/order-words.ts'

const tones: Record<OrderOutcome, 'plain' | 'strong' | 'attention'> = {
  paying: 'plain',
  unopened: 'strong',
  minting: 'plain',
  sending: 'plain',
  stuck: 'attention',
  delivered: 'plain',
  declined: 'attention',
  expired: 'attention',
  cancelled: 'plain',
  refunding: 'attention',
  refunded: 'plain',
  checking: 'attention',
}

/** Where a purchase stands, in a word. */
export function OutcomeBadge({ outcome }: { outcome: OrderOutcome }) {
  const { t } = useWords()
  return <Badge tone={tones[outcome]}>{t(`order.outcome.${outcome}`)}</Badge>
}
