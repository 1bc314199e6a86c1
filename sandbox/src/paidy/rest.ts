import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Storm } from '../shared/storm.ts'
import { takeOne, type Switches } from '../shared/switches.ts'
import { cutConnection, spoilAnswer, turnAway } from '../shared/wire-faults.ts'
import { malformed, notFound, PaidyRefusal, refusalBody, unauthorised } from './paidy-refusal.ts'
import type { PaidyCall, PaidyFaults } from './paidy-switches.ts'
import type { PaidyPayment } from './payment-book.ts'
import {
  capturePayment,
  closePayment,
  getPayment,
  refundPayment,
  updatePayment,
  type Change,
  type PaymentContext,
} from './payments.ts'

export type PaidyKeys = { publicKey: string; secretKey: string }
type Verb = (context: PaymentContext, change: Change) => Promise<PaidyPayment>
type PaymentRequest = FastifyRequest<{ Params: { id: string } }>
type Options = { context: PaymentContext; keys: PaidyKeys; switches: Switches<PaidyFaults>; storm: Storm }

/** Plays Paidy's REST API at the wire. */
export function paidyRest(app: FastifyInstance, { context, keys, switches, storm }: Options): void {
  // A change without a body is fine: capture and close need none.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, text === '' ? {} : JSON.parse(String(text)))
    } catch {
      done(malformed('the body is no JSON'))
    }
  })
  app.setErrorHandler((error, _request, reply) => {
    const refusal = error instanceof PaidyRefusal ? error : undefined
    const status = refusal?.status ?? (error as { statusCode?: number }).statusCode ?? 500
    const other = () => new PaidyRefusal(status, status < 500 ? 'request.invalid' : 'internal', 'Error', 'not done')
    return reply.code(status).send(refusalBody(refusal ?? other()))
  })
  app.setNotFoundHandler(() => {
    throw notFound('path')
  })

  const serve = (call: PaidyCall, verb: Verb) => async (request: PaymentRequest, reply: FastifyReply) => {
    checkCaller(request, keys)
    const { id } = request.params
    const order = context.book.find(id)?.payment.order.order_ref ?? id
    const turnedAway = turnAway(reply, storm, call, order)
    if (turnedAway) return turnedAway
    const planned = takeOne(switches.now.failNext, call)
    if (planned) throw new PaidyRefusal(planned.status, 'sandbox.planned', 'Planned', 'a planned fault of the sandbox')
    const world = takeOne(switches.now.forgetNext, call) ? forgetful(context) : context
    const payment = await verb(world, { id, body: request.body, key: headerOf(request, 'paidy-idempotency-key') })
    if (takeOne(switches.now.loseResponses, call)) return cutConnection(reply)
    if (takeOne(switches.now.http500After, call)) return reply.code(500).type('text/html').send('<h1>500</h1>')
    return (await spoilAnswer(reply, storm, call, order)) ?? reply.send(payment)
  }
  app.get(
    '/payments/:id',
    serve('get', (verbContext, { id }) => getPayment(verbContext, id)),
  )
  app.put('/payments/:id', serve('update', updatePayment))
  app.post('/payments/:id/captures', serve('capture', capturePayment))
  app.post('/payments/:id/refunds', serve('refund', refundPayment))
  app.post('/payments/:id/close', serve('close', closePayment))
}

/** The same provider, where nothing that is written stays. */
const forgetful = (context: PaymentContext): PaymentContext => ({
  ...context,
  book: { ...context.book, save: async (stored) => stored },
  announce: () => {},
})

function checkCaller(request: FastifyRequest, { secretKey }: PaidyKeys) {
  if (headerOf(request, 'authorization') !== `Bearer ${secretKey}`) throw unauthorised()
  if (!/^(\d{4}-\d\d-\d\d)?$/.test(headerOf(request, 'paidy-version'))) throw malformed('Paidy-Version: a date')
}

const headerOf = (request: FastifyRequest, name: string) => String(request.headers[name] ?? '')
