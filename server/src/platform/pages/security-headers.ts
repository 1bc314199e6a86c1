import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { cspReports } from './csp-reports.ts'

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
  cspReports(app, deps)
}
