import type { Arena } from '../arena/arena.ts'
import type { HeldToken, Trader } from '../arena/traders.ts'
import type { MarketEvent } from './act.ts'

/** Members who trade tokens of one item with each other, and all their acts. */
export type Market = {
  arena: Arena
  itemId: string
  traders: Trader[]
  /** Every token of the item, with any owner. */
  tokens: HeldToken[]
  /** The block after which the market began. */
  since: number
  /** The points of each member at the start. */
  points: number
  events: MarketEvent[]
  /** The address of a process that serves members; the next one each time. */
  anyWeb: () => string
}
