import { intendCancel, findStaleOrders } from '../../chain/agent/cancel-orders.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { askChain } from '../../platform/flow/ask-chain.ts'

/** Each transaction costs a fee, so a few are waited for; far fewer than an account can hold. */
const worthClearing = 20

/**
 * Has our agent remove orders that are over but still lie in their sellers' accounts (they ran out of time, or the token went): an
 * account holds 150, and dead ones would keep its owner from listing. Asks the chain which of them are there. `least` is how many
 * make it worth a transaction.
 */
export async function clearEnded(
  deps: Pick<Deps, 'sql' | 'accessNode' | 'chain' | 'log'>,
  least = worthClearing,
): Promise<void> {
  for (const { seller, orderIds, hour } of await askChain(deps, () => findStaleOrders(deps, least)))
    await transaction(deps.sql, (db) => intendCancel(db, { cause: `clear:${orderIds[0]}:${hour}`, seller, orderIds }))
}
