import { setInterval as every } from 'node:timers'
import { plainFigure } from '../measure/figure.ts'
import type { Figure } from '../measure/figure.ts'
import { cannon } from '../load/run-load.ts'
import { startShop } from '../world/shop.ts'
import type { World } from '../world/world.ts'

/**
 * Memory of a server process, web and worker in one, while it renders new pages, lists and cached
 * pages.
 */
export async function memoryBench(world: World): Promise<Figure[]> {
  const { items, secondsPerRun, connections } = world.sizes
  const shop = await startShop(world, await world.catalogue(items))
  const idle = shop.memoryMb()
  const seen: number[] = []
  const timer = every(() => seen.push(shop.memoryMb()), 100)
  const run = (paths: string[], headers = {}) =>
    cannon({ url: shop.url, paths, headers, connections, seconds: secondsPerRun * 2 })
  // more pages than the cache keeps; the number gives each request another source
  const pages = Array.from({ length: items }, (_, n) => `/items/many-i${n + 1}?n=#`)
  await run(pages, { 'accept-encoding': 'br' })
  await run(['/api/items', '/api/items/many-i77', '/api/items?q=%E9%87%91%E9%AD%9A'])
  await run(pages)
  await run(['/items/many-i1', '/'], { 'accept-encoding': 'br' })
  clearInterval(timer)
  await shop.stop()
  return [
    plainFigure({ name: 'memory of a server, idle', unit: 'MB' }, [idle]),
    plainFigure({ name: 'memory of a server under load', unit: 'MB' }, seen),
    plainFigure({ name: 'most memory of a server under load', unit: 'MB', goal: { atMost: 300 } }, [Math.max(...seen)]),
  ]
}
