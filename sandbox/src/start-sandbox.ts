import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { startCaptcha } from './captcha/start-captcha.ts'
import { startCard } from './card/start-card.ts'
import { indexPage } from './index-page.ts'
import { startMail } from './mail/start-mail.ts'

export type SandboxOptions = {
  dataDir: string
  /** Port of the pages; 0 = any free one, as for the other ports. */
  port: number
  smtpPort: number
  /** Address of the product, where notices go. */
  appUrl: string
  host?: string
  log: (line: string) => void
}
export type SandboxAddresses = {
  pages: string
  smtp: string
  mailbox: string
  discovery: string
  cardGateway: string
  cardScript: string
  captchaScript: string
  captchaVerify: string
}
export type Sandbox = { addresses: SandboxAddresses; close(): Promise<void> }

/** Starts the outside world at the wire. What it answered for is on disk: it may be killed at any moment. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { dataDir, port, smtpPort, appUrl, host = '127.0.0.1', log } = options
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const app = fastify({ bodyLimit: 4_000_000, forceCloseConnections: true })
  const place = { pages: '' }
  app.setErrorHandler((error: { statusCode?: number; message: string }, request, reply) => {
    const code = error.statusCode ?? 500
    if (code >= 500) log(`${request.method} ${request.url.split('?')[0]}: ${error.message}`)
    return reply.code(code).send({ error: error.message })
  })
  try {
    await startCard(app, { dataDir, appUrl, baseUrl: () => place.pages, log })
    const smtp = await startMail(app, { dataDir, smtpPort, host })
    await startCaptcha(app)
    const addresses = await sharedRoutes(app, () => addressesAt(place.pages, `smtp://${nameOf(host)}:${smtp}`))
    await app.listen({ port, host })
    const bound = app.server.address()
    place.pages = `http://${nameOf(host)}:${typeof bound === 'object' && bound ? bound.port : port}`
    return { addresses: addresses(), close: () => app.close() }
  } catch (error) {
    await app.close()
    throw error
  }
}

// People and certificates say localhost; the loopback number is only where we listen.
const nameOf = (host: string) => (host === '127.0.0.1' || host === '0.0.0.0' ? 'localhost' : host)

const addressesAt = (pages: string, smtp: string): SandboxAddresses => ({
  pages,
  smtp,
  mailbox: `${pages}/mail`,
  discovery: `${pages}/discovery`,
  cardGateway: `${pages}/card`,
  cardScript: `${pages}/card/token.js`,
  captchaScript: `${pages}/captcha/api.js`,
  captchaVerify: `${pages}/captcha/siteverify`,
})

async function sharedRoutes(app: FastifyInstance, addresses: () => SandboxAddresses) {
  const style = await readFile(join(import.meta.dirname, 'shared/style.css'), 'utf8')
  app.get('/', (_request, reply) => reply.type('text/html').send(indexPage(addresses())))
  app.get('/sandbox/style.css', (_request, reply) => reply.type('text/css').send(style))
  app.get('/sandbox/health', () => ({ ok: true, addresses: addresses() }))
  return addresses
}
