import type { Db, Fragment } from '../../platform/db/connect.ts'
import { intend } from './submit-transaction.ts'
import type { ChainTransactionRow } from './transaction-queries.ts'

export type Cancel = { cause: string; seller: string; orderIds: string[] }

/** Writes the wish that our agent ends these orders of one seller, in the caller's database transaction. */
export const intendCancel = (db: Db, { cause, seller, orderIds }: Cancel): Promise<ChainTransactionRow> =>
  intend(db, { kind: 'cancel-orders', cause, details: { seller, orderIds } })

/**
 * The try of now at ending the order of `id` alone, named `n.cause`, with its transaction `c` if it was made. The first two hours have one, the
 * next two another, and each that follows twice the time: every one that fails costs a fee.
 */
export const joinTry = (db: Db, id: Fragment, since: Fragment): Fragment => db`
  cross join lateral (
    select ${id} || ':' || floor(log(2, greatest(1, extract(epoch from kura_now() - ${since}) / 3600)))::integer as cause) n
  left join chain_transactions c on c.kind = 'cancel-orders' and c.cause = n.cause`
