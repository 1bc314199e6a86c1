import { seedListings } from '@kura/server/market/listing/testing/seed-listings'
import { addManyItems } from '@kura/server/testing/many-items'
import { seedMember } from '@kura/server/testing/seed-member'
import { latency } from '../load/run-load.ts'
import { alternate, comparedFigure } from '../measure/figure.ts'
import type { Figure } from '../measure/figure.ts'
import { startShop, type Shop } from '../world/shop.ts'
import type { World } from '../world/world.ts'

const itemCount = 50
const itemIds = Array.from({ length: itemCount }, (_, n) => `many-i${n + 1}`)
const base = '/api/selling-orders/items'
const firstToken = 1_000_000
const [largeSeller, smallSeller] = ['0x01cf0e2f2f715450', '0x179b6b1cb6755e31']

/** What buyers and sellers read of an item; `cursor` points to the middle of its listings. */
const questions: Record<string, (cursor: string) => string[]> = {
  'listings of an item, cheapest first': () => itemIds.map((id) => `${base}/${id}`),
  'listings deep in the list': (cursor) => [`${base}/${itemIds[0]}?cursor=${cursor}`],
  'listings, latest first': () => itemIds.map((id) => `${base}/${id}?orderColumn=time&orderSort=desc`),
  'lowest and highest price': () => itemIds.map((id) => `${base}/${id}/max-min`),
  'items with listings': () => [base],
  'items between two prices': () => [`${base}?priceFrom=100&priceTo=102&sort=price-low`],
  'items with one of a hundred serials': () => [`${base}?serialFrom=${firstToken}&serialTo=${firstToken + 99}`],
  'items of a seller with a hundred listings': () => [`${base}?seller=${smallSeller}`],
  'items of the seller with all other listings': () => [`${base}?seller=${largeSeller}`],
  'items below their last sale': () => [`${base}?belowLastSale=true`],
  'items of that seller below their last sale': () => [`${base}?seller=${smallSeller}&belowLastSale=true`],
}

type Market = Shop & { cursor: string; count: number }

/** How long the pages of a market take with few and with many listings, one request at a time. */
export async function marketBench(world: World): Promise<Figure[]> {
  const { rounds, secondsPerRun, listings } = world.sizes
  const [few, ...more] = await openMarkets(world, listings)
  if (!few) throw new Error('no market to compare with')
  const figures: Figure[] = []
  for (const many of more)
    for (const [question, pathsFor] of Object.entries(questions)) {
      const run = async ({ url, cursor }: Market) =>
        (await latency({ url, paths: pathsFor(cursor), seconds: secondsPerRun / 2 })).medianMs
      await run(many)
      await run(few)
      const result = await alternate(
        rounds,
        () => run(many),
        () => run(few),
      )
      const line = {
        name: `${question}, at ${many.count} listings, p50`,
        unit: 'ms',
        reference: `at ${few.count} listings`,
        goal: { atMost: 1.5 },
      }
      figures.push(comparedFigure(line, result))
    }
  await Promise.all([few, ...more].map((market) => market.stop()))
  return figures
}

async function openMarkets(world: World, counts: readonly number[]): Promise<Market[]> {
  const markets: Market[] = []
  for (const count of counts) {
    world.say(`filling a market with ${count} listings`)
    const { url, sql } = await world.newDatabase()
    await addManyItems(sql, { count: itemCount })
    // no password is hashed here
    const passwords = { hash: () => Promise.reject(new Error('no password')), verify: () => Promise.resolve(false) }
    const [large, small] = [
      await seedMember({ sql, passwords: passwords as never }, { flowAddress: largeSeller }),
      await seedMember({ sql, passwords: passwords as never }, { flowAddress: smallSeller }),
    ]
    await seedListings(sql, { count, itemIds, sellerId: large.memberId, soldPercent: 20, firstToken })
    await seedListings(sql, { count: 100, itemIds, sellerId: small.memberId, firstToken: 2 * firstToken + count })
    const shop = await startShop(world, url, { ROLE: 'web' })
    markets.push({ ...shop, count, cursor: await middleOf(shop.url, count) })
  }
  return markets
}

/**
 * The cursor of a page in the middle of the first item's listings, as far in as a list can be read.
 */
async function middleOf(url: string, count: number): Promise<string> {
  const offset = Math.min(Math.floor(count / itemCount / 3), 10_000)
  const answer = await fetch(`${url}${base}/${itemIds[0]}?limit=1&offset=${offset}`)
  const { cursor } = (await answer.json()) as { cursor?: string }
  if (cursor === undefined) throw new Error(`the listings of ${itemIds[0]} end before ${offset}`)
  return cursor
}
