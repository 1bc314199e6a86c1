import { addManyItems } from '@kura/server/testing/many-items'
import { seedMember } from '@kura/server/testing/seed-member'
import { latency } from '../load/run-load.ts'
import { alternate, comparedFigure } from '../measure/figure.ts'
import type { Figure } from '../measure/figure.ts'
import { fillSales } from '../world/fill-sales.ts'
import { startShop } from '../world/shop.ts'
import type { World } from '../world/world.ts'

const itemIds = Array.from({ length: 50 }, (_, n) => `many-i${n + 1}`)

/** What a seller reads of the own sales; `cursor` points to the middle of them. */
const questions: Record<string, (cursor: string) => string> = {
  'sales summary': () => '/api/users/self/sales-summary',
  'sales, newest': () => '/api/users/self/sales-details',
  'sales, deep in the list': (cursor) => `/api/users/self/sales-details?cursor=${cursor}`,
  'movements of proceeds': () => '/api/users/self/proceeds/sales',
  'proceeds used as points': () => '/api/users/self/proceeds/points',
}

type Seller = { session: string; sales: number; cursor: string }

/** How long the pages of a seller take with many sales, beside one with few in the same shop. */
export async function salesBench(world: World): Promise<Figure[]> {
  const { rounds, secondsPerRun, fewSales, manySales } = world.sizes
  const { url: databaseUrl, sql } = await world.newDatabase()
  await addManyItems(sql, { count: itemIds.length })
  // no password is hashed here
  const passwords = { hash: () => Promise.reject(new Error('no password')), verify: () => Promise.resolve(false) }
  const newMember = () => seedMember({ sql, passwords: passwords as never })
  const shop = await startShop(world, databaseUrl, { ROLE: 'web' })
  const buyer = await newMember()
  const sellerOf = async (sales: number): Promise<Seller> => {
    const { memberId: sellerId, session } = await newMember()
    await fillSales(sql, { sellerId, buyerId: buyer.memberId, itemIds, sales, firstToken: sales * 10 })
    const offset = Math.min(sales / 2, 10_000)
    const answer = await fetch(`${shop.url}/api/users/self/sales-details?limit=1&offset=${offset}`, {
      headers: { 'x-auth-session': `Bearer ${session}` },
    })
    const { cursor } = (await answer.json()) as { cursor?: string }
    if (cursor === undefined) throw new Error(`the sales end before ${offset}`)
    return { session, sales, cursor }
  }
  world.say(`filling a shop with sellers of ${fewSales} and of ${manySales} sales`)
  const few = await sellerOf(fewSales)
  const many = await sellerOf(manySales)
  const figures: Figure[] = []
  for (const [question, pathOf] of Object.entries(questions)) {
    const run = async ({ session, cursor }: Seller) =>
      (await latency({ url: shop.url, paths: [pathOf(cursor)], sessions: [session], seconds: secondsPerRun / 2 }))
        .medianMs
    await run(many)
    await run(few)
    const result = await alternate(
      rounds,
      () => run(many),
      () => run(few),
    )
    const line = { name: `${question}, of ${manySales} sales, p50`, unit: 'ms', reference: `of ${fewSales} sales` }
    figures.push(comparedFigure({ ...line, goal: { atMost: 1.5 } }, result))
  }
  await shop.stop()
  return figures
}
