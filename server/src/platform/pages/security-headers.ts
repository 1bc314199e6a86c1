import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { AppError } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import type { Deps } from '../../deps.ts'
import { sourceOf } from '../http/limit-rate.ts'
import { tallyLog } from '../log-lines.ts'

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

type Violation = { directive: string; blocked: string; page: string }

const minuteMs = 60_000

/**
 * Where browsers report violations of the content security policy. Anyone can post anything here,
 * so reports are limited, and logged as one line a minute per directive, blocked origin and page
 * path.
 */
function cspReports(app: FastifyInstance, deps: Pick<Deps, 'env' | 'log' | 'metrics'>): void {
  const lines = tallyLog(deps.log, 'content security policy report')
  const ownOrigin = new URL(deps.env.PUBLIC_URL).origin
  const takes = reportLimit()
  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json'],
    { parseAs: 'string', bodyLimit: 16_384 },
    (_request, body, done) => done(null, body),
  )
  app.post('/csp-reports', {
    // before the body is read
    onRequest: (request, _reply, done) => {
      deps.metrics.cspReports.inc()
      const limit = takes(sourceOf(request.ip))
      if (limit === undefined) return done()
      deps.metrics.cspReportsRefused.inc({ limit })
      done(new AppError('TOO_MANY_REQUESTS'))
    },
    handler: (request, reply) => {
      for (const violation of readViolations(request.body, ownOrigin)) lines.add(violation)
      return reply.code(204).send()
    },
  })
  app.addHook('onClose', (_app, done) => {
    lines.flush()
    done()
  })
}

/** Counts per minute, in all and per source. Returns the limit that a request exceeds, if any. */
function reportLimit(): (source: string) => 'source' | 'all' | undefined {
  const ofSource = new Map<string, number>()
  let all = 0
  let endsAt = 0
  return (source) => {
    const now = performance.now()
    if (now >= endsAt) {
      ofSource.clear()
      all = 0
      endsAt = now + minuteMs
    }
    if (all >= limits.cspReportsMost) return 'all'
    const count = ofSource.get(source) ?? 0
    if (count >= limits.cspReportsPerSource) return 'source'
    ofSource.set(source, count + 1)
    all += 1
    return undefined
  }
}

const Text = z.string().max(8192).catch('')
/** What `report-uri` sends. */
const OldReport = z.object({
  'csp-report': z.object({
    'document-uri': Text,
    'blocked-uri': Text,
    'effective-directive': Text,
    'violated-directive': Text,
  }),
})
/** What the Reporting API sends. */
const NewReports = z.array(
  z.object({
    type: z.literal('csp-violation'),
    body: z.object({ documentURL: Text, blockedURL: Text, effectiveDirective: Text }),
  }),
)

/** At most ten violations: each a directive, an origin or scheme, and a path of this site. */
function readViolations(body: unknown, ownOrigin: string): Violation[] {
  let json: unknown
  try {
    json = JSON.parse(String(body))
  } catch {
    return []
  }
  const old = OldReport.safeParse(json).data?.['csp-report']
  if (old) {
    const directive = old['effective-directive'] || old['violated-directive'].split(' ')[0] || ''
    return [present({ directive, blocked: old['blocked-uri'], page: old['document-uri'] }, ownOrigin)]
  }
  const reports = NewReports.safeParse(json).data ?? []
  return reports
    .slice(0, 10)
    .map(({ body: { effectiveDirective, blockedURL, documentURL } }) =>
      present({ directive: effectiveDirective, blocked: blockedURL, page: documentURL }, ownOrigin),
    )
}

function present({ directive, blocked, page }: Violation, ownOrigin: string): Violation {
  const blockedUrl = URL.parse(blocked)
  const pageUrl = URL.parse(page)
  return {
    directive: /^[a-z-]{1,40}$/.test(directive) ? directive : 'unknown',
    // `inline` and `eval` are words, `data:` and the schemes of extensions have no origin
    blocked: (blockedUrl ? originOf(blockedUrl) : /^[a-z-]{1,40}$/.exec(blocked)?.[0]) ?? 'unknown',
    page: pageUrl?.origin === ownOrigin ? pageUrl.pathname.slice(0, 200) : 'elsewhere',
  }
}

const originOf = ({ protocol, origin }: URL): string => (origin === 'null' ? protocol : origin).slice(0, 200)
