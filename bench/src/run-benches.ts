import { loadavg } from 'node:os'
import { Problem } from '@kura/ops/problem'
import { catalogueBench } from './benches/catalogue.ts'
import { pageBench } from './benches/page.ts'
import { collectionsBench } from './benches/collections.ts'
import { payoutsBench } from './benches/payouts.ts'
import { sellingBench } from './benches/selling.ts'
import { startBench } from './benches/start.ts'
import { searchBench } from './benches/search.ts'
import { scaleBench } from './benches/scale.ts'
import { purchaseBench } from './benches/purchase.ts'
import { mintBench } from './benches/mint.ts'
import { indexerBench } from './benches/indexer.ts'
import { salesBench } from './benches/sales.ts'
import { marketBench } from './benches/market.ts'
import { memoryBench } from './benches/memory.ts'
import { deliveryBench } from './benches/delivery.ts'
import { notificationsBench } from './benches/notifications.ts'
import { processesBench } from './benches/processes.ts'
import { historyBench } from './benches/history.ts'
import { firstLoadBench } from './benches/first-load.ts'
import { identityBench } from './benches/identity.ts'
import { checkoutBench } from './benches/checkout.ts'
import type { Figure } from './measure/figure.ts'
import { printReport, writeReport } from './report.ts'
import type { Result } from './report.ts'
import { fullSizes, quickSizes } from './sizes.ts'
import { openWorld } from './world/world.ts'
import type { World } from './world/world.ts'
import { buildPages } from './world/build-pages.ts'

const benches: Record<string, (world: World) => Promise<Figure[]>> = {
  catalogue: catalogueBench,
  page: pageBench,
  purchase: purchaseBench,
  checkout: checkoutBench,
  delivery: deliveryBench,
  history: historyBench,
  mint: mintBench,
  indexer: indexerBench,
  identity: identityBench,
  'first-load': firstLoadBench,
  start: startBench,
  memory: memoryBench,
  processes: processesBench,
  scale: scaleBench,
  search: searchBench,
  market: marketBench,
  selling: sellingBench,
  collections: collectionsBench,
  notifications: notificationsBench,
  payouts: payoutsBench,
  sales: salesBench,
}

/**
 * Runs the named benches, or all; returns whether every goal is met. Unless quick,
 * bench/results.json keeps the figures.
 */
export async function runBenches(names: string[], { isQuick }: { isQuick: boolean }): Promise<boolean> {
  const unknown = names.find((name) => !benches[name])
  if (unknown) throw new Problem(`There is no bench "${unknown}".`, `Use ${Object.keys(benches).join(', ')}.`)
  const sizes = isQuick ? quickSizes : fullSizes
  const chosen = Object.entries(benches).filter(([name]) => names.length === 0 || names.includes(name))
  console.log('Building the pages')
  await buildPages()
  const world = await openWorld(sizes)
  const stop = () => void world.close().then(() => process.exit(130))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  const results: Record<string, Result> = {}
  try {
    for (const [name, run] of chosen) results[name] = await runOne(name, world, run)
  } finally {
    await world.close()
  }
  if (!isQuick) writeReport(results, sizes)
  return Object.values(results).every(
    ({ figures, failure }) => !failure && figures.every(({ isMet }) => isMet !== false),
  )
}

/** Runs one bench; one that fails is reported and does not stop the others. */
async function runOne(name: string, world: World, run: (world: World) => Promise<Figure[]>): Promise<Result> {
  const [busy = 0] = loadavg()
  const begun = new Date()
  console.log(`\n${name}`)
  try {
    const figures = await run(world)
    printReport(figures)
    return { busy, figures }
  } catch (error) {
    console.error(error)
    process.exitCode = 1
    const limits = await world.limitsMet(begun)
    const met = limits.length === 0 ? '' : `; limits of Kura that were used up: ${limits.join(', ')}`
    if (met) console.error(`${name}${met}. Spread its load over more members and sources.`)
    return { busy, figures: [], failure: `${String(error)}${met}` }
  }
}
