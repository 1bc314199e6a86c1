import { setTimeout as sleep } from 'node:timers/promises'
import { registerItems } from '@kura/server/catalogue/registration/register-items'
import type { Sql } from '@kura/server/platform/db/connect'
import { buildDeps } from '@kura/server/deps'
import { readEnv } from '@kura/server/env'
import { plainFigure } from '../measure/figure.ts'
import type { Figure } from '../measure/figure.ts'
import { checkout } from '../load/run-load.ts'
import { fillShop } from '../world/fill-shop.ts'
import type { Filled } from '../world/fill-shop.ts'
import { outsideOf } from '../world/outside.ts'
import { shopEnv, startShop } from '../world/shop.ts'
import { newVault } from '../world/vault.ts'
import type { World } from '../world/world.ts'

type Delivered = { orders: number; seconds: number; medianMs: number; lateMs: number }
/** Enough members that none reaches the limit on reservations per minute. */
const vaults = 80

/**
 * From the committed reservation to the token in the buyer's vault, sealed on the embedded network:
 * packs with one known item, which open automatically once they are paid. Times are the database's
 * own.
 */
export async function deliveryBench(world: World): Promise<Figure[]> {
  const { rounds, secondsPerRun, warmUpSeconds } = world.sizes
  const { url, sql } = await world.newDatabase()
  const filled = await fillShop(sql, { packs: 40, unitsPerPack: 100, hotUnits: 1, members: vaults })
  await putOneItemIn(sql, filled)
  const { pages } = await outsideOf(world)
  await giveVaults(world, { url, sql, filled })
  const shop = await startShop(world, url)
  const buy = async (connections: number, seconds = secondsPerRun): Promise<Delivered> => {
    const [start] = await sql<{ now: Date }[]>`select kura_now() as now`
    await checkout({ url: shop.url, cardTokenUrl: `${pages}/card/token`, connections, seconds, ...filled })
    return untilDelivered(sql, start!.now)
  }
  await buy(4, warmUpSeconds)
  const figures: Figure[] = []
  for (const connections of [1, 8]) {
    const runs: Delivered[] = []
    for (let round = 0; round < rounds; round += 1) runs.push(await buy(connections))
    const line = (name: string, unit: string, pick: (run: Delivered) => number) =>
      figures.push(
        plainFigure({ name: `reservation to sealed, ${connections} at once, ${name}`, unit }, runs.map(pick)),
      )
    line('median', 'ms', ({ medianMs }) => medianMs)
    line('95 of 100', 'ms', ({ lateMs }) => lateMs)
    line('from the first order to the last seal', 'orders/s', ({ orders, seconds }) => orders / seconds)
  }
  await shop.stop()
  return figures
}

/** Every pack holds one known item, each under a serial of its own. */
async function putOneItemIn(sql: Sql, { packIds }: Filled): Promise<void> {
  await sql`update packs set kind = 'single' where id = any(${packIds}::text[])`
  await sql`
    insert into pack_cards (unit_id, place, item_id, serial, ref_id)
    select id, 1, 'bench', row_number() over (order by pack_id, number), gen_random_uuid() from pack_units`
}

/** Registers the item on the chain and gives every member a vault there. */
async function giveVaults(
  world: World,
  { url, sql, filled }: { url: string; sql: Sql; filled: Filled },
): Promise<void> {
  const outside = await outsideOf(world)
  const deps = await buildDeps(readEnv(await shopEnv(world, url)))
  try {
    await registerItems(deps, { publicUrl: 'http://localhost:3000' })
    for (const memberId of filled.memberIds) {
      const address = await newVault(deps, outside)
      await sql`update members set flow_address = ${address}, collection_address = ${address} where id = ${memberId}`
    }
  } finally {
    await deps.close()
  }
}

/** Waits until every order since then is in a vault. Fails when one ended otherwise. */
async function untilDelivered(sql: Sql, since: Date): Promise<Delivered> {
  for (;;) {
    const [row] = await sql<(Delivered & { open: number; failed: number })[]>`
      select count(*)::int as orders,
             count(*) filter (where n.state is distinct from 'sealed')::int as open,
             count(*) filter (where o.state <> 'delivered' or n.state in ('stuck', 'refunded'))::int as failed,
             extract(epoch from max(n.sealed_at) - min(o.created_at))::float as seconds,
             (1000 * percentile_cont(0.5) within group (order by extract(epoch from n.sealed_at - o.created_at)))::float as "medianMs",
             (1000 * percentile_cont(0.95) within group (order by extract(epoch from n.sealed_at - o.created_at)))::float as "lateMs"
        from orders o left join openings n on n.order_id = o.id
       where o.created_at >= ${since}`
    if (!row || row.orders === 0 || row.failed > 0) throw new Error(`orders were not delivered: ${JSON.stringify(row)}`)
    if (row.open === 0) return row
    await sleep(50)
  }
}
