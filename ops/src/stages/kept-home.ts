import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootFolder } from '../settings.ts'
import { freePorts, startKura } from '../testing/kura-process.ts'

const checkout = { folder: rootFolder, home: () => '', remove: () => Promise.resolve() }
/** A first start takes seconds, on a busy machine a minute. */
const startMs = 300_000

/**
 * Runs work with a data folder of Kura after a first start with the demo catalogue and a clean stop. Journeys begin with copies of
 * it: the contracts, migrations and pictures of a first start, which the start tests look at, are then done once.
 */
export async function withKeptHome<T>(work: (home: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'kura-kept-'))
  const home = join(folder, 'home')
  try {
    const env = { PORT: String(await freePorts()), KURA_HOME: home, KURA_DEMO: 'true' }
    const kura = startKura(checkout, { env })
    const limit = setTimeout(() => kura.signal('SIGTERM'), startMs)
    await kura.ready().finally(() => clearTimeout(limit))
    kura.signal('SIGTERM')
    const { code, output } = await kura.ended
    if (code !== 0) throw new Error(`Kura did not stop cleanly:\n${output}`)
    return await work(home)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
