import { listGrants, readStandingOrders } from '@kura/cadence/sale'
import { limits } from '@kura/contract/limits'
import type { Deps } from '../../deps.ts'
import { clearOtherAlarms, raiseAlarm } from '../../platform/alarm/alarms.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { addressesOf } from '../../platform/flow/chain-config.ts'
import type { ChainDeps } from '../../platform/flow/chain-config.ts'
import { unlessUnreadable } from '../index/read-chain.ts'
import { listStaleOrders } from '../index/sale-queries.ts'
import type { StaleOrders } from '../index/sale-queries.ts'
import { intend } from './submit-transaction.ts'
import type { ChainTransactionRow } from './transaction-queries.ts'

export type Cancel = { cause: string; seller: string; orderIds: string[] }

/** Intends that our agent cancels these orders of one seller, in the caller's database transaction. */
export const intendCancel = (db: Db, { cause, seller, orderIds }: Cancel): Promise<ChainTransactionRow> =>
  intend(db, { kind: 'cancel-orders', cause, details: { seller, orderIds } })

/**
 * A cancelled order that is still open on chain, and the name of the try to cancel it that is due
 * (`joinTry`).
 */
export type StuckOrder = { orderId: string; seller: string; cause: string }
/** A seller with such orders: how many, and why the last try failed, if it did. */
export type StuckSeller = { seller: string; count: number; error: string | null }

/**
 * Tries once more to cancel orders that are still open on chain. Each has its own transaction, so
 * that one failure blocks no other.
 */
export async function retryCancels({ sql }: Pick<Deps, 'sql'>, orders: StuckOrder[]): Promise<void> {
  for (const { orderId, seller, cause } of orders)
    await transaction(sql, (db) => intendCancel(db, { cause, seller, orderIds: [orderId] }))
}

/**
 * Raises an alarm for each seller whose orders our agent cannot cancel, and clears those of all
 * other sellers.
 */
export async function raiseStuckAlarms(
  deps: Pick<Deps, 'sql' | 'log' | 'metrics'>,
  kind: 'listing-stuck' | 'gift-stuck',
  sellers: StuckSeller[],
): Promise<void> {
  await clearOtherAlarms(
    deps.sql,
    kind,
    sellers.map(({ seller }) => seller),
  )
  for (const { seller, count, error } of sellers)
    if (error !== null)
      await raiseAlarm(deps, {
        kind,
        subject: seller,
        message: `the agent cannot cancel ${count} orders of ${seller}: ${error}`,
      })
}

/**
 * Ended orders that are still in the accounts of sellers with at least `least` of them, as the
 * chain shows. An account that cannot be read is skipped.
 */
export async function findStaleOrders(
  { sql, accessNode, chain }: Pick<ChainDeps, 'sql' | 'accessNode' | 'chain'>,
  least: number,
): Promise<StaleOrders[]> {
  const found: StaleOrders[] = []
  for (const { seller, orderIds, hour } of await listStaleOrders(sql, least)) {
    const shown = await unlessUnreadable(() => accessNode.runScript(listGrants(addressesOf(chain), { seller })))
    if (shown === undefined) continue
    const there = new Set(readStandingOrders(shown).map(({ terms }) => terms.orderId))
    const left = orderIds.filter((orderId) => there.has(orderId)).slice(0, limits.ordersPerCancel)
    if (left.length >= least) found.push({ seller, orderIds: left, hour })
  }
  return found
}
