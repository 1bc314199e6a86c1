import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { takeOne, type Switches } from '../shared/switches.ts'
import type { CardFaults } from './card-switches.ts'
import { alterTran } from './alter-tran.ts'
import type { Call, CallContext, Form } from './call.ts'
import { entryTran } from './entry-tran.ts'
import { execTran, secureTran2 } from './exec-tran.ts'
import { searchTrade } from './search-trade.ts'
import { CardRefusal, refusalFields } from './refusals.ts'
import { encodeWindows31j, parseWindows31jForm } from './windows-31j.ts'

const calls: Readonly<Record<string, Call>> = {
  EntryTran: entryTran,
  ExecTran: execTran,
  SecureTran2: secureTran2,
  AlterTran: alterTran,
  SearchTrade: searchTrade,
}

const sendFields = (reply: FastifyReply, fields: Record<string, string>) =>
  reply.type('text/plain;charset=Windows-31J').send(
    encodeWindows31j(
      Object.entries(fields)
        .map(([name, value]) => `${name}=${value}`)
        .join('&'),
    ),
  )

/** Plays the card gateway at the wire: same paths, fields, charset and error codes, and HTTP 200 also for a refusal. */
export function cardGateway(app: FastifyInstance, context: CallContext, switches: Switches<CardFaults>): void {
  const busy = new Set<string>()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, parseWindows31jForm(body as Buffer)),
  )

  const answer = async (name: string, form: Form) => {
    const planned = takeOne(switches.now.failNext, name)
    if (planned) return refusalFields([planned.errInfo])
    try {
      return await (calls[name]?.(context, form) ?? refusalFields(['E61010002']))
    } catch (error) {
      if (error instanceof CardRefusal) return refusalFields(error.errInfos)
      throw error
    }
  }

  app.post<{ Params: { call: string } }>('/payment/:call.idPass', async (request, reply) => {
    const name = request.params.call
    if (!Object.hasOwn(calls, name)) return reply.code(404).send('no such call')
    if (switches.now.down) return reply.code(503).type('text/plain').send('down (switched off in the sandbox)')
    const form = (request.body ?? {}) as Form
    // Two calls on one trade at once: the second is told so, as the money moves in the first.
    const lock = name === 'SearchTrade' ? undefined : form.AccessID
    if (lock && busy.has(lock)) return sendFields(reply, refusalFields(['E90010001']))
    if (lock) busy.add(lock)
    try {
      const fields = await answer(name, form)
      if (switches.now.slowMs > 0) await sleep(switches.now.slowMs)
      if (takeOne(switches.now.loseResponses, name)) return cut(reply)
      if (takeOne(switches.now.http500After, name)) return reply.code(500).type('text/html').send('<h1>500</h1>')
      return sendFields(reply, fields)
    } finally {
      if (lock) busy.delete(lock)
    }
  })
}

function cut(reply: FastifyReply) {
  reply.hijack()
  reply.raw.destroy()
  return reply
}
