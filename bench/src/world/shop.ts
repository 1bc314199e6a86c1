import { join } from 'node:path'
import { freePort } from '@kura/db/embedded-launch'
import { readSettings } from '@kura/ops/settings'
import { serverEnv } from '@kura/ops/supervisor/server-env'
import { memoryEnv, memoryFlags } from '@kura/ops/supervisor/servers'
import { spawnNode, untilAnswers } from './node-child.ts'
import type { NodeChild } from './node-child.ts'
import { outsideOf } from './outside.ts'
import type { World } from './world.ts'

/** A server process of the product, started as the supervisor starts it. */
export type Shop = NodeChild & { url: string; env: Record<string, string> }

/** The environment of a server on a database, as the supervisor sets it. */
export async function shopEnv(world: World, databaseUrl: string): Promise<Record<string, string>> {
  const { env } = await outsideOf(world)
  const port = await freePort()
  const settings = readSettings({}, { PORT: String(port), KURA_HOME: world.home, HOST: '127.0.0.1' })
  return {
    ...serverEnv(settings, databaseUrl, env),
    METRICS_PORT: '0',
    LOG_LEVEL: 'warn',
    TRUSTED_PROXIES: '127.0.0.1',
  }
}

/** Starts a server on a database. `more` changes its environment. */
export async function startShop(world: World, databaseUrl: string, more: Record<string, string> = {}): Promise<Shop> {
  const isWorker = more['ROLE'] === 'worker'
  // a worker serves nothing else that tells that it is ready
  const metrics: Record<string, string> = isWorker ? { METRICS_PORT: String(await freePort()) } : {}
  const env: Record<string, string> = { ...memoryEnv({}), ...(await shopEnv(world, databaseUrl)), ...metrics, ...more }
  const child = spawnNode({ words: [...memoryFlags, join('server', 'src', 'main.ts')], env })
  world.after(() => child.stop())
  const url = `http://127.0.0.1:${env['PORT']}`
  await untilAnswers(child, isWorker ? `http://127.0.0.1:${env['METRICS_PORT']}/metrics` : `${url}/readyz`)
  return { ...child, url, env }
}
