import { randomUUID } from 'node:crypto'
import { AppError, errorBody } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import Fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from './deps.ts'
import { profilePicturePlugin } from './discovery/collection/profile-picture.ts'
import { linkPicturePlugin } from './discovery/link-picture/link-pictures.ts'
import { oauthPlugin } from './identity/service/oauth-plugin.ts'
import { checkBot } from './identity/session/check-bot.ts'
import { findViewer } from './identity/session/session.ts'
import { feedsPlugin } from './operations/sitemap/feeds.ts'
import { sitemapPlugin } from './operations/sitemap/sitemap.ts'
import { apiPlugin } from './platform/http/api-plugin.ts'
import type { Gate } from './platform/http/api-plugin.ts'
import { asAppError } from './platform/http/as-app-error.ts'
import { localApi, statusOf } from './platform/http/call-runner.ts'
import type { LocalApi } from './platform/http/call-runner.ts'
import { connectionLimits, limitConnections, proxiesOf, serverOptions } from './platform/http/connections.ts'
import type { ConnectionLimits } from './platform/http/connections.ts'
import { healthPlugin } from './platform/http/monitoring.ts'
import { openApiPlugin } from './platform/http/open-api.ts'
import { watchMaintenance } from './platform/maintenance/watch-maintenance.ts'
import { devReload } from './platform/pages/dev-reload.ts'
import { watchDrops } from './platform/pages/drop-watcher.ts'
import { keptPages } from './platform/pages/kept-pages.ts'
import { pageRefusals } from './platform/pages/page-refusals.ts'
import type { PageRefusals } from './platform/pages/page-refusals.ts'
import { findWebBuild, loadRenderer } from './platform/pages/render-page.ts'
import { securityHeaders } from './platform/pages/security-headers.ts'
import { servePages } from './platform/pages/serve-pages.ts'
import { mediaPlugin } from './platform/media/serve.ts'
import { allRoutes } from './routes.ts'

export type App = { http: FastifyInstance; api: LocalApi }

/**
 * The whole HTTP side of the server: API, health, the shape of every error, and the pages when they
 * are built.
 */
export async function buildApp(
  deps: Deps,
  { withPages = true, connections = {} }: { withPages?: boolean; connections?: Partial<ConnectionLimits> } = {},
): Promise<App> {
  const bounds = { ...connectionLimits(deps.env), ...connections }
  let refusals: PageRefusals | undefined
  const http = Fastify({
    ...serverOptions(bounds),
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: limits.bodyBytes,
    trustProxy: deps.env.TRUSTED_PROXIES === '' ? false : proxiesOf(deps.env),
    routerOptions: { maxParamLength: 200 },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    forceCloseConnections: 'idle',
    // addresses the router cannot even read
    frameworkErrors: (error, request, reply) => {
      const failure = asAppError(error)
      const isPage = request.method === 'GET' && !/^\/(?:api|auth|oauth)\//.test(request.raw.url ?? '')
      if (!refusals || !isPage || failure.code !== 'INVALID_REQUEST_FORMAT')
        return sendFailure(reply as unknown as FastifyReply, failure)
      return refusals.send(request as unknown as FastifyRequest, reply as unknown as FastifyReply, failure.code)
    },
  })
  http.setErrorHandler((error, request, reply) => {
    const failure = asAppError(error)
    if (failure.code === 'INTERNAL_SERVER_ERROR') {
      deps.metrics.undeclaredErrors.inc({ call: `${request.method} ${request.routeOptions.url ?? 'unknown'}` })
      request.log.error({ err: error }, 'unhandled')
    }
    return sendFailure(reply, failure)
  })
  http.addHook('onResponse', (request, reply, done) => {
    deps.metrics.requestSeconds.observe(
      { route: request.routeOptions.url ?? 'page', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
    done()
  })
  // by which the log has it
  http.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 500) reply.header('x-request-id', request.id)
  })
  limitConnections(http, deps, bounds)
  answerUnknown(http)
  securityHeaders(http, deps)
  if (deps.env.KURA_DEV) devReload(http)
  const routes = allRoutes(deps)
  const api = localApi(routes)
  const maintenance = watchMaintenance(deps)
  await http.register(apiPlugin, { deps, routes, gate: gateOf(deps, maintenance) })
  await http.register(oauthPlugin, { deps, ensureOpen: maintenance.ensureOpen })
  await http.register(healthPlugin, { deps })
  await http.register(mediaPlugin, { mediaDir: deps.env.MEDIA_DIR })
  await http.register(profilePicturePlugin, { deps })
  await http.register(linkPicturePlugin, { deps, api })
  await http.register(sitemapPlugin, { deps })
  await http.register(feedsPlugin, { deps, api })
  await http.register(openApiPlugin, { deps })
  // the pages take every other path; below these an unknown one is no page
  for (const url of ['/api/*', '/auth/*', '/oauth/*'])
    http.all(url, { onRequest: async (request, reply) => sendNotFound(request, reply) }, sendNotFound)
  const webBuild = withPages ? await findWebBuild() : undefined
  if (webBuild) {
    const pages = keptPages()
    const watcher = watchDrops(deps, pages)
    http.addHook('onClose', () => watcher.stop())
    const renderer = await loadRenderer(webBuild)
    refusals = pageRefusals({ deps, api, renderer })
    await http.register(servePages, { deps, api, pages, watcher, renderer, refusals, webBuild, maintenance })
  }
  return { http, api }
}

/** Who is let in, as the API asks it. */
export const gateOf = (deps: Deps, maintenance = watchMaintenance(deps)): Gate => ({
  ensureOpen: (endpoint) => maintenance.ensureOpen(endpoint),
  findViewer: (token) => findViewer(deps, token),
  checkBot: (check) => checkBot(deps, check),
})

const sendFailure = (reply: FastifyReply, failure: AppError): FastifyReply =>
  reply.code(statusOf(failure)).send(errorBody(failure))

const sendNotFound = (_request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendFailure(reply, new AppError('NOT_FOUND'))

/** An unknown path or method: refused before its body is read. */
function answerUnknown(http: FastifyInstance): void {
  http.addHook('onRequest', (request, reply, done) => {
    if (request.is404) sendNotFound(request, reply)
    else done()
  })
  http.setNotFoundHandler(sendNotFound)
}
