import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { removeEmbedded, stopEmbedded } from '@kura/db/embedded'
import { migrate } from '@kura/db/migrate'
import { Problem } from '../problem.ts'
import { readSettings } from '../settings.ts'
import type { Settings } from '../settings.ts'
import { runningSupervisor } from '../supervisor/instance.ts'
import { endChild, listChildren } from '../supervisor/run-files.ts'
import { withDatabase } from './with-database.ts'

/** The files of the local chain: its blocks, and the keys that are valid only on it. */
const chainPaths = ['flow', 'chain.json', join('keys', 'agent.key'), join('keys', 'sale.key')]

/** The files of an instance, and nothing else: a person may keep other files in KURA_HOME. */
const homePaths = [...chainPaths, 'sandbox', 'media', 'uploads', 'exports', 'keys', 'logs', 'run', 'instance.json']

async function resetChainData(settings: Settings) {
  const [{ resetChain }, { wireModules }] = await Promise.all([
    import('@kura/server/chain/agent/reset-chain'),
    import('@kura/server/wiring'),
  ])
  wireModules()
  await withDatabase(async (databaseUrl) => {
    // The tables may be newer than at the last start, so migrations run first.
    await migrate({ url: databaseUrl, log: console.log })
    await resetChain({ databaseUrl, log: console.log })
  })
  for (const path of chainPaths) rmSync(join(settings.home, path), { recursive: true, force: true })
  console.log('The local chain and what was read from it are gone; the next start begins a new one.')
}

async function resetAll(settings: Settings) {
  const dataDir = join(settings.home, 'postgres')
  await stopEmbedded({ dataDir })
  removeEmbedded(dataDir)
  for (const path of homePaths) rmSync(join(settings.home, path), { recursive: true, force: true })
  console.log(`All local data in ${settings.home} is gone; the next start makes new data.`)
  if (settings.databaseUrl) console.log('The database of DATABASE_URL was left as it is.')
}

/** Deletes local data. Refuses while Kura runs, and on a live site. */
export async function reset(words: string[]): Promise<void> {
  const settings = readSettings()
  const supervisor = runningSupervisor(settings.home)
  if (supervisor) {
    throw new Problem(`Kura runs on ${settings.home} (pid ${supervisor.pid}).`, 'Stop it first, then reset.')
  }
  if (settings.live) throw new Problem('A live site is never reset.', 'Leave LIVE out to reset a local one.')
  await Promise.all(listChildren(settings.home).map((child) => endChild(child.process, 5000)))
  await (words.includes('--chain') ? resetChainData(settings) : resetAll(settings))
}
