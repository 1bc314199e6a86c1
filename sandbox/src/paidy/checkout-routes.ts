import type { FastifyInstance } from 'fastify'
import type { Checkouts } from './checkouts.ts'
import { PaidyRefusal, refusalBody } from './paidy-refusal.ts'

type Body = Record<string, unknown> | null
type StepRequest = { Params: { session: string }; Body: Body }

const textOf = (body: Body | undefined, name: string) => {
  const value = body?.[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** What the overlay asks for, step by step; a client without a browser may ask the same. */
export function checkoutRoutes(app: FastifyInstance, checkouts: Checkouts): void {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof PaidyRefusal) return reply.code(error.status).send(refusalBody(error))
    throw error
  })
  app.post<{ Body: Body }>('/checkouts', (request) => checkouts.begin(request.body?.api_key, request.body?.payload))
  app.post<StepRequest>('/checkouts/:session/buyer', ({ params, body }) => {
    const wrong = checkouts.identify(params.session, textOf(body, 'email'), textOf(body, 'phone'))
    return wrong ? { wrong } : { next: 'code' }
  })
  app.post<StepRequest>('/checkouts/:session/code', async ({ params, body }) => {
    const end = await checkouts.confirm(params.session, textOf(body, 'code'))
    return typeof end === 'string' ? { wrong: end } : end
  })
  app.post<StepRequest>('/checkouts/:session/close', ({ params }) => checkouts.leave(params.session))
}
