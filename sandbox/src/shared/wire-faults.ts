import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { Storm } from './storm.ts'

/** Answers a call that the storm refuses before anything is done for it; undefined lets it pass. */
export function turnAway(reply: FastifyReply, storm: Storm, call: string, order: string): FastifyReply | undefined {
  if (storm.isDown()) return reply.code(503).type('text/plain').send('down (storm of the sandbox)')
  if (!storm.strikesCall('http429', call, order)) return undefined
  return reply.code(429).header('retry-after', '1').type('text/plain').send('too many requests (storm of the sandbox)')
}

/** Delays, cuts or replaces the answer of a call that was done; undefined = send it as it is. */
export async function spoilAnswer(
  reply: FastifyReply,
  storm: Storm,
  call: string,
  order: string,
): Promise<FastifyReply | undefined> {
  if (storm.now.slowMs > 0 && storm.strikesCall('slow', call, order)) await sleep(storm.now.slowMs)
  if (storm.strikesCall('lostResponse', call, order)) return cutConnection(reply)
  if (storm.strikesCall('http500', call, order)) return reply.code(500).type('text/html').send('<h1>500</h1>')
  return undefined
}

/** Ends the connection without an answer. */
export function cutConnection(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.destroy()
  return reply
}
