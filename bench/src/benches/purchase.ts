import { alternate, comparedFigure } from '../measure/figure.ts'
import type { Figure, Goal } from '../measure/figure.ts'
import { cannon } from '../load/run-load.ts'
import { fillShop } from '../world/fill-shop.ts'
import type { Filled } from '../world/fill-shop.ts'
import { startReference } from '../world/reference.ts'
import { shopEnv, startShop } from '../world/shop.ts'
import type { World } from '../world/world.ts'

type Side = { url: string; sessions: string[]; packIds: string[] }

/**
 * Purchases up to the committed reservation, over HTTP, each side on its own database. The
 * reference trusts the member's id as sent. Ours checks a session, validates, and also writes the
 * member's count, the history and the intent to charge.
 */
export async function purchaseBench(world: World): Promise<Figure[]> {
  const own = await newShop(world)
  const other = await newShop(world)
  const whole = await newShop(world)
  const reserving = await startReference(world, 'reserve-server.ts', {}, await shopEnv(world, own.url))
  const reference = await startReference(world, 'purchase-server.ts', { databaseUrl: other.url })
  const gateway = await startReference(world, 'gateway-stub.ts', {})
  const shop = await startShop(world, whole.url, { CARD_GATEWAY_URL: gateway.url, ROLE: 'web' })

  const spread = (url: string, { filled }: { filled: Filled }, ids = filled.sessions): Side => ({
    url,
    sessions: ids,
    packIds: filled.packIds,
  })
  const hot = (side: Side, { filled }: { filled: Filled }): Side => ({ ...side, packIds: [filled.hotPackId] })
  const ours = spread(reserving.url, own)
  const theirs = spread(reference.url, other, other.filled.memberIds)
  const all = spread(shop.url, whole)
  const figures = [
    await compare(world, 'reserved, many packs', ours, theirs, { atLeast: 0.5 }),
    await compare(world, 'reserved, one hot pack', hot(ours, own), hot(theirs, other), { atLeast: 0.4 }),
    await compare(world, 'whole call, gateway without delay, many packs', all, theirs),
    await compare(world, 'whole call, gateway without delay, one hot pack', hot(all, whole), hot(theirs, other)),
  ]
  await Promise.all([reserving, reference, gateway, shop].map((server) => server.stop()))
  return figures
}

async function newShop(world: World): Promise<{ url: string; filled: Filled }> {
  const { url, sql } = await world.newDatabase()
  return { url, filled: await fillShop(sql, world.sizes) }
}

async function compare(world: World, name: string, own: Side, reference: Side, goal?: Goal): Promise<Figure> {
  const { rounds, secondsPerRun, warmUpSeconds } = world.sizes
  const run = async ({ url, sessions, packIds }: Side, seconds = secondsPerRun) => {
    const paths = packIds.map((packId) => `/api/packs/${packId}/entry-order/new-card`)
    const body = JSON.stringify({ retUrl: '/', paymentToken: 'bench-#' })
    const headers = { 'content-type': 'application/json' }
    const plan = { url, paths, sessions, method: 'POST', body, headers, seconds, connections: 8 } as const
    return (await cannon(plan)).perSecond
  }
  await run(own, warmUpSeconds)
  await run(reference, warmUpSeconds)
  const result = await alternate(
    rounds,
    () => run(own),
    () => run(reference),
  )
  const line = { name, unit: 'purchases/s', reference: 'Fastify, one SQL function' }
  return comparedFigure(goal ? { ...line, goal } : line, result)
}
