import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'

/** Headers of every answer, and the place where browsers report what the policy stopped. */
export function securityHeaders(app: FastifyInstance, deps: Deps): void {
  const isHttps = deps.env.PUBLIC_URL.startsWith('https:')
  app.addHook('onRequest', (_request, reply, done) => {
    reply
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'strict-origin-when-cross-origin')
      // wallets open as pop-ups and must keep their opener
      .header('cross-origin-opener-policy', 'same-origin-allow-popups')
      .header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
    if (isHttps) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    done()
  })
  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json'],
    { parseAs: 'string', bodyLimit: 16_384 },
    (_request, body, done) => done(null, body),
  )
  app.post('/csp-reports', (request, reply) => {
    deps.metrics.cspReports.inc()
    deps.log.warn({ report: String(request.body).slice(0, 2000) }, 'content security policy report')
    return reply.code(204).send()
  })
}
