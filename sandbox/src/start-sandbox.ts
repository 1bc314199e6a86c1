import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { startCaptcha } from './captcha/start-captcha.ts'
import { startCard } from './card/start-card.ts'
import { indexPage } from './index-page.ts'
import { startMail } from './mail/start-mail.ts'
import { readPayer, startFlow } from './own-flow.ts'
import { startPaidy } from './paidy/start-paidy.ts'
import { startPush } from './push/start-push.ts'
import { startService } from './service/start-service.ts'
import { startStorms } from './shared/storm.ts'
import type { Payer } from './wallet/chain.ts'
import { startWallet } from './wallet/start-wallet.ts'

export type SandboxOptions = {
  dataDir: string
  /** Port of the pages; 0 = any free one, as for the other ports. */
  port: number
  /** Port of a Flow network of our own; undefined = none. */
  flowPort?: number
  /** A Flow network outside, with the account that pays for new accounts. */
  outsideFlow?: { accessNode: string; payer: Payer }
  smtpPort: number
  /** Address of the product, where notices go. */
  appUrl: string
  host?: string
  log: (line: string) => void
}
export type SandboxAddresses = {
  pages: string
  /** Access REST address, without /v1; empty when there is no network. */
  accessNode: string
  smtp: string
  mailbox: string
  discovery: string
  cardGateway: string
  cardScript: string
  paidyApi: string
  paidyScript: string
  captchaScript: string
  captchaVerify: string
  /** The origin of the push service. */
  pushService: string
}
export type Sandbox = {
  addresses: SandboxAddresses
  /** Rejects when our own Flow network ends by itself; otherwise it never settles. */
  failed: Promise<never>
  close(): Promise<void>
}

/**
 * Starts the outside world at the wire. What it answered for is on disk: it may be killed at any
 * moment.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { port, smtpPort, appUrl, host = '127.0.0.1', log } = options
  const dataDir = join(options.dataDir, 'sandbox')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const app = fastify({ bodyLimit: 4_000_000, forceCloseConnections: true })
  // Pages are named as the product is, so that both are one site to the browser.
  const name = new URL(appUrl).hostname
  const place = { pages: '', accessNode: options.outsideFlow?.accessNode ?? '' }
  app.setErrorHandler((error: { statusCode?: number; message: string }, request, reply) => {
    const code = error.statusCode ?? 500
    if (code >= 500) log(`${request.method} ${request.url.split('?')[0]}: ${error.message}`)
    return reply.code(code).send({ error: error.message })
  })
  try {
    const flow = await startFlow(options, host)
    if (flow) {
      app.addHook('onClose', () => flow.close())
      place.accessNode = `http://${name}:${flow.port}`
    }
    const baseUrl = () => place.pages
    const storms = startStorms(app)
    await startCard(app, { dataDir, appUrl, baseUrl, storm: storms.card, log })
    await startPaidy(app, { dataDir, appUrl, storm: storms.paidy, log })
    const smtp = await startMail(app, { dataDir, smtpPort, host })
    await startCaptcha(app)
    await startPush(app, { baseUrl })
    await startService(app, { appUrl, baseUrl })
    await startWallet(app, { dataDir, baseUrl, accessNode: () => place.accessNode, payer: () => readPayer(options) })
    const addresses = await sharedRoutes(app, () => addressesAt(place, `smtp://${name}:${smtp}`))
    await app.listen({ port, host })
    const bound = app.server.address()
    place.pages = `http://${name}:${typeof bound === 'object' && bound ? bound.port : port}`
    const failed = flow?.failed ?? new Promise<never>(() => {})
    return { addresses: addresses(), failed, close: () => app.close() }
  } catch (error) {
    await app.close()
    throw error
  }
}

const addressesAt = ({ pages, accessNode }: { pages: string; accessNode: string }, smtp: string): SandboxAddresses => ({
  pages,
  accessNode,
  smtp,
  mailbox: `${pages}/mail`,
  discovery: `${pages}/discovery`,
  cardGateway: `${pages}/card`,
  cardScript: `${pages}/card/token.js`,
  paidyApi: `${pages}/paidy`,
  paidyScript: `${pages}/paidy/checkout.js`,
  captchaScript: `${pages}/captcha/api.js`,
  captchaVerify: `${pages}/captcha/siteverify`,
  pushService: pages,
})

async function sharedRoutes(app: FastifyInstance, addresses: () => SandboxAddresses) {
  const style = await readFile(join(import.meta.dirname, 'shared/style.css'), 'utf8')
  app.get('/', (_request, reply) => reply.type('text/html').send(indexPage(addresses())))
  app.get('/sandbox/style.css', (_request, reply) => reply.type('text/css').send(style))
  app.get('/sandbox/health', () => ({ ok: true, addresses: addresses() }))
  return addresses
}
