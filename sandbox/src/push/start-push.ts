import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { html, page } from '../shared/html.ts'
import { isCount, isListOf, isText, makeSwitches, switchRoutes, takeOne } from '../shared/switches.ts'
import { cutConnection } from '../shared/wire-faults.ts'
import { decrypt, newBrowser, vapidFault } from './browsers.ts'
import type { Browser } from './browsers.ts'

type PushFaults = {
  /**
   * The next messages are answered with these, each `count` times. `silence`: no answer for
   * `slowMs`, then the connection is cut. `lost`: it is kept, and the answer is cut.
   */
  answers: { call: string; count: number; answer: string; retryAfter: number }[]
  slowMs: number
}
type Message = { browserId: string; text: string; topic: string; urgency: string; ttl: number; receivedAt: string }

const makePushSwitches = () =>
  makeSwitches<PushFaults>(
    { answers: [], slowMs: 30_000 },
    { answers: isListOf({ call: isText, count: isCount, answer: isText, retryAfter: isCount }), slowMs: isCount },
  )

const mostMessages = 1000

/**
 * Plays a push service and the browsers behind it. `POST /sandbox/push/browsers` makes a browser
 * and returns what its PushManager would; `GET /push/messages` is what the browsers decrypted.
 */
export async function startPush(app: FastifyInstance, { baseUrl }: { baseUrl: () => string }): Promise<void> {
  const switches = makePushSwitches()
  const browsers = new Map<string, Browser>()
  let messages: Message[] = []
  await app.register(async (scope) => {
    switchRoutes(scope, '/sandbox/push', switches)
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.post('/sandbox/push/browsers', () => {
      const browser = newBrowser()
      browsers.set(browser.id, browser)
      const keys = {
        p256dh: browser.ecdh.getPublicKey().toString('base64url'),
        auth: browser.auth.toString('base64url'),
      }
      return { endpoint: `${baseUrl()}/push/send/${browser.id}`, keys }
    })
    scope.delete<{ Params: { id: string } }>('/sandbox/push/browsers/:id', (request) => {
      const browser = browsers.get(request.params.id)
      if (browser) browser.isGone = true
      return {}
    })
    scope.post<{ Params: { id: string } }>('/push/send/:id', async (request, reply) => {
      const browser = browsers.get(request.params.id)
      if (!browser) return reply.code(404).send()
      if (browser.isGone) return reply.code(410).send()
      const { headers } = request
      const fault = vapidFault(headers.authorization, baseUrl())
      if (fault !== undefined) return reply.code(403).send({ error: fault })
      if (!/^\d+$/.test(String(headers['ttl'] ?? ''))) return reply.code(400).send({ error: 'no TTL' })
      const planned = takeOne(switches.now.answers, 'send')
      if (planned?.answer === 'silence') {
        await sleep(switches.now.slowMs)
        return cutConnection(reply)
      }
      if (planned && planned.answer !== 'lost') {
        if (planned.retryAfter > 0) reply.header('retry-after', String(planned.retryAfter))
        return reply.code(Number(planned.answer)).send()
      }
      const message = {
        browserId: browser.id,
        text: decrypt(browser, request.body as Buffer),
        topic: String(headers['topic'] ?? ''),
        urgency: String(headers['urgency'] ?? 'normal'),
        ttl: Number(headers['ttl']),
        receivedAt: new Date().toISOString(),
      }
      messages = [...messages, message].slice(-mostMessages)
      return planned ? cutConnection(reply) : reply.code(201).send()
    })
  })
  app.get<{ Querystring: { browser?: string } }>('/push/messages', ({ query: { browser } }) =>
    messages.filter(({ browserId }) => browser === undefined || browserId === browser),
  )
  app.get('/push', (_request, reply) => reply.type('text/html').send(pushPage(messages)))
}

const pushPage = (messages: readonly Message[]): string =>
  page(
    'プッシュ通知',
    html`<p><a href="/">← sandbox</a></p>
      <h1>プッシュ通知（${messages.length} 件）</h1>
      ${messages.length === 0 && html`<p>まだ届いていません。</p>`}
      ${messages.toReversed().map(
        ({ text, urgency, receivedAt }) =>
          html`<pre class="card">
${receivedAt} ${urgency}
${text}</pre>`,
      )}`,
    { wide: true },
  )
