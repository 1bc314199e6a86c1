import { AccessError } from '@kura/cadence/access-error'
import type { Db } from '../../platform/db/connect.ts'
import type { ChainDeps } from '../../platform/flow/chain-config.ts'
import { findStanding } from '../index/read-chain.ts'
import type { Fulfilment } from '../index/read-chain.ts'
import { findSaleOrder, isEndUnread } from '../index/sale-queries.ts'
import { releaseKey } from './key-queries.ts'
import { settleTransaction } from './settle-transaction.ts'
import { intend } from './submit-transaction.ts'
import { findTransaction, withdrawIntended, type ChainTransactionRow } from './transaction-queries.ts'

/**
 * Intends that our agent delivers an order, in the caller's database transaction. One live
 * transaction per cause.
 */
export const intendFulfil = (db: Db, cause: string, details: Fulfilment): Promise<ChainTransactionRow> =>
  intend(db, { kind: 'fulfil-order', cause, details })

/**
 * The transaction that delivered an order with this payment reference, as far as the chain was
 * read.
 */
export async function findDelivery(
  { sql }: Pick<ChainDeps, 'sql'>,
  { orderHash, paymentRef }: Pick<Fulfilment, 'orderHash' | 'paymentRef'>,
): Promise<string | undefined> {
  const order = await findSaleOrder(sql, orderHash)
  return order?.endReason === 'sold' && order.paymentRef === paymentRef ? order.endedTxId! : undefined
}

/**
 * One step of a delivery. Undefined when there is no such row (the chain was thrown away), `silent`
 * when the node does not answer, which is no failure.
 */
export async function settleFulfil(deps: ChainDeps, id: string): Promise<ChainTransactionRow | 'silent' | undefined> {
  if (!(await findTransaction(deps.sql, id))) return undefined
  try {
    return await settleTransaction(deps, id)
  } catch (error) {
    if (!(error instanceof AccessError)) throw error
    deps.log.warn(
      { transaction: id, code: error.code, error: error.message },
      'the node does not answer, the delivery waits',
    )
    return 'silent'
  }
}

/**
 * Withdraws a delivery that is not signed, in the caller's database transaction. False when it is
 * signed and may still run. A worker that is about to sign it finds it failed and drops the bytes.
 */
export async function withdrawFulfil(db: Db, id: string, reason: string): Promise<boolean> {
  if (!(await withdrawIntended(db, id, reason))) return false
  await releaseKey(db, id)
  return true
}

/** Whether an undelivered order can be delivered: now, later (`waits`), or never again (`dead`). */
export type Prospect = { kind: 'open' } | { kind: 'waits' | 'dead'; why: string }

/**
 * Asks the chain whether an order whose transaction failed can still be delivered; undefined while
 * that is unknown. An order that is not open on chain is dead once the events were read up to the
 * block that its last build started from: any build that could have delivered it had expired
 * before.
 */
export async function findProspect(
  deps: ChainDeps,
  order: Fulfilment,
  { referenceHeight }: Pick<ChainTransactionRow, 'referenceHeight'>,
): Promise<Prospect | undefined> {
  let deadBy = referenceHeight
  try {
    // one that was given up unsigned: its earlier builds had died before that
    deadBy ??= BigInt((await deps.accessNode.getSealedBlock()).height)
    const standing = await findStanding(deps, order)
    if (standing?.lastingRefusal) return { kind: 'dead', why: standing.lastingRefusal }
    if (standing?.refusal) return { kind: 'waits', why: standing.refusal }
    if (standing) return { kind: 'open' }
  } catch (error) {
    if (!(error instanceof AccessError)) throw error
    return undefined
  }
  const ended = await findSaleOrder(deps.sql, order.orderHash)
  if (!ended) return { kind: 'dead', why: 'the chain does not know the order' }
  // what ended it is on chain, but was not read yet
  if (isEndUnread(ended, deadBy)) return undefined
  if (ended.endReason === 'sold' && ended.paymentRef === order.paymentRef) return undefined
  return {
    kind: 'dead',
    why: ended.endReason === null ? 'the seller does not show the order' : `the order ended: ${ended.endReason}`,
  }
}
