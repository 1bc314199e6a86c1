import type { TimelineEvent, timelineEvents } from '@kura/contract/chain/transaction'
import type { WordKey } from '../../words/word-key.ts'
import type { Seen } from './outcome-words.ts'
import '../../words/order-words.ts'
import '../../words/trade-words.ts'

type Words = {
  [S in TimelineEvent['source']]: Record<(typeof timelineEvents)[S][number], WordKey | null>
}

/** What a member reads of each event; null: a step inside that says nothing to them. */
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

/** What is said otherwise of a token that was bought from a member. */
const ofToken: Record<string, WordKey | null> = {
  'order delivered': 'trade.timeline.concluded',
  'chain sent': 'trade.timeline.sent',
  'chain given-up': 'trade.timeline.given-up',
  'chain delivered': 'trade.timeline.delivered',
  'chain refunded': 'trade.timeline.failed',
}

/** The words of an event of the timeline of a pack, or of a token; undefined when there is nothing to be told. */
export function timelineWord(
  { source, event }: Pick<TimelineEvent, 'source' | 'event'>,
  isToken: boolean,
): WordKey | undefined {
  const own = isToken ? ofToken[`${source} ${event}`] : undefined
  const ofSource: Record<string, WordKey | null> = words[source]
  return own ?? ofSource[event] ?? undefined
}

/**
 * What a timeline tells about the outcome: `isAgain` while pieces are on their way once more, after a transaction of theirs came to
 * nothing; `hasLatePoints` when points had expired by the time they came back.
 */
export function seenIn(timeline: readonly Pick<TimelineEvent, 'source' | 'event'>[]): Seen {
  const has = (source: TimelineEvent['source'], event: string): boolean =>
    timeline.some((each) => each.source === source && each.event === event)
  return { isAgain: has('chain', 'given-up') && !has('chain', 'sealed'), hasLatePoints: has('point', 'late-granted') }
}
