import { alternate, comparedFigure } from '../measure/figure.ts'
import type { Figure } from '../measure/figure.ts'
import { cannon } from '../load/run-load.ts'
import { startReference } from '../world/reference.ts'
import { startShop } from '../world/shop.ts'
import type { World } from '../world/world.ts'

/** The list of 24 and one item, against Fastify and postgres.js with the same SQL text. */
export async function catalogueBench(world: World): Promise<Figure[]> {
  const { items, rounds, secondsPerRun, warmUpSeconds, connections } = world.sizes
  const databaseUrl = await world.catalogue(items)
  const shop = await startShop(world, databaseUrl)
  const reference = await startReference(world, 'catalogue-server.ts', { databaseUrl, itemId: 'many-i1' })
  await ensureSame(shop.url, reference.url, ['/api/items', '/api/items/many-i77'])

  const measure = async (name: string, paths: string[]): Promise<Figure> => {
    const run = async (url: string, seconds = secondsPerRun) =>
      (await cannon({ url, paths, seconds, connections })).perSecond
    await run(shop.url, warmUpSeconds)
    await run(reference.url, warmUpSeconds)
    const result = await alternate(
      rounds,
      () => run(shop.url),
      () => run(reference.url),
    )
    const line = { name, unit: 'requests/s', reference: 'Fastify, same SQL', goal: { atLeast: 0.6 } }
    return comparedFigure(line, result)
  }
  const figures = [
    await measure(`list of 24 at ${items} items`, ['/api/items']),
    await measure(
      `one item by id at ${items} items`,
      Array.from({ length: 500 }, (_, n) => `/api/items/many-i${1 + n * 3}`),
    ),
  ]
  await Promise.all([shop.stop(), reference.stop()])
  return figures
}

/** A faster response with different bytes would prove nothing. */
async function ensureSame(own: string, reference: string, paths: string[]): Promise<void> {
  for (const path of paths) {
    const [first, second] = await Promise.all([own, reference].map(async (url) => (await fetch(url + path)).text()))
    if (first !== second) throw new Error(`${path} differs from its reference:\n${first}\n${second}`)
  }
}
