import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/connect.ts'

/** The table of one use of sale orders, and its columns named for that use. */
export type OrderRows = {
  table: 'listings' | 'gifts'
  /** The member whose wallet accepts the order, and the address of that wallet. */
  owner: 'seller_id' | 'giver_id'
  address: 'seller_address' | 'giver_address'
  moves: 'listing_moves' | 'gift_moves'
  movesKey: 'listing_id' | 'gift_id'
  /** Prefix of an order's id in the name of the agent's transaction that cancels it. */
  causePrefix: '' | 'gift:'
  /**
   * The states in which an unsent row can be cancelled by the member, and those in which it
   * expires.
   */
  givenUpByMember: readonly string[]
  givenUpByClock: readonly string[]
  /** How long the wallet may take, in minutes. */
  draftMinutes: number
}

/** An order open on chain that our agent has to cancel. `address` is the account that holds it. */
export type OrderToCancel = { id: string; address: string }

/**
 * One use of sale orders: a listing, a gift by mail. It decides what its rows become; drafting,
 * reporting, following, cancelling and cleaning up are shared. `orderHashes` are those that the
 * index read.
 */
export type SaleOrderUse = {
  name: 'listing' | 'gift'
  rows: OrderRows
  /** Ends the rows whose orders ended or were fulfilled. */
  end: (db: Db, orderHashes: string[]) => PromiseLike<unknown>
  /**
   * Opens the rows whose orders are open on chain. Returns those that must not be open: their
   * orders are cancelled.
   */
  open: (db: Db, orderHashes: string[]) => Promise<OrderToCancel[]>
  /** Overwrites the rows with the chain's state after the index was rebuilt. As `open`. */
  restore: (db: Db) => Promise<OrderToCancel[]>
  /** Removes or ends the rows of a discarded chain. */
  forget: (db: Db) => PromiseLike<unknown>
  /** Withdraws its own among these orders: the chain can no longer deliver them. */
  withdraw: (db: Db, orderIds: string[]) => Promise<unknown>
  /** Ends expired rows. */
  expire: (deps: Pick<Deps, 'sql'>) => Promise<unknown>
}
