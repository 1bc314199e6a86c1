import { alternate, comparedFigure } from '../measure/figure.ts'
import type { Figure } from '../measure/figure.ts'
import { latency } from '../load/run-load.ts'
import { startShop } from '../world/shop.ts'
import type { World } from '../world/world.ts'

/** What a visitor asks of the list, in a catalogue of this many items. */
const questions: Record<string, (items: number) => string[]> = {
  'newest page': () => ['/api/items'],
  'page deep in the list': (items) => [`/api/items?cursor=${cursorAt(items / 20)}`],
  'filtered by series': () => ['/api/items?seriesId=many-s2'],
  'searched by a common word': () => [`/api/items?q=${encodeURIComponent('金魚')}`],
  'searched by the name of one item': (items) => [
    `/api/items?q=${encodeURIComponent(`金魚の浜 ${lastNumber(items)}`)}`,
  ],
}

/** The number of the newest item with this name: one in eighty has it. */
const lastNumber = (items: number): number => items - ((items - 79) % 80)

/** The cursor of a list by newest, as the list returns it, with this many items after it. */
const cursorAt = (left: number): string =>
  Buffer.from(JSON.stringify([1_000_000 + Math.round(left)])).toString('base64url')

/** How long the same queries take in a large and in a small catalogue, one request at a time. */
export async function scaleBench(world: World): Promise<Figure[]> {
  const { fewItems, manyItems, rounds, secondsPerRun } = world.sizes
  const few = await startShop(world, await world.catalogue(fewItems), { ROLE: 'web' })
  const many = await startShop(world, await world.catalogue(manyItems), { ROLE: 'web' })
  const figures: Figure[] = []
  for (const [question, pathsFor] of Object.entries(questions)) {
    const run = async (url: string, items: number) => {
      const { medianMs } = await latency({ url, paths: pathsFor(items), seconds: secondsPerRun / 2 })
      return medianMs
    }
    await run(many.url, manyItems)
    await run(few.url, fewItems)
    const result = await alternate(
      rounds,
      () => run(many.url, manyItems),
      () => run(few.url, fewItems),
    )
    const line = {
      name: `${question} at ${manyItems} items, p50`,
      unit: 'ms',
      reference: `at ${fewItems} items`,
      goal: { atMost: 1.5 },
    }
    figures.push(comparedFigure(line, result))
  }
  await Promise.all([few.stop(), many.stop()])
  return figures
}
