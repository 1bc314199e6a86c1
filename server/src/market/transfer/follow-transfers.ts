import type { Db } from '../../platform/db/connect.ts'
import * as chain from './chain-queries.ts'

/** Says which transfers arrived, of tokens that moved, in the transaction of the index. Only this says so. */
export async function followTransfers(db: Db, tokenIds: string[]): Promise<void> {
  if (tokenIds.length > 0) await chain.sealArrived(db, tokenIds)
}

/** Puts what the chain says in place of what the rows say, for every transfer: after everything was read anew. */
export async function restoreTransfers(db: Db): Promise<void> {
  await chain.unsealUnknown(db)
  await chain.sealArrived(db)
}

/** Forgets the transfers of a chain that is thrown away. */
export const forgetTransfers = (db: Db): Promise<unknown> => chain.forgetAll(db)
