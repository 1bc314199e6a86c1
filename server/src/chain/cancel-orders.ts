import type { Db } from '../db/connect.ts'
import { intend } from './submit-transaction.ts'
import type { ChainTransactionRow } from './transaction-queries.ts'

export type Cancel = { cause: string; seller: string; orderIds: string[] }

/** Writes the wish that our agent ends these orders of one seller, in the caller's database transaction. */
export const intendCancel = (db: Db, { cause, seller, orderIds }: Cancel): Promise<ChainTransactionRow> =>
  intend(db, { kind: 'cancel-orders', cause, details: { seller, orderIds } })
