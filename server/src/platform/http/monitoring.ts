import { setTimeout as delay } from 'node:timers/promises'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { limits } from '@kura/contract/limits'
import type { Deps } from '../../deps.ts'
import { connectionLimits, limitConnections, serverOptions } from './connections.ts'
import { isDatabaseReady } from './queries.ts'

type MetricsServer = { close: () => Promise<void> }

const againMs = 1000

/**
 * Prometheus on a port of its own, never on the public one. Undefined when switched off. Where a
 * sibling process or a passing connection has the port, this one serves as soon as it is free.
 */
export async function serveMetrics(deps: Deps): Promise<MetricsServer | undefined> {
  const port = deps.env.METRICS_PORT
  if (port === 0) return undefined
  let app = await listen(deps, port)
  if (!app) deps.log.warn({ port }, 'the metrics port is taken; the server tries again until it is free')
  let isClosing = false
  let trying: Promise<void> | undefined
  const tryAgain = async (): Promise<void> => {
    try {
      app = await listen(deps, port)
      if (app) deps.log.info({ port }, 'the metrics port is free now')
    } catch (error) {
      clearInterval(timer)
      deps.log.error({ port, err: error }, 'metrics cannot be served')
    }
    trying = undefined
  }
  const timer = setInterval(() => {
    if (app) clearInterval(timer)
    else if (!isClosing) trying ??= tryAgain()
  }, againMs)
  timer.unref()
  const close = async (): Promise<void> => {
    isClosing = true
    clearInterval(timer)
    await trying
    await app?.close()
  }
  return { close }
}

/** Undefined where the port is taken. */
async function listen(deps: Deps, port: number): Promise<FastifyInstance | undefined> {
  const bounds = {
    ...connectionLimits(deps.env),
    maxConnections: limits.metricsConnectionsMost,
    maxPerSource: 0,
    stopMs: 1000,
  }
  const app = Fastify(serverOptions(bounds))
  limitConnections(app, deps, bounds, 'metrics')
  app.get('/metrics', async (_request, reply) =>
    reply.type(deps.metrics.registry.contentType).send(await deps.metrics.registry.metrics()),
  )
  try {
    await app.listen({ host: '127.0.0.1', port })
    return app
  } catch (error) {
    await app.close()
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
    return undefined
  }
}

/** `/healthz`: the process lives. `/readyz`: it can reach its database and its tables are there. */
export async function healthPlugin(app: FastifyInstance, { deps }: { deps: Deps }): Promise<void> {
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const ready = await Promise.race([isDatabaseReady(deps.sql), delay(2000, false, { ref: false })])
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'waiting' })
  })
}
