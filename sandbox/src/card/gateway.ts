import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { takeOne, type Switches } from '../shared/switches.ts'
import { cutConnection, spoilAnswer, turnAway } from '../shared/wire-faults.ts'
import type { CardFaults } from './card-switches.ts'
import { alterTran, changeTran } from './alter-tran.ts'
import type { Call, CallContext, Form } from './call.ts'
import { entryTran } from './entry-tran.ts'
import { execTran, secureTran2 } from './exec-tran.ts'
import { deleteMember, saveMember, searchMember, updateMember } from './member-calls.ts'
import { searchTrade } from './search-trade.ts'
import { deleteCard, saveCard, searchCard, tradedCard } from './stored-card-calls.ts'
import { CardRefusal, refusalFields } from './refusals.ts'
import { encodeWindows31j, parseWindows31jForm } from './windows-31j.ts'

const calls: Readonly<Record<string, Call>> = {
  EntryTran: entryTran,
  ExecTran: execTran,
  SecureTran2: secureTran2,
  AlterTran: alterTran,
  ChangeTran: changeTran,
  SearchTrade: searchTrade,
  SaveMember: saveMember,
  UpdateMember: updateMember,
  DeleteMember: deleteMember,
  SearchMember: searchMember,
  SaveCard: saveCard,
  SearchCard: searchCard,
  DeleteCard: deleteCard,
  TradedCard: tradedCard,
}

const sendFields = (reply: FastifyReply, fields: Record<string, string>) =>
  reply.type('text/plain;charset=Windows-31J').send(
    encodeWindows31j(
      Object.entries(fields)
        .map(([name, value]) => `${name}=${value}`)
        .join('&'),
    ),
  )

/**
 * Plays the card gateway at the wire: same paths, fields, charset and error codes, and HTTP 200
 * also for a refusal.
 */
export function cardGateway(app: FastifyInstance, context: CallContext, switches: Switches<CardFaults>): void {
  const busy = new Set<string>()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, parseWindows31jForm(body as Buffer)),
  )

  const answer = async (name: string, form: Form) => {
    const planned = takeOne(switches.now.failNext, name)
    if (planned) return refusalFields([planned.errInfo])
    try {
      const world = takeOne(switches.now.forgetNext, name) ? forgetful(context) : context
      return await (calls[name]?.(world, form) ?? refusalFields(['E61010002']))
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
    const order = orderOf(context, form)
    const turnedAway = turnAway(reply, context.storm, name, order)
    if (turnedAway) return turnedAway
    // Two calls on one trade at once: the second is refused, as the money moves in the first.
    const lock = name === 'SearchTrade' ? undefined : form.AccessID
    if (lock && busy.has(lock)) return sendFields(reply, refusalFields(['E90010001']))
    if (lock) busy.add(lock)
    try {
      const fields = await answer(name, form)
      if (switches.now.slowMs > 0) await sleep(switches.now.slowMs)
      if (takeOne(switches.now.loseResponses, name)) return cutConnection(reply)
      if (takeOne(switches.now.http500After, name)) return reply.code(500).type('text/html').send('<h1>500</h1>')
      return (await spoilAnswer(reply, context.storm, name, order)) ?? sendFields(reply, fields)
    } finally {
      if (lock) busy.delete(lock)
    }
  })
}

/** The same gateway, where nothing that is written stays. */
const forgetful = (context: CallContext): CallContext => ({
  ...context,
  book: { ...context.book, save: async (trade) => trade },
  members: { ...context.members, save: async (member) => member },
  announce: () => {},
})

/** What the storm knows a call by: its order, else its member. */
const orderOf = ({ book }: CallContext, { AccessID, OrderID, MemberID = '' }: Form) =>
  OrderID ?? book.byAccess(AccessID ?? '')?.orderId ?? MemberID
