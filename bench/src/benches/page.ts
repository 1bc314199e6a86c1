import { alternate, comparedFigure } from '../measure/figure.ts'
import type { Figure, Goal } from '../measure/figure.ts'
import { cannon } from '../load/run-load.ts'
import { buildBarePage } from '../world/build-pages.ts'
import { startReference } from '../world/reference.ts'
import { startShop } from '../world/shop.ts'
import type { World } from '../world/world.ts'

/** `paths` is read before each run. */
type Side = { url: string; paths: () => string[] }
/** More items than a run renders. */
const itemsPerRun = 1000
const brotli = { 'accept-encoding': 'br' }
const coldGoal: Goal = { atLeast: 0.9 }

/**
 * The item page. Cold: every request is for another item, from another source, and each run
 * continues where the last one ended, so that no cached page is served. Cached: all requests are
 * for the same address.
 */
export async function pageBench(world: World): Promise<Figure[]> {
  const databaseUrl = await world.catalogue(world.sizes.items)
  const shop = await startShop(world, databaseUrl)
  const itemId = 'many-i1234'
  const path = `/items/${itemId}`
  const given = { build: await buildBarePage(), html: shop.url + path, itemId, databaseUrl }
  const bare = await startReference(world, 'page-server.ts', given)
  const buffer = await startReference(world, 'buffer-server.ts', { url: shop.url + path })
  await saySizes(world, shop.url + path, bare.url + path)

  const cold: Side = { url: shop.url, paths: nextItems(world.sizes.items) }
  const kept: Side = { url: shop.url, paths: () => [path] }
  const bareSide: Side = { url: bare.url, paths: () => [`${path}?n=#`] }
  const fromMemory: Side = { url: bare.url, paths: () => [`${path}?memory&n=#`] }
  const bufferSide: Side = { url: buffer.url, paths: () => [path] }
  const of = (name: string, reference: string, goal: Goal) => ({ name, unit: 'pages/s', reference, goal })
  const figures = [
    await compare(world, of('item page, cold', 'bare React Router, same SQL', coldGoal), cold, bareSide),
    await compare(
      world,
      of('item page, cold, against data in memory', 'bare React Router, no SQL', coldGoal),
      cold,
      fromMemory,
    ),
    await compare(
      world,
      of('item page, cold, brotli', 'bare React Router, same SQL, brotli', coldGoal),
      cold,
      bareSide,
      brotli,
    ),
    await compare(world, of('item page, kept', 'Fastify, Buffer', { atLeast: 0.3 }), kept, bufferSide),
    await compare(world, of('item page, kept, brotli', 'Fastify, Buffer', { atLeast: 0.3 }), kept, bufferSide, brotli),
  ]
  await Promise.all([shop.stop(), bare.stop(), buffer.stop()])
  return figures
}

function nextItems(items: number): () => string[] {
  let last = 0
  return () =>
    Array.from({ length: itemsPerRun }, () => {
      last = (last % items) + 1
      return `/items/many-i${last}?n=#`
    })
}

async function compare(
  world: World,
  line: { name: string; unit: string; reference: string; goal: Goal },
  own: Side,
  reference: Side,
  headers: Record<string, string> = {},
): Promise<Figure> {
  const { rounds, secondsPerRun, warmUpSeconds, connections } = world.sizes
  const run = async ({ url, paths }: Side, seconds = secondsPerRun) =>
    (await cannon({ url, paths: paths(), seconds, connections, headers })).perSecond
  await run(own, warmUpSeconds)
  await run(reference, warmUpSeconds)
  const result = await alternate(
    rounds,
    () => run(own),
    () => run(reference),
  )
  return comparedFigure(line, result)
}

/** Pages of different sizes would not compare. */
async function saySizes(world: World, own: string, bare: string): Promise<void> {
  const [ours, theirs] = await Promise.all([own, bare].map(async (url) => (await fetch(url)).text()))
  const elements = (html = '') => html.match(/<[a-z]/g)?.length ?? 0
  const show = (html = '') => `${(html.length / 1000).toFixed(1)} k characters, ${elements(html)} elements`
  world.say(`  our page: ${show(ours)}; the bare one: ${show(theirs)}`)
  if (elements(theirs) < elements(ours) * 0.9) throw new Error('the bare page is not the same page')
}
