import type { FastifyInstance } from 'fastify'
import { takeOne, type Switches } from '../shared/switches.ts'
import { cutConnection, spoilAnswer, turnAway } from '../shared/wire-faults.ts'
import type { CardFaults } from './card-switches.ts'
import { getLinkplusUrlPayment, rejectLinkplusUrlPayment, type LinkCall, type LinkContext } from './link-calls.ts'
import { CardRefusal, errCodeOf } from './refusals.ts'

const calls: Readonly<Record<string, LinkCall>> = {
  GetLinkplusUrlPayment: getLinkplusUrlPayment,
  RejectLinkplusUrlPayment: rejectLinkplusUrlPayment,
}

/**
 * The JSON calls of the hosted page: an object back, or HTTP 400 with a list of `{ErrCode,
 * ErrInfo}`.
 */
export function linkGateway(app: FastifyInstance, context: LinkContext, { now }: Switches<CardFaults>): void {
  app.post<{ Params: { call: string }; Body: Record<string, unknown> | null }>(
    '/payment/:call.json',
    async (request, reply) => {
      const name = request.params.call
      const call = Object.hasOwn(calls, name) ? calls[name] : undefined
      if (!call) return reply.code(404).send('no such call')
      const body = request.body ?? {}
      const order = orderOf(body)
      const turnedAway = turnAway(reply, context.storm, name, order)
      if (turnedAway) return turnedAway
      const planned = takeOne(now.failNext, name)
      const world = takeOne(now.forgetNext, name) ? forgetful(context) : context
      const work = planned ? Promise.reject(new CardRefusal(planned.errInfo)) : call(world, body)
      const answer = await work.catch((error: unknown) => {
        if (!(error instanceof CardRefusal)) throw error
        reply.code(400)
        return error.errInfos.map((ErrInfo) => ({ ErrCode: errCodeOf(ErrInfo), ErrInfo }))
      })
      if (takeOne(now.loseResponses, name)) return cutConnection(reply)
      if (takeOne(now.http500After, name)) return reply.code(500).type('text/html').send('<h1>500</h1>')
      return (await spoilAnswer(reply, context.storm, name, order)) ?? reply.send(answer)
    },
  )
}

/** The same pages, where nothing that is written stays. */
const forgetful = (context: LinkContext): LinkContext => ({
  ...context,
  links: { ...context.links, save: async (link) => link },
})

function orderOf(body: Record<string, unknown>): string {
  const { OrderID } = (body.transaction ?? body) as { OrderID?: unknown }
  return typeof OrderID === 'string' ? OrderID : ''
}
