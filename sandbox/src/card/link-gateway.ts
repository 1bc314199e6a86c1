import type { FastifyInstance } from 'fastify'
import { spoilAnswer, turnAway } from '../shared/wire-faults.ts'
import { getLinkplusUrlPayment, rejectLinkplusUrlPayment, type LinkCall, type LinkContext } from './link-calls.ts'
import { CardRefusal, errCodeOf } from './refusals.ts'

const calls: Readonly<Record<string, LinkCall>> = {
  GetLinkplusUrlPayment: getLinkplusUrlPayment,
  RejectLinkplusUrlPayment: rejectLinkplusUrlPayment,
}

/** The JSON calls of the hosted page: an object back, or HTTP 400 with a list of `{ErrCode, ErrInfo}`. */
export function linkGateway(app: FastifyInstance, context: LinkContext): void {
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
      const answer = await call(context, body).catch((error: unknown) => {
        if (!(error instanceof CardRefusal)) throw error
        reply.code(400)
        return error.errInfos.map((ErrInfo) => ({ ErrCode: errCodeOf(ErrInfo), ErrInfo }))
      })
      return (await spoilAnswer(reply, context.storm, name, order)) ?? reply.send(answer)
    },
  )
}

function orderOf(body: Record<string, unknown>): string {
  const { OrderID } = (body.transaction ?? body) as { OrderID?: unknown }
  return typeof OrderID === 'string' ? OrderID : ''
}
