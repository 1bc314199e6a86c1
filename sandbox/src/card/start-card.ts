import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { faulty, openToAllOrigins } from '../shared/faults.ts'
import type { Storm } from '../shared/storm.ts'
import { switchRoutes } from '../shared/switches.ts'
import { makeCardSwitches } from './card-switches.ts'
import { makeCardTokens } from './card-tokens.ts'
import { challengePages } from './challenge-page.ts'
import { cardGateway } from './gateway.ts'
import { cardHelpPage } from './help-page.ts'
import { openLinkBook } from './link-book.ts'
import type { LinkContext } from './link-calls.ts'
import { linkGateway } from './link-gateway.ts'
import { linkPages } from './link-pages.ts'
import { openMemberBook } from './member-book.ts'
import { openNotices } from './notices.ts'
import { openTradeBook } from './trade-book.ts'
import { tradeList } from './trade-list.ts'
import { encodeWindows31j } from './windows-31j.ts'

/** The one shop this gateway knows. */
export const sandboxShop = { id: 'sandbox000001', pass: 'sandboxpw1' } as const
/** The one site of members and their cards. */
export const sandboxSite = { id: 'tsite000001', pass: 'sandboxsite1' } as const

type Options = { dataDir: string; appUrl: string; baseUrl: () => string; storm: Storm; log: (line: string) => void }

/**
 * Opens the gateway's books and adds all its routes under /card and /sandbox/card. Closing the app
 * closes the books.
 */
export async function startCard(app: FastifyInstance, options: Options): Promise<void> {
  const { dataDir, appUrl, baseUrl, storm, log } = options
  const switches = makeCardSwitches(new URL('/api/notices/card', appUrl).href)
  const book = await openTradeBook(join(dataDir, 'card-trades.jsonl'))
  const notices = await openNotices(join(dataDir, 'card-notices.jsonl'), switches.now, log)
  const members = await openMemberBook(join(dataDir, 'card-members.jsonl'))
  const links = await openLinkBook(join(dataDir, 'card-links.jsonl'))
  const clock = () => new Date(Date.now() + switches.now.clockOffsetDays * 86_400_000)
  const tokens = makeCardTokens(sandboxShop.id, clock)
  const context: LinkContext = {
    book,
    tokens,
    shop: sandboxShop,
    members,
    site: sandboxSite,
    links,
    storm,
    clock,
    challengeUrl: (id) => `${baseUrl()}/card/acs/${id}`,
    linkUrl: (id) => `${baseUrl()}/card/link/${id}`,
    announce: (trade) => notices.push(trade),
  }
  const script = async (name: string) => readFile(new URL(name, import.meta.url), 'utf8')
  const [tokenScript, submitScript] = await Promise.all([script('browser-token.js'), script('browser-submit.js')])

  switchRoutes(app, '/sandbox/card', switches)
  app.get<{ Querystring: { order?: string } }>('/sandbox/card/trades', async ({ query }) => {
    await book.settled()
    const trades = query.order === undefined ? book.all() : [book.byOrder(query.order)]
    return { trades: trades.filter((trade) => trade !== undefined), noticesWaiting: notices.waiting() }
  })
  app.get<{ Querystring: { from?: string; to?: string } }>('/sandbox/card/trades.csv', async ({ query }, reply) => {
    await book.settled()
    return reply
      .type('text/csv;charset=Windows-31J')
      .header('content-disposition', 'attachment; filename="trades.csv"')
      .send(encodeWindows31j(tradeList(book.all(), query.from, query.to)))
  })
  app.get('/sandbox/card/members', async () => {
    await members.settled()
    return { members: members.all() }
  })
  app.get('/card', (_request, reply) => reply.type('text/html').send(cardHelpPage(sandboxShop, sandboxSite)))
  app.get('/card/submit.js', (_request, reply) => reply.type('text/javascript').send(submitScript))
  await app.register(async (scope) => cardGateway(scope, context, switches), { prefix: '/card' })
  await app.register(
    async (scope) => {
      faulty(scope, switches, storm)
      challengePages(scope, { book, switches, storm })
    },
    { prefix: '/card' },
  )
  await app.register(
    async (scope) => {
      faulty(scope, switches, storm)
      linkGateway(scope, context, switches)
      linkPages(scope, context)
    },
    { prefix: '/card' },
  )
  await app.register(async (scope) => {
    openToAllOrigins(scope, '/card/token')
    faulty(scope, switches, storm)
    await scope.register(formbody)
    scope.get('/card/token.js', (_request, reply) => reply.type('text/javascript').send(tokenScript))
    scope.post<{ Body: Record<string, string> }>('/card/token', (request) => tokens.issue(request.body ?? {}))
  })
  app.addHook('onClose', async () => {
    await notices.close()
    await Promise.all([book.close(), members.close(), links.close()])
  })
}
