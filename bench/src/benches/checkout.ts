import { plainFigure } from '../measure/figure.ts'
import type { Figure } from '../measure/figure.ts'
import { checkout } from '../load/run-load.ts'
import { fillShop } from '../world/fill-shop.ts'
import { outsideOf } from '../world/outside.ts'
import { startShop } from '../world/shop.ts'
import type { World } from '../world/world.ts'

/**
 * From the card form to the booking: card token, reservation, both gateway calls over the wire, the
 * books. Members are signed in.
 */
export async function checkoutBench(world: World): Promise<Figure[]> {
  const { sizes } = world
  const { url, sql } = await world.newDatabase()
  const filled = await fillShop(sql, { ...sizes, unitsPerPack: 200, hotUnits: 1 })
  const { pages } = await outsideOf(world)
  const shop = await startShop(world, url)
  const figures: Figure[] = []
  const run = (connections: number, seconds = sizes.secondsPerRun) =>
    checkout({ url: shop.url, cardTokenUrl: `${pages}/card/token`, connections, seconds, ...filled })
  await run(8, sizes.warmUpSeconds)
  for (const connections of [1, 8, 16]) {
    const rounds = []
    for (let round = 0; round < sizes.rounds; round += 1) rounds.push(await run(connections))
    const name = `checkout to paid, ${connections} at once`
    figures.push(
      plainFigure(
        { name, unit: 'orders/s' },
        rounds.map(({ perSecond }) => perSecond),
      ),
    )
    figures.push(
      plainFigure(
        { name: `${name}, one order`, unit: 'ms' },
        rounds.map(({ medianMs }) => medianMs),
      ),
    )
  }
  await ensurePaid(sql)
  await shop.stop()
  return figures
}

/** Every purchase counted must be in the books. */
async function ensurePaid(sql: Awaited<ReturnType<World['newDatabase']>>['sql']): Promise<void> {
  const [counts] = await sql<{ orders: number; paid: number; sold: number }[]>`
    select count(*)::int as orders, count(*) filter (where state = 'delivered')::int as paid,
           (select sum(sold)::int from pack_stocks) as sold from orders`
  if (!counts || counts.orders === 0 || counts.paid !== counts.orders || counts.sold !== counts.orders)
    throw new Error(`orders and books differ: ${JSON.stringify(counts)}`)
}
