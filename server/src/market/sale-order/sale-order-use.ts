import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/connect.ts'

/** The table that one use of sale orders keeps its rows in, and its columns that are named for that use. */
export type OrderRows = {
  table: 'listings' | 'gifts'
  /** The member whose wallet accepts the order, and the address of that wallet. */
  owner: 'seller_id' | 'giver_id'
  address: 'seller_address' | 'giver_address'
  moves: 'listing_moves' | 'gift_moves'
  movesKey: 'listing_id' | 'gift_id'
  /** Put before the id of an order in the name of the agent's transaction that cancels it. */
  causePrefix: '' | 'gift:'
  /** The states in which the member, and those in which the clock, gives up what no wallet has sent. */
  givenUpByMember: readonly string[]
  givenUpByClock: readonly string[]
  /** How long the wallet may take, in minutes. */
  draftMinutes: number
}

/** An order that stands on chain and that our agent has to cancel there. `address` is the account that it stands in. */
export type OrderToCancel = { id: string; address: string }

/**
 * One use of sale orders: a listing, a gift by mail. It says what its rows become; drafting, reporting, following,
 * cancelling and cleaning up are the same for all of them. `orderHashes` are those that the index read.
 */
export type SaleOrderUse = {
  name: 'listing' | 'gift'
  rows: OrderRows
  /** Ends the rows whose orders ended or were fulfilled. */
  end: (db: Db, orderHashes: string[]) => PromiseLike<unknown>
  /** Opens the rows whose orders stand now. Returns those that must not be open: their orders are cancelled. */
  open: (db: Db, orderHashes: string[]) => Promise<OrderToCancel[]>
  /** Puts what the chain says in place of what the rows say, after everything was read again. As `open`. */
  restore: (db: Db) => Promise<OrderToCancel[]>
  /** Removes or ends what stood on a chain that is thrown away. */
  forget: (db: Db) => PromiseLike<unknown>
  /** Withdraws those of these orders that are its own: the chain would never deliver them. */
  withdraw: (db: Db, orderIds: string[]) => Promise<unknown>
  /** Ends rows whose time is over. */
  expire: (deps: Pick<Deps, 'sql'>) => Promise<unknown>
}
