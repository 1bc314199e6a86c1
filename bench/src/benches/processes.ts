import { setInterval as every } from 'node:timers'
import { plainFigure } from '../measure/figure.ts'
import type { Figure } from '../measure/figure.ts'
import { cannon } from '../load/run-load.ts'
import type { CannonResult } from '../load/plan.ts'
import { fillShop } from '../world/fill-shop.ts'
import type { Filled } from '../world/fill-shop.ts'
import { startReference } from '../world/reference.ts'
import { startShop } from '../world/shop.ts'
import type { Shop } from '../world/shop.ts'
import type { World } from '../world/world.ts'

const connections = 16
type Load = { name: string; run: (shop: Shop, share: number) => Promise<CannonResult> }

/**
 * The same number of visitors spread over 1, 2 and 4 server processes on one database, the first of
 * them also the worker: their total throughput, the latency of one request, and the memory of each
 * process. The visitors share the cores with the servers.
 */
export async function processesBench(world: World): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const count of [1, 2, 4]) figures.push(...(await measure(world, count)))
  return figures
}

async function measure(world: World, count: number): Promise<Figure[]> {
  const { rounds, warmUpSeconds } = world.sizes
  const { url, sql } = await world.newDatabase()
  const filled = await fillShop(sql, world.sizes)
  const gateway = await startReference(world, 'gateway-stub.ts', {})
  const shops: Shop[] = []
  for (let number = 0; number < count; number += 1)
    shops.push(
      await startShop(world, url, { CARD_GATEWAY_URL: gateway.url, ROLE: number === 0 ? 'web,worker' : 'web' }),
    )
  let most = 0
  const timer = every(() => (most = Math.max(most, ...shops.map((shop) => shop.memoryMb()))), 100)
  world.after(async () => clearInterval(timer))
  const figures: Figure[] = []
  for (const { name, run } of loadsOf(world, filled)) {
    const together = () => Promise.all(shops.map((shop) => run(shop, connections / count)))
    for (let warm = 0; warm < warmUpSeconds; warm += world.sizes.secondsPerRun) await together()
    const results: CannonResult[][] = []
    for (let round = 0; round < rounds; round += 1) results.push(await together())
    const of = `${name}, ${count} ${count === 1 ? 'process' : 'processes'}`
    const sums = results.map((all) => all.reduce((sum, { perSecond }) => sum + perSecond, 0))
    figures.push(plainFigure({ name: of, unit: 'requests/s' }, sums))
    for (const [what, pick] of [
      ['median', (one: CannonResult) => one.medianMs],
      ['99 of 100', (one: CannonResult) => one.lateMs],
    ] as const)
      figures.push(
        plainFigure(
          { name: `${of}, ${what}`, unit: 'ms' },
          results.map((all) => Math.max(...all.map(pick))),
        ),
      )
  }
  clearInterval(timer)
  await Promise.all([...shops, gateway].map((server) => server.stop()))
  const name = `most memory of one of ${count}`
  return [...figures, plainFigure({ name, unit: 'MB', goal: { atMost: 300 } }, [most])]
}

const loadsOf = (world: World, { sessions, packIds }: Filled): Load[] => [
  {
    name: 'pack data and list',
    run: (shop, share) =>
      cannon({
        url: shop.url,
        paths: ['/api/packs', ...packIds.slice(0, 20).map((id) => `/api/packs/${id}`)],
        connections: share,
        seconds: world.sizes.secondsPerRun,
      }),
  },
  {
    name: 'purchase up to 3-D Secure',
    run: (shop, share) =>
      cannon({
        url: shop.url,
        paths: packIds.map((id) => `/api/packs/${id}/entry-order/new-card`),
        sessions,
        method: 'POST',
        body: JSON.stringify({ retUrl: '/', paymentToken: 'bench-#' }),
        headers: { 'content-type': 'application/json' },
        connections: share,
        seconds: world.sizes.secondsPerRun,
      }),
  },
]
