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

/** A node may not have orders that are younger. */
const ghostMinutes = 10
/** How often an account is read, and how many of them in one run: they are taken at once, as finding them reads all that stands. */
const readMinutes = 5
const sellersPerRun = 500
/** A node that fails for so many accounts of a run is away: the others wait for the next run. */
const mostFailures = 5
/** Each transaction costs a fee, so a few orders are waited for; far fewer than an account can hold. */
const worthClearing = 20

/** What the worker does for signed orders, whatever they are used for, and how often. */
export const saleOrderJobs = (uses: SaleOrderUse[]): Job[] => [
  // a use of its own round: one that fails does not keep the others waiting
  ...uses.flatMap((use): Job[] => [
    { name: `expire-${use.name}s`, everySeconds: 2, run: use.expire },
    { name: `give-up-${use.name}-drafts`, everySeconds: 60, run: (deps) => giveUpOldDrafts(deps, use) },
    { name: `cancel-${use.name}s-again`, everySeconds: 60, run: (deps) => cancelStuckOrders(deps, use) },
  ]),
  { name: 'withdraw-ghosts', everySeconds: 30, run: (deps) => withdrawGhosts(deps, uses) },
  { name: 'clear-ended-orders', everySeconds: 600, run: (deps) => clearEnded(deps) },
]

/** Gives up drafts that no wallet took in time. */
export const giveUpOldDrafts = async ({ sql }: Pick<Deps, 'sql'>, { rows }: SaleOrderUse): Promise<unknown> =>
  orders.giveUpOlder(sql, rows)

/** Asks the agent again to cancel orders that still stand ten minutes after they were to end, and calls a person where it fails. */
export async function cancelStuckOrders(
  deps: Pick<Deps, 'sql' | 'log' | 'metrics'>,
  { name, rows }: SaleOrderUse,
): Promise<void> {
  await retryCancels(deps, await orders.listStuck(deps.sql, rows))
  await raiseStuckAlarms(deps, `${name}-stuck`, await orders.countStuck(deps.sql, rows))
}

/**
 * Withdraws what the chain would never deliver any more though no event said so: permissions moved to another account, a
 * link to them deleted. It is hidden at once, and over when its time is. Each account is asked about once in
 * `readMinutes`, by one of the workers; one that the node cannot read waits for its next time.
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
 * Has our agent remove orders that are over but still lie in their sellers' accounts (they ran out of time, or the token
 * went): an account holds 150, and dead ones would keep its owner from listing. Asks the chain which of them are there.
 * `least` is how many make it worth a transaction.
 */
export async function clearEnded(deps: ChainDeps, least = worthClearing): Promise<void> {
  for (const { seller, orderIds, hour } of await askChain(deps, () => findStaleOrders(deps, least)))
    await transaction(deps.sql, (db) => intendCancel(db, { cause: `clear:${orderIds[0]}:${hour}`, seller, orderIds }))
}
