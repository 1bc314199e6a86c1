import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import { addEmptyBlocks, lastBlock, setFaults, type Chain } from './chain.ts'
import { RestError, badRequest, unavailable } from './errors.ts'
import { accountRoutes, blockRoutes, eventRoutes, networkRoutes, scriptRoutes } from './rest-reads.ts'
import { transactionRoutes } from './rest-transactions.ts'

const maxBodyBytes = 2 << 20
// a date far off would make every later block unreadable
const mostLaterMs = 366 * 24 * 3600 * 1000
const maxEmptyBlocks = 10_000

// Pages of any origin may read the chain: a wallet or a shop in the browser talks to it directly.
function allowEveryOrigin(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
      'access-control-allow-methods': 'GET, POST, PUT, OPTIONS',
      'access-control-max-age': '600',
    })
    if (request.method === 'OPTIONS') await reply.code(204).send()
  })
}

function answerErrors(app: FastifyInstance) {
  app.setErrorHandler<FastifyError>((error, _, reply) => {
    const tooLarge = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
    const status = error instanceof RestError ? error.status : (error.statusCode ?? 500)
    if (status >= 500 && !(error instanceof RestError)) console.error(error)
    const message = tooLarge ? 'request size exceeds maximum allowed' : error.message
    return reply.code(status).send({ code: status, message })
  })
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ code: 404, message: `no such endpoint: ${request.method} ${request.url}` }),
  )
}

function playFaults(app: FastifyInstance, chain: Chain) {
  app.addHook('onRequest', async (request, reply) => {
    const { latencyMs, dropConnections, down } = chain.faults
    if (latencyMs > 0) await sleep(latencyMs)
    if (dropConnections) {
      reply.hijack()
      request.raw.socket.destroy()
    } else if (down) throw unavailable('the node is down')
  })
}

// Outside /v1, so that no client of the network meets it, and never played upon by the faults it
// sets.
function sandboxRoutes(app: FastifyInstance, chain: Chain) {
  app.get('/sandbox/faults', () => chain.faults)
  app.put('/sandbox/faults', ({ body }) => setFaults(chain, body))
  app.post<{ Body: { count?: unknown; laterMs?: unknown } | undefined }>('/sandbox/blocks', ({ body }) => {
    const count = Number(body?.count ?? 1)
    if (!Number.isInteger(count) || count < 1 || count > maxEmptyBlocks) {
      throw badRequest(`count is a whole number from 1 to ${maxEmptyBlocks}`)
    }
    const laterMs = Number(body?.laterMs ?? 0)
    if (!Number.isInteger(laterMs) || laterMs < 0 || laterMs > mostLaterMs) {
      throw badRequest('laterMs is a whole number of milliseconds, of a year at most')
    }
    addEmptyBlocks(chain, count, laterMs)
    return { height: lastBlock(chain).height }
  })
}

/** The node's HTTP side: the Access API below /v1, the sandbox's own switches below /sandbox. */
export function buildApp(chain: Chain): FastifyInstance {
  const app = Fastify({ bodyLimit: maxBodyBytes, forceCloseConnections: true, routerOptions: { maxParamLength: 4096 } })
  // Clients name other types, or none, for the JSON they send, and some send nothing under the name
  // of JSON.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(body as string))
    } catch {
      done(badRequest('request body is not JSON'), undefined)
    }
  })
  allowEveryOrigin(app)
  answerErrors(app)
  void app.register(
    async (v1) => {
      playFaults(v1, chain)
      networkRoutes(v1, chain)
      accountRoutes(v1, chain)
      blockRoutes(v1, chain)
      eventRoutes(v1, chain)
      scriptRoutes(v1, chain)
      transactionRoutes(v1, chain)
    },
    { prefix: '/v1' },
  )
  sandboxRoutes(app, chain)
  return app
}
