import type { Arena } from '../arena/arena.ts'
import type { HeldToken, Trader } from '../arena/traders.ts'
import type { Deed } from './act.ts'

/** Members who trade tokens of one item with each other, and everything that they did. */
export type Market = {
  arena: Arena
  itemId: string
  traders: Trader[]
  /** Every token of the item, with any owner. */
  tokens: HeldToken[]
  /** The block after which it began. */
  since: number
  /** Points that each was given at first. */
  points: number
  deeds: Deed[]
  /** The address of a process that answers members; the next one each time. */
  anyWeb: () => string
}
