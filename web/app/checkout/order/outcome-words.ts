import { formatYen } from '@kura/contract/money'
import type { OrderView } from '@kura/contract/checkout/order'
import type { WordKey } from '../../words/word-key.ts'
import { declineWord } from './decline-words.ts'
import type { OrderOutcome } from './order-outcome.ts'
import '../../words/order-words.ts'
import '../../words/trade-words.ts'

type Order = Pick<OrderView, 'tender' | 'usedPoint' | 'priceYen' | 'reason' | 'token'>
export type Sentence = { word: WordKey; values?: Record<string, string | number> }
/** How words of people are made: an instant, and a number of points. */
type Writing = { until: string; points: (count: number) => string; join: (price: string, points: string) => string }

const by = ({ tender }: Pick<Order, 'tender'>): 'card' | 'paidy' | 'point' | 'grant' => {
  if (tender === 'card-point') return 'card'
  return tender === 'paidy-point' ? 'paidy' : tender
}

/** What was or will be paid: yen, points, or both. */
export function sumOf({ priceYen, usedPoint }: Order, { points, join }: Pick<Writing, 'points' | 'join'>): string {
  const price = formatYen(priceYen - usedPoint)
  if (usedPoint === 0) return price
  return usedPoint >= priceYen ? points(usedPoint) : join(price, points(usedPoint))
}

/** What the timeline of a purchase tells: its pieces are sent once more; its points had expired and came back as new ones. */
export type Seen = { isAgain: boolean; hasLatePoints: boolean }

/** What happened to a purchase and to what was paid, sentence by sentence. */
export function outcomeSentences(order: Order, outcome: OrderOutcome, seen: Seen, writing: Writing): Sentence[] {
  const isGiven = order.tender === 'grant'
  const values = { price: formatYen(order.priceYen), until: writing.until, what: sumOf(order, writing) }
  const said = (word: WordKey): Sentence => ({ word, values })
  const pointsBack =
    order.usedPoint > 0 ? [said(seen.hasLatePoints ? 'order.points-back-late' : 'order.points-back')] : []
  switch (outcome) {
    case 'paying':
      return [said(by(order) === 'paidy' ? 'order.outcome.paying.paidy-text' : 'order.outcome.paying.text')]
    case 'declined':
      return [said(declineWord(order.reason)), ...pointsBack]
    case 'expired':
      return [said('order.outcome.expired.text'), ...pointsBack]
    case 'cancelled':
      return [said('order.outcome.cancelled.text'), ...pointsBack]
    case 'unopened':
      return [said(isGiven ? 'order.outcome.unopened.given-text' : 'order.outcome.unopened.text')]
    case 'minting':
      if (seen.isAgain) return [said('order.outcome.minting.again-text')]
      return [said(isGiven ? 'order.outcome.minting.given-text' : 'order.outcome.minting.text')]
    case 'sending':
      return [said(seen.isAgain ? 'trade.sending.again-text' : 'trade.sending.text')]
    case 'stuck':
      return [said(isGiven ? 'order.outcome.stuck.given-text' : 'order.outcome.stuck.text')]
    case 'delivered':
      return [said(order.token ? 'trade.delivered.text' : 'order.outcome.delivered.text')]
    case 'checking':
      return [said('order.outcome.checking.text')]
    case 'refunding':
      return [...why(order), said(isGiven ? 'order.outcome.refunding.given-text' : 'order.outcome.refunding.text')]
    case 'refunded':
      return [...why(order), ...refunded(order, said), ...pointsBack]
  }
}

const whys: Record<string, WordKey> = { MINT_FAILED: 'order.undelivered', TRADE_FAILED: 'trade.undelivered' }

function why({ reason }: Order): Sentence[] {
  const word = whys[reason ?? '']
  return word ? [{ word }] : []
}

function refunded(order: Order, said: (word: WordKey) => Sentence): Sentence[] {
  const tender = by(order)
  if (tender === 'grant') return [said('order.outcome.refunded.given-text')]
  const done = said('order.outcome.refunded.text')
  return tender === 'point' ? [done] : [done, said(`order.outcome.refunded.${tender}`)]
}
