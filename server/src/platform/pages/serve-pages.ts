import { randomBytes, createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, ensure } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import type { SiteConfig } from '@kura/contract/site'
import type { Deps } from '../../deps.ts'
import type { LocalApi } from '../http/call-runner.ts'
import { sourceOf } from '../http/limit-rate.ts'
import { retrySecondsOf } from '../maintenance/watch-maintenance.ts'
import type { MaintenanceWatch } from '../maintenance/watch-maintenance.ts'
import type { DropWatcher } from './drop-watcher.ts'
import { finishPage, sendPage } from './finish-page.ts'
import type { Rendered } from './finish-page.ts'
import type { KeptPages } from './kept-pages.ts'
import { remembering, siteAddress, toWebRequest, variantOf } from './page-address.ts'
import type { PageVariant } from './page-address.ts'
import { pageGate } from './page-gate.ts'
import type { PageGate } from './page-gate.ts'
import type { PageRefusals } from './page-refusals.ts'
import { siteConfig } from './render-page.ts'
import type { PageRenderer } from './render-page.ts'

/**
 * A kept page waits as long to hear whether it still holds. Then it is sent: a shop under storm
 * shows what it knew a moment ago.
 */
const longestWaitMs = 250

/** Pages that whole maintenance leaves open: a payment that began ends there, and what the law asks for. */
const shownInMaintenance: ReadonlySet<string> = new Set(['/checkout/return', '/terms', '/privacy', '/tokushoho'])
const isShownInMaintenance = (path: string): boolean => shownInMaintenance.has(path.replace(/\.data$/, ''))

type PageDeps = {
  deps: Deps
  api: LocalApi
  pages: KeptPages
  watcher: Pick<DropWatcher, 'catchUp'>
  renderer: PageRenderer
  refusals: Pick<PageRefusals, 'send'>
  webBuild: string
  nonce?: string
  /** For tests: how long a kept page waits at most. */
  mostWaitMs?: number
  gate?: PageGate
  maintenance?: Pick<MaintenanceWatch, 'running'>
}

/**
 * Serves the public pages. A kept page is sent unless a row on it changed before the request;
 * others are rendered once and kept by address, language and theme with the hashes of their
 * scripts. Only rendering is limited. Pages never see a session.
 */
export async function servePages(
  app: FastifyInstance,
  {
    deps,
    api,
    pages,
    watcher,
    renderer,
    refusals,
    webBuild,
    nonce = randomBytes(24).toString('base64url'),
    mostWaitMs = longestWaitMs,
    gate = pageGate({ onChange: (running) => deps.metrics.pagesRendering.set(running) }),
    maintenance,
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
  await app.register(publicFiles, { folder: `${webBuild}client`, site })
  const rendering = new Map<string, Promise<Rendered | undefined>>()

  const render = async (request: FastifyRequest, asked: Asked): Promise<Rendered> => {
    const since = pages.begin()
    deps.metrics.pagesRendered.inc()
    const settings = { api, site, nonce, ...asked.variant }
    const response = await renderer.render(toWebRequest(asked.address, deps.env.PUBLIC_URL, asked.variant), settings)
    // the renderer shows an error page for what its loaders threw; a service that is away is no bug
    if (response.status >= 500 && response.status !== 503) {
      deps.metrics.undeclaredErrors.inc({ call: `${request.method} ${request.routeOptions.url ?? '/*'}` })
      request.log.error({ path: asked.address.split('?')[0], status: response.status }, 'a page could not be rendered')
    }
    const rendered = await finishPage(deps.env, response, nonce, request.id)
    const { status, tags } = rendered.page
    // a tag on a 404 says that the address has no page at all; a thing that is not there may come
    if ((status === 200 || status === 404) && tags.length > 0) pages.keep(asked.key, rendered.page, since)
    return rendered
  }

  const addressOf = remembering((target) => {
    const address = siteAddress(target, deps.env.PUBLIC_URL)
    return address && renderer.addressOf(address.pathname + address.search)
  })
  app.get('/*', async (request, reply) => {
    const target = request.raw.url ?? ''
    const address = addressOf(target)
    ensure(address !== undefined, 'NOT_FOUND')
    const closed = await maintenance?.running()
    const path = closed?.mode === 'whole' && siteAddress(target, deps.env.PUBLIC_URL)?.pathname
    if (closed && path && !isShownInMaintenance(path))
      return refusals.send(request, reply, 'MAINTENANCE', retrySecondsOf(closed))
    const variant = variantOf(request)
    const key = `${address}\n${variant.language}\n${variant.theme}`
    if (pages.find(key)) await waitAtMost(watcher.catchUp(), mostWaitMs)
    const kept = pages.find(key)
    if (kept) return sendPage(request, reply, { page: kept, location: undefined })
    // a crowd asking for the same page waits for one rendering
    let running = rendering.get(key)
    if (!running) {
      const way = gate.ask(sourceOf(request.ip))
      if (!('run' in way)) return refusals.send(request, reply, 'TOO_MANY_REQUESTS', way.retrySeconds)
      running = unlessFull(way.run(() => render(request, { address, variant, key }))).finally(() =>
        rendering.delete(key),
      )
      rendering.set(key, running)
    }
    const rendered = await running
    if (!rendered) return refusals.send(request, reply, 'SERVICE_UNAVAILABLE', limits.pagesRetrySeconds)
    return sendPage(request, reply, rendered)
  })
}

type Asked = { address: string; variant: PageVariant; key: string }

/** What the work resolves with, or undefined where the line for it was full. */
const unlessFull = (work: Promise<Rendered>): Promise<Rendered | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') return undefined
    throw error
  })

/** Resolves with the work, or when it has taken this long. */
async function waitAtMost(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, limit])
  clearTimeout(timer)
}

const contentTypes: Record<string, string> = {
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
}

/**
 * The few files of a build that have an address of their own, such as `/icon.png`. Their names
 * never change, so browsers keep them for a day and then ask again by their tag. Other kinds of
 * files are not served. `site` is filled in where a file names it.
 */
export async function publicFiles(
  app: FastifyInstance,
  { folder, site }: { folder: string; site?: Pick<SiteConfig, 'name' | 'publicUrl'> },
): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const { name } of entries.filter((entry) => entry.isFile())) {
    const contentType = contentTypes[extname(name)]
    if (contentType === undefined) continue
    const body = filled(name, await readFile(join(folder, name)), site)
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    app.get(`/${name}`, (request, reply) => {
      reply.header('cache-control', 'public, max-age=86400').header('etag', etag)
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type(contentType).send(body)
    })
  }
}

/** A file with the name and address of this site: the address of the sitemap, the name of the app. */
function filled(name: string, body: Buffer, site: Pick<SiteConfig, 'name' | 'publicUrl'> | undefined): Buffer {
  if (!site) return body
  if (name === 'robots.txt')
    return Buffer.from(`${body.toString().trimEnd()}\n\nSitemap: ${site.publicUrl.replace(/\/$/, '')}/sitemap.xml\n`)
  if (!name.endsWith('.webmanifest')) return body
  return Buffer.from(
    JSON.stringify({ ...(JSON.parse(body.toString()) as object), name: site.name, short_name: site.name }),
  )
}
