import type { Db } from '../../platform/db/connect.ts'
import * as orders from './queries.ts'

export type GrantedSql = orders.GrantedSql

/** The orders that were given for these causes before, in the order of the causes. */
export const findGranted = (db: Db, causes: string[]): Promise<string[]> => orders.listByCauses(db, causes)

/**
 * Places orders of tender `grant`, delivered at once, for what `granted` takes in the same statement. Returns each order with
 * what it holds; fewer than asked for when there was not enough to take.
 */
export const placeGranted = async (
  db: Db,
  memberId: string,
  granted: GrantedSql,
): Promise<{ orderId: string; heldId: string }[]> => orders.insertDelivered(db, memberId, granted)

/** Whether an order was given for nothing, by passcode or airdrop: there is no money that could go back. */
export const isGiven = (db: Db, orderId: string): Promise<boolean> => orders.isGiven(db, orderId)
