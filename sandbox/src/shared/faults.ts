import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

type Weather = { isDown(): boolean }

/**
 * Makes every route of this scope answer 503 while `down` or in a storm's downtime, and late by
 * `slowMs`.
 */
export function faulty(
  app: FastifyInstance,
  switches: { now: { down: boolean; slowMs: number } },
  storm?: Weather,
): void {
  app.addHook('onRequest', async (_request, reply) => {
    if (switches.now.slowMs > 0) await sleep(switches.now.slowMs)
    if (switches.now.down || storm?.isDown())
      return reply.code(503).type('text/plain').send('down (switched off in the sandbox)')
  })
}

/**
 * Lets a page of any origin call these routes of this scope, as the providers' own scripts need.
 */
export function openToAllOrigins(app: FastifyInstance, ...paths: string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('access-control-allow-origin', '*')
    if (request.method !== 'OPTIONS') return
    reply.header('access-control-allow-methods', 'GET, POST, OPTIONS')
    reply.header('access-control-allow-headers', request.headers['access-control-request-headers'] ?? 'content-type')
    return reply.code(204).send()
  })
  for (const path of paths) app.options(path, () => undefined)
}
