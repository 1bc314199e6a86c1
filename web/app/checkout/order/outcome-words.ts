import { formatYen } from '@kura/contract/money'
import type { OrderView } from '@kura/contract/checkout/order'
import type { TimelineEvent, timelineEvents } from '@kura/contract/chain/transaction'
import type { WordKey } from '../../words/word-key.ts'
import type { OrderOutcome } from './order-outcome.ts'
import '../../words/order-words.ts'
import '../../words/trade-words.ts'

type Order = Pick<OrderView, 'tender' | 'usedPoint' | 'priceYen' | 'reason' | 'token'>
type Sentence = { word: WordKey; values?: Record<string, string | number> }
/** Formats an instant and a number of points for people. */
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

/** Facts from the timeline: the pieces are being sent again; expired points were replaced. */
export type Seen = { isAgain: boolean; hasLatePoints: boolean }

/** The outcome of a purchase and of its payment, sentence by sentence. */
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

// The gateway's codes by prefix; the first match counts.
const families: readonly (readonly [start: RegExp, word: WordKey])[] = [
  [/^42G02/, 'decline.balance'],
  [/^42G0[35]|^42G55/, 'decline.limit'],
  [/^42G44/, 'decline.code'],
  [/^42G65|^E01170|^E41170099/, 'decline.number'],
  [/^42G83/, 'decline.expiry'],
  [/^E21020002/, 'decline.cancelled'],
  [/^E210102/, 'decline.no-secure'],
  [/^E21/, 'decline.secure'],
  [/^E41170/, 'decline.unsupported'],
  [/^EX10003/, 'decline.token'],
  [/^PAIDY_/, 'decline.paidy'],
  [/^42C|^E61|^E8|^E9/, 'decline.busy'],
]

/**
 * The words for a refused payment, by the gateway's code; a general refusal for an unknown code.
 */
export const declineWord = (error: string | null | undefined): WordKey =>
  families.find(([start]) => start.test(error ?? ''))?.[1] ?? 'error.PAYMENT_DECLINED'

type Words = {
  [S in TimelineEvent['source']]: Record<(typeof timelineEvents)[S][number], WordKey | null>
}

/** The words for each event; null for an internal step that members do not see. */
const words: Words = {
  order: {
    reserved: 'timeline.reserved',
    authorised: null,
    captured: null,
    delivered: 'timeline.handed-over',
    expired: 'timeline.ended',
    refunding: 'timeline.refunding',
    refunded: 'timeline.refunded',
    quarantined: 'timeline.checking',
  },
  card: {
    entering: null,
    executing: null,
    challenged: 'timeline.card.challenged',
    securing: null,
    unknown: 'timeline.card.unknown',
    captured: 'timeline.card.captured',
    declined: 'timeline.card.declined',
    refunding: null,
    refunded: 'timeline.card.refunded',
    closed: null,
  },
  paidy: {
    entering: null,
    executing: null,
    challenged: 'timeline.paidy.challenged',
    securing: null,
    unknown: 'timeline.paidy.unknown',
    captured: 'timeline.paidy.captured',
    declined: 'timeline.paidy.declined',
    refunding: null,
    refunded: 'timeline.paidy.refunded',
    closed: 'timeline.paidy.closed',
  },
  point: {
    spent: 'timeline.point.spent',
    returned: 'timeline.point.returned',
    granted: 'timeline.point.granted',
    withdrawn: 'timeline.point.withdrawn',
    'late-granted': 'timeline.point.late-granted',
  },
  chain: {
    opened: 'timeline.chain.opened',
    minting: null,
    sent: 'timeline.chain.sent',
    'given-up': 'timeline.chain.given-up',
    stuck: 'timeline.chain.stuck',
    sealed: 'timeline.chain.sealed',
    refunded: null,
    delivered: 'timeline.chain.delivered',
    reported: 'timeline.chain.reported',
  },
  receipt: { receipt: 'timeline.receipt.receipt', refund: 'timeline.receipt.refund' },
}

/** Other words for a token that was bought from a member. */
const ofToken: Record<string, WordKey | null> = {
  'order delivered': 'trade.timeline.concluded',
  'chain sent': 'trade.timeline.sent',
  'chain given-up': 'trade.timeline.given-up',
  'chain delivered': 'trade.timeline.delivered',
  'chain refunded': 'trade.timeline.failed',
}

/** The words for a timeline event of a pack or of a token; undefined when it is not shown. */
export function timelineWord(
  { source, event }: Pick<TimelineEvent, 'source' | 'event'>,
  isToken: boolean,
): WordKey | undefined {
  const own = isToken ? ofToken[`${source} ${event}`] : undefined
  const ofSource: Record<string, WordKey | null> = words[source]
  return own ?? ofSource[event] ?? undefined
}

/**
 * What a timeline adds to the outcome. `isAgain`: the pieces are being sent again after a failed
 * transaction. `hasLatePoints`: points had expired before they were returned.
 */
export function seenIn(timeline: readonly Pick<TimelineEvent, 'source' | 'event'>[]): Seen {
  const has = (source: TimelineEvent['source'], event: string): boolean =>
    timeline.some((each) => each.source === source && each.event === event)
  return { isAgain: has('chain', 'given-up') && !has('chain', 'sealed'), hasLatePoints: has('point', 'late-granted') }
}
