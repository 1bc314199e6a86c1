import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@kura/db/embedded-launch'
import { plainFigure } from '../measure/figure.ts'
import type { Figure } from '../measure/figure.ts'
import { spawnNode } from '../world/node-child.ts'
import type { World } from '../world/world.ts'

/**
 * How long `npm start` takes on a used data folder: database and chain exist, the pages are built.
 */
export async function startBench(world: World): Promise<Figure[]> {
  const port = await freePort()
  const env = { KURA_HOME: join(world.home, 'start'), PORT: String(port) }
  const first = await startOnce(env)
  const seconds: number[] = []
  for (let start = 0; start < world.sizes.coldStarts; start += 1) seconds.push(await startOnce(env))
  return [
    plainFigure({ name: 'first start, with the demo catalogue', unit: 's' }, [first]),
    plainFigure({ name: 'start on warm data, to ready', unit: 's', goal: { atMost: 6 } }, seconds),
  ]
}

/** Seconds from the command to the first response of the site; then everything is stopped. */
async function startOnce(env: Record<string, string>): Promise<number> {
  const begun = performance.now()
  const child = spawnNode({ words: [join('ops', 'bootstrap.mjs'), 'start'], env, graceMs: 60_000 })
  try {
    while (!child.said().includes('Kura is ready')) {
      if (child.process.exitCode !== null) throw new Error(`Kura did not start:\n${child.said()}`)
      await sleep(10)
    }
    const answer = await fetch(`http://127.0.0.1:${env['PORT']}/readyz`)
    if (answer.status !== 200) throw new Error(`Kura reports ready but returns ${answer.status}`)
    return (performance.now() - begun) / 1000
  } finally {
    await child.stop()
  }
}
