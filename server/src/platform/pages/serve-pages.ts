import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { ensure } from '@kura/contract/errors'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { LocalApi } from '../http/call-runner.ts'
import { blessScripts, contentSecurityPolicy } from './csp.ts'
import type { DropWatcher } from './drop-watcher.ts'
import type { KeptPage, KeptPages } from './kept-pages.ts'
import { siteAddress, toWebRequest, variantOf } from './page-request.ts'
import type { PageVariant } from './page-request.ts'
import { publicFiles } from './public-files.ts'
import type { RenderPage } from './render-page.ts'
import { siteConfig } from './site-config.ts'

const compress = promisify(brotliCompress)
/** A kept page waits as long to hear whether it still holds. Then it is sent: a shop under storm shows what it knew a moment ago. */
const longestWaitMs = 250

type PageDeps = {
  deps: Deps
  api: LocalApi
  pages: KeptPages
  watcher: Pick<DropWatcher, 'catchUp'>
  render: RenderPage
  webBuild: string
  nonce?: string
  /** For tests: how long a kept page waits at most. */
  mostWaitMs?: number
}

/**
 * Serves the public pages: kept ones as they are unless a row on them changed before the request, others rendered once and kept by
 * URL, language and theme with the hashes of their scripts. Pages never see a session.
 */
export async function servePages(
  app: FastifyInstance,
  {
    deps,
    api,
    pages,
    watcher,
    render,
    webBuild,
    nonce = randomBytes(24).toString('base64url'),
    mostWaitMs = longestWaitMs,
  }: PageDeps,
): Promise<void> {
  const site = siteConfig(deps.env)
  await app.register(fastifyStatic, {
    root: `${webBuild}client/assets`,
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    decorateReply: false,
    index: false,
  })
  await app.register(publicFiles, { folder: `${webBuild}client` })
  const rendering = new Map<string, Promise<Rendered>>()

  const renderOnce = async (
    request: FastifyRequest,
    address: URL,
    key: string,
    variant: PageVariant,
  ): Promise<Rendered> => {
    const since = pages.begin()
    const response = await render(toWebRequest(request, address, variant), { api, site, nonce, ...variant })
    // the renderer shows an error page for what its loaders threw; a service that is away is no bug
    if (response.status >= 500 && response.status !== 503) {
      deps.metrics.undeclaredErrors.inc({ call: `${request.method} ${request.routeOptions.url ?? '/*'}` })
      request.log.error({ path: address.pathname, status: response.status }, 'a page could not be rendered')
    }
    const rendered = await finish(deps, response, nonce)
    if (rendered.status === 200 && rendered.page.tags.length > 0) pages.keep(key, rendered.page, since)
    return rendered
  }

  app.get('/*', async (request, reply) => {
    const address = siteAddress(request.raw.url ?? '', deps.env.PUBLIC_URL)
    ensure(address, 'NOT_FOUND')
    const variant = variantOf(request)
    const key = `${address.pathname}${address.search}\n${variant.language}\n${variant.theme}`
    if (pages.find(key)) await noLonger(watcher.catchUp(), mostWaitMs)
    const kept = pages.find(key)
    if (kept) return send(request, reply, { status: 200, page: kept, location: undefined })
    // a crowd asking for the same page waits for one rendering
    const running =
      rendering.get(key) ?? renderOnce(request, address, key, variant).finally(() => rendering.delete(key))
    rendering.set(key, running)
    return send(request, reply, await running)
  })
}

/** Resolves with the work, or when it has taken this long. */
async function noLonger(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, limit])
  clearTimeout(timer)
}

/** Compresses when it is first asked for: who takes no brotli does not pay for it. */
function compressOnce(body: Buffer): () => Promise<Buffer> {
  let made: Promise<Buffer> | undefined
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    // no window larger than a page: the usual one of 4 MB is made and thrown away for each
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  return () => (made ??= compress(body, { params }))
}

type Rendered = { status: number; page: KeptPage; location: string | undefined }

async function finish(deps: Deps, response: Response, nonce: string): Promise<Rendered> {
  const contentType = response.headers.get('content-type') ?? 'text/html; charset=utf-8'
  const isHtml = contentType.startsWith('text/html')
  const raw = Buffer.from(await response.arrayBuffer()).toString('utf8')
  const { html, hashes } = isHtml ? blessScripts(raw, nonce) : { html: raw, hashes: [] }
  const body = Buffer.from(html)
  const tags = (response.headers.get('x-kura-tags') ?? '')
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)
  const page: KeptPage = {
    body,
    brotli: compressOnce(body),
    contentType,
    csp: isHtml ? contentSecurityPolicy(deps.env, hashes) : "default-src 'none'",
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    tags,
    keptAt: performance.now(),
  }
  return { status: response.status, page, location: response.headers.get('location') ?? undefined }
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, page, location }: Rendered,
): Promise<FastifyReply> {
  if (location !== undefined) reply.header('location', location)
  reply
    .header('content-security-policy', page.csp)
    .header('cache-control', 'no-cache')
    .header('vary', 'cookie, accept-language, accept-encoding')
    .header('etag', page.etag)
  if (status === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  const takesBrotli = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))
  if (takesBrotli) reply.header('content-encoding', 'br')
  return reply
    .code(status)
    .header('content-type', page.contentType)
    .send(takesBrotli ? await page.brotli() : page.body)
}
