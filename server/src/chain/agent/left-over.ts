import { listGrants, readStandingOrders } from '@kura/cadence/sale'
import { limits } from '@kura/contract/limits'
import type { Db } from '../../platform/db/connect.ts'
import { addressesOf, type ChainDeps } from '../../platform/flow/chain-config.ts'
import { unlessUnreadable } from '../index/find-standing.ts'

/** Orders of one seller that are over and still lie in the account. `hour` names the hour it is now. */
export type LeftOver = { seller: string; orderIds: string[]; hour: string }

/**
 * Such orders by seller, where there are at least so many. The chain is asked whether they are really there; an account that it cannot read is
 * passed over.
 */
export async function listLeftOver(
  { sql, accessNode, chain }: Pick<ChainDeps, 'sql' | 'accessNode' | 'chain'>,
  least: number,
): Promise<LeftOver[]> {
  const found: LeftOver[] = []
  for (const { seller, orderIds, hour } of await listCandidates(sql, least)) {
    const shown = await unlessUnreadable(() => accessNode.runScript(listGrants(addressesOf(chain), { seller })))
    if (shown === undefined) continue
    const there = new Set(readStandingOrders(shown).map(({ terms }) => terms.orderId))
    const left = orderIds.filter((orderId) => there.has(orderId)).slice(0, limits.ordersPerCancel)
    if (left.length >= least) found.push({ seller, orderIds: left, hour })
  }
  return found
}

// The end of a grant is told by the language in every case, so one without that word is still there. Full accounts have the better chance, not the
// first place: those from which nothing can be removed must not keep the others waiting for ever.
const listCandidates = (db: Db, least: number): Promise<LeftOver[]> => db`
  select o.seller, array_agg(o.order_id order by o.order_id) as "orderIds",
         to_char(kura_now() at time zone 'UTC', 'YYYYMMDDHH24') as hour
    from (select seller, order_id from sale_orders where end_reason is not null and not is_destroyed
          union all select seller, order_id from sale_orders where end_reason is null and expires_at <= kura_now()) o
   group by o.seller having count(*) >= ${least}
   order by random() * count(*) desc limit 20`
