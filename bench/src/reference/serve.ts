import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'

/** What this process serves. */
export const given = <T>(): T => JSON.parse(process.argv[2] ?? '{}') as T

/**
 * A bare Fastify on a free port of this machine, which sends its address to the process that
 * started it.
 */
export async function serve(addRoutes: (app: FastifyInstance) => void | Promise<void>): Promise<void> {
  const app = Fastify({ trustProxy: '127.0.0.1' })
  await addRoutes(app)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  process.once('SIGTERM', () => void app.close().then(() => process.exit(0)))
  process.send?.({ url })
}
