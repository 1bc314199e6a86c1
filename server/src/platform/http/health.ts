import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { isDatabaseReady } from './queries.ts'

/** `/healthz`: the process lives. `/readyz`: it can reach its database and its tables are there. */
export async function healthPlugin(app: FastifyInstance, { deps }: { deps: Deps }): Promise<void> {
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const ready = await Promise.race([isDatabaseReady(deps.sql), delay(2000, false, { ref: false })])
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'waiting' })
  })
}
