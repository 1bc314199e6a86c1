import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Switches } from '../shared/switches.ts'
import type { Behaviour } from './behaviours.ts'
import type { Question } from './answers.ts'
import { declined, isWalletService, pending, type PollingResponse, type WalletService } from './services.ts'
import type { WalletFaults } from './wallet-switches.ts'

type Waiting = { service: WalletService; sent: Sent; answer?: PollingResponse; at: number }
type Sent = Record<string, unknown> & { config?: Question['config'] }
export type BackChannel = {
  /** Takes the app's question: answered at once where nobody needs to look, else pending. */
  ask(service: WalletService, sent: Sent): Promise<PollingResponse>
  poll(id: string): PollingResponse
  /** What a page opened for this id has to ask. */
  find(id: string): { service: unknown; body: Sent; config: unknown } | undefined
  settle(id: string, answer: PollingResponse): void
}

/** What a person or test left to the switches is answered with. */
export const scriptedBehaviour = ({ now }: Switches<WalletFaults>, service: WalletService): Behaviour =>
  service === 'authz' || service === 'user-signature' ? (now.signing ?? now.behaviour) : now.behaviour

const keptMs = 3_600_000

/** The wallet over HTTP: the app posts its question and polls while a person decides on a page. */
export function makeBackChannel(world: {
  base: () => string
  switches: Switches<WalletFaults>
  answer: (question: Question) => Promise<PollingResponse>
}): BackChannel {
  const waiting = new Map<string, Waiting>()
  return {
    async ask(service, sent) {
      const { auto, account } = world.switches.now
      const { config } = sent
      if (auto || service === 'authn-refresh') {
        const behaviour = scriptedBehaviour(world.switches, service)
        return world.answer({ service, method: 'HTTP/POST', behaviour, account, body: sent, config })
      }
      for (const [id, old] of waiting) if (Date.now() - old.at > keptMs) waiting.delete(id)
      const id = randomUUID()
      waiting.set(id, { service, sent, at: Date.now() })
      return pending(world.base(), service, id)
    },
    poll(id) {
      const found = waiting.get(id)
      if (!found) return declined('No such request')
      return found.answer ?? pending(world.base(), found.service, id)
    },
    find(id) {
      const sent = waiting.get(id)?.sent
      return sent && { service: { params: { method: 'HTTP/POST' } }, body: sent, config: sent.config ?? {} }
    },
    settle(id, answer) {
      const found = waiting.get(id)
      // The first answer counts, as the app may have read it.
      if (found) found.answer ??= answer
    },
  }
}

/** The addresses an app of any origin calls. */
export function backChannelRoutes(app: FastifyInstance, channel: BackChannel): void {
  app.post<{ Params: { service: string }; Body: Sent }>('/wallet/back/:service', async (request, reply) => {
    const { service } = request.params
    const sent = request.body
    if (!isWalletService(service) || typeof sent !== 'object' || !sent)
      return reply.code(400).send({ error: 'no such service' })
    const answer = await channel.ask(service, sent)
    return reply.code(answer.status === 'PENDING' ? 201 : 200).send(answer)
  })
  app.get<{ Querystring: { pollingId?: string } }>('/wallet/back/poll', (request) =>
    channel.poll(request.query.pollingId ?? ''),
  )
}
