import type { Db } from '../../platform/db/connect.ts'
import { hasMinting, moveWaiting } from './queries.ts'

/**
 * Sends a member's openings to another vault as far as their mint is not on its way, in the transaction that changes the wallet.
 * Answers how many. Openings that begin later read the new address.
 */
export const moveOpenings = (db: Db, memberId: string, flowAddress: string): Promise<number> =>
  moveWaiting(db, memberId, flowAddress)

/** Whether something of the member is being minted into the vault they have now. */
export const isMinting = (db: Db, memberId: string): Promise<boolean> => hasMinting(db, memberId)
