import { AccessError } from '@kura/cadence/access-error'
import { findStaleOrders, intendCancel, raiseStuckAlarms, retryCancels } from '../../chain/agent/cancel-orders.ts'
import { takeSellers } from '../../chain/index/sale-drift-queries.ts'
import { listGhosts } from '../../chain/index/sale-drift-report.ts'
import type { Deps } from '../../deps.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { askChain } from '../../platform/flow/ask-chain.ts'
import * as orders from './queries.ts'
import type { SaleOrderUse } from './sale-order-use.ts'

type ChainDeps = Pick<Deps, 'sql' | 'accessNode' | 'chain' | 'log'>
type Job = { name: string; everySeconds: number; run: (deps: Deps) => Promise<unknown> }

/** A node may not have younger orders yet. */
const ghostMinutes = 10
/**
 * How often an account is read, and how many in one run. They are claimed together, since finding
 * them reads all open orders.
 */
const readMinutes = 5
const sellersPerRun = 500
/** After this many failures in a run the node counts as down: the rest wait for the next run. */
const mostFailures = 5
/**
 * Each transaction costs a fee, so it waits for a few orders, far fewer than an account can hold.
 */
const worthClearing = 20

/** The worker's jobs for sale orders of every use, with their intervals. */
export const saleOrderJobs = (uses: SaleOrderUse[]): Job[] => [
  // one job per use: one that fails does not delay the others
  ...uses.flatMap((use): Job[] => [
    { name: `expire-${use.name}s`, everySeconds: 2, run: use.expire },
    { name: `give-up-${use.name}-drafts`, everySeconds: 60, run: (deps) => giveUpOldDrafts(deps, use) },
    { name: `cancel-${use.name}s-again`, everySeconds: 60, run: (deps) => cancelStuckOrders(deps, use) },
  ]),
  { name: 'withdraw-ghosts', everySeconds: 30, run: (deps) => withdrawGhosts(deps, uses) },
  { name: 'clear-ended-orders', everySeconds: 600, run: (deps) => clearEnded(deps) },
]

/** Expires drafts that no wallet accepted in time. */
export const giveUpOldDrafts = async ({ sql }: Pick<Deps, 'sql'>, { rows }: SaleOrderUse): Promise<unknown> =>
  orders.giveUpOlder(sql, rows)

/**
 * Retries the cancellation of orders still open ten minutes after they should have ended; raises an
 * alarm when it keeps failing.
 */
export async function cancelStuckOrders(
  deps: Pick<Deps, 'sql' | 'log' | 'metrics'>,
  { name, rows }: SaleOrderUse,
): Promise<void> {
  await retryCancels(deps, await orders.listStuck(deps.sql, rows))
  await raiseStuckAlarms(deps, `${name}-stuck`, await orders.countStuck(deps.sql, rows))
}

/**
 * Withdraws orders that the chain can no longer deliver though no event said so: permissions moved
 * to another account, or their link deleted. They are hidden at once and end at their expiry. Each
 * account is asked about once in `readMinutes`, by one worker; one that the node cannot read waits
 * for its next time.
 */
export async function withdrawGhosts(deps: ChainDeps, uses: SaleOrderUse[]): Promise<void> {
  let failures = 0
  const due = { minutes: ghostMinutes, everyMinutes: readMinutes, most: sellersPerRun }
  for (const seller of await takeSellers(deps.sql, due))
    try {
      await withdrawGhostsOf(deps, uses, seller)
    } catch (error) {
      if (!(error instanceof AccessError)) throw error
      deps.log.warn({ seller, code: error.code }, 'the chain did not tell which orders an account shows')
      failures += 1
      if (failures === mostFailures) return
    }
}

async function withdrawGhostsOf(deps: ChainDeps, uses: SaleOrderUse[], seller: string): Promise<void> {
  const ghosts = await listGhosts(deps, { seller, minutes: ghostMinutes })
  if (ghosts.length === 0) return
  await transaction(deps.sql, async (db) => {
    for (const use of uses) await use.withdraw(db, ghosts)
  })
  deps.log.warn({ ghosts }, 'orders were withdrawn that the chain would not deliver')
}

/**
 * Has our agent remove ended orders that are still in their sellers' accounts (they expired, or the
 * token left): an account holds 150, and dead ones would block its owner's next listing. Asks the
 * chain which are there. `least` is how many are worth a transaction.
 */
export async function clearEnded(deps: ChainDeps, least = worthClearing): Promise<void> {
  for (const { seller, orderIds, hour } of await askChain(deps, () => findStaleOrders(deps, least)))
    await transaction(deps.sql, (db) => intendCancel(db, { cause: `clear:${orderIds[0]}:${hour}`, seller, orderIds }))
}
