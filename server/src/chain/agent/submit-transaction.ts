import { setTimeout as sleep } from 'node:timers/promises'
import { AccessError } from '@kura/cadence/access-error'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import type { ChainDeps } from '../../platform/flow/chain-config.ts'
import { settleTransaction } from './settle-transaction.ts'
import type { TransactionDetails, TransactionKind } from './transaction-kinds.ts'
import { getTransaction, intendTransaction, listOpenIds, type ChainTransactionRow } from './transaction-queries.ts'

export type WaitOptions = { timeoutMs?: number; pollMs?: number; signal?: AbortSignal | undefined }
export type Intent<K extends TransactionKind> = { kind: K; cause: string; details: TransactionDetails[K] }

/**
 * Stores the intent of a transaction, in the caller's database transaction if it gives one. The
 * worker settles it, or `waitForSeal`. Returns a live transaction of the same kind and cause
 * instead of a second one.
 */
export const intend = <K extends TransactionKind>(db: Db, intent: Intent<K>): Promise<ChainTransactionRow<K>> =>
  intendTransaction(db, { id: newId(), ...intent })

/**
 * Intends and sends. A node that does not answer is no failure: the row stays open and is settled
 * later.
 */
export async function submitTransaction<K extends TransactionKind>(
  deps: ChainDeps,
  intent: Intent<K>,
): Promise<ChainTransactionRow> {
  const { id } = await intend(deps.sql, intent)
  return tryToSettle(deps, id)
}

/**
 * Works on a transaction until it is sealed or failed, the time is up or `signal` ends it. Returns
 * the row as it is then.
 */
export async function waitForSeal(
  deps: ChainDeps,
  id: string,
  { timeoutMs = 60_000, pollMs = deps.chain.network === 'local' ? 100 : 1000, signal }: WaitOptions = {},
): Promise<ChainTransactionRow> {
  const until = Date.now() + timeoutMs
  for (;;) {
    const row = await tryToSettle(deps, id)
    if (row.state === 'sealed' || row.state === 'failed' || Date.now() >= until || signal?.aborted) return row
    await sleep(pollMs, undefined, signal && { signal }).catch(() => undefined)
  }
}

/**
 * One round of the worker over open transactions, eight at a time. Returns how many it tried to
 * settle.
 */
export async function settleTransactions(
  deps: ChainDeps,
  { limit = 100, signal }: { limit?: number; signal?: AbortSignal | undefined } = {},
): Promise<number> {
  const ids = await listOpenIds(deps.sql, limit)
  const queue = [...ids]
  const work = async () => {
    for (let id = queue.shift(); id !== undefined && !signal?.aborted; id = queue.shift()) await tryToSettle(deps, id)
  }
  await Promise.all(Array.from({ length: 8 }, work))
  return ids.length
}

async function tryToSettle(deps: ChainDeps, id: string): Promise<ChainTransactionRow> {
  try {
    return await settleTransaction(deps, id)
  } catch (error) {
    if (!(error instanceof AccessError)) throw error
    deps.log.warn({ transaction: id, code: error.code, error: error.message }, 'the node does not answer, trying later')
    return getTransaction(deps.sql, id)
  }
}
