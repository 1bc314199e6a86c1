import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

/** Prometheus on a port of its own, never on the public one. Undefined when switched off or when a sibling process has the port. */
export async function serveMetrics(deps: Deps): Promise<FastifyInstance | undefined> {
  if (deps.env.METRICS_PORT === 0) return undefined
  const app = Fastify()
  app.get('/metrics', async (_request, reply) =>
    reply.type(deps.metrics.registry.contentType).send(await deps.metrics.registry.metrics()),
  )
  try {
    await app.listen({ host: '127.0.0.1', port: deps.env.METRICS_PORT })
    return app
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
    deps.log.warn({ port: deps.env.METRICS_PORT }, 'metrics port is taken, another process serves there')
    return undefined
  }
}
