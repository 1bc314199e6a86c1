import type { FastifyListenOptions } from 'fastify'
import { buildApp } from './app.ts'
import { buildDeps } from './deps.ts'
import { refuseMovedClock } from './platform/db/moved-clock.ts'
import { readEnv } from './env.ts'
import { serveMetrics } from './platform/http/monitoring.ts'
import { startWorker } from './start-worker.ts'

const env = readEnv()
const deps = await buildDeps(env)
if (env.LIVE) await refuseMovedClock(deps.sql)
const { http } = await buildApp(deps)
if (env.ROLE.includes('web')) {
  // several processes share the port: the kernel spreads connections over them
  await http.listen({ host: env.HOST, port: env.PORT, reusePort: true } as FastifyListenOptions)
}
const worker = env.ROLE.includes('worker') ? await startWorker(deps) : undefined
const metrics = await serveMetrics(deps)
deps.log.info({ port: env.PORT, roles: env.ROLE }, 'ready')

let isClosing = false
async function close(): Promise<void> {
  if (isClosing) return
  isClosing = true
  await http.close()
  await worker?.stop()
  await metrics?.close()
  await deps.close()
}
process.once('SIGTERM', () => void close())
process.once('SIGINT', () => void close())
