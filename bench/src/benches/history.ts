import { alternate, comparedFigure } from '../measure/figure.ts'
import type { Figure } from '../measure/figure.ts'
import { latency } from '../load/run-load.ts'
import { fillHistory } from '../world/fill-history.ts'
import { fillShop } from '../world/fill-shop.ts'
import { startReference } from '../world/reference.ts'
import { shopEnv, startShop } from '../world/shop.ts'
import type { World } from '../world/world.ts'

type Side = {
  shop: string
  reserving: string
  sessions: string[]
  orderId: string
  packId: string
  stop: () => Promise<unknown>
}
type Asked = { at: keyof Pick<Side, 'shop' | 'reserving'>; method?: 'POST'; path: (side: Side) => string }

/**
 * Few enough that each has more than a page of orders in both shops, and enough that none reaches
 * the limit on reservations.
 */
const buyers = 1000

/** What a member reads in a shop with a history. */
const questions: Record<string, Asked> = {
  'purchase, reserved': {
    at: 'reserving',
    method: 'POST',
    path: ({ packId }) => `/api/packs/${packId}/entry-order/new-card`,
  },
  'own orders': { at: 'shop', path: () => '/api/orders' },
  'one order with its timeline': { at: 'shop', path: ({ orderId }) => `/api/transactions/pack/${orderId}` },
  'unopened packs': { at: 'shop', path: () => '/api/users/self/unopenedPacks' },
  'pack page data': { at: 'shop', path: ({ packId }) => `/api/packs/${packId}` },
}

/** How long one request takes with many and with few purchases in the books, sequentially. */
export async function historyBench(world: World): Promise<Figure[]> {
  const { fewOrders, manyOrders, rounds, secondsPerRun } = world.sizes
  const few = await shopWithPast(world, fewOrders)
  const many = await shopWithPast(world, manyOrders)
  const figures: Figure[] = []
  for (const [question, { at, method, path }] of Object.entries(questions)) {
    const run = async (side: Side) => {
      const body = method ? { body: JSON.stringify({ retUrl: '/', paymentToken: 'bench-#' }) } : {}
      const plan = {
        url: side[at],
        paths: [path(side)],
        sessions: at === 'reserving' ? side.sessions : side.sessions.slice(0, 1),
        seconds: secondsPerRun / 2,
      }
      return (await latency({ ...plan, ...(method ? { method, ...body } : {}) })).medianMs
    }
    await run(many)
    await run(few)
    const result = await alternate(
      rounds,
      () => run(many),
      () => run(few),
    )
    const name = `${question} after ${manyOrders} orders, p50`
    figures.push(comparedFigure({ name, unit: 'ms', reference: `after ${fewOrders}`, goal: { atMost: 1.5 } }, result))
  }
  await Promise.all([few.stop(), many.stop()])
  return figures
}

async function shopWithPast(world: World, orders: number): Promise<Side> {
  const { url, sql } = await world.newDatabase()
  const filled = await fillShop(sql, { ...world.sizes, members: buyers, hotUnits: 20_000 })
  await fillHistory(sql, filled, orders)
  const [memberId = ''] = filled.memberIds
  const [newest] = await sql<{ id: string }[]>`
    select id from orders where member_id = ${memberId} order by created_at desc limit 1`
  if (!newest) throw new Error('the member has no orders')
  const shop = await startShop(world, url, { ROLE: 'web' })
  const reserving = await startReference(world, 'reserve-server.ts', {}, await shopEnv(world, url))
  return {
    shop: shop.url,
    reserving: reserving.url,
    sessions: filled.sessions,
    orderId: newest.id,
    packId: filled.hotPackId,
    stop: () => Promise.all([shop.stop(), reserving.stop()]),
  }
}
