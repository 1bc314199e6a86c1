import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '@kura/contract/endpoint'
import { AppError, ensure, errorBody } from '@kura/contract/errors'
import type { ErrorBody } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import type { Deps } from '../../deps.ts'
import { asAppError, isUnheld } from './as-app-error.ts'
import { isFile, isRaw, statusOf } from './call-runner.ts'
import { claimKey, hashOf } from './idempotency.ts'
import { sourceOf } from './limit-rate.ts'
import type { CallContext, Route, Viewer } from './on.ts'
import { parseBody, parseOuter, preferredLanguage } from './parse-input.ts'
import { releaseKey, storeAnswer } from './queries.ts'
import { buildUploads } from './uploads.ts'
import type { Form } from './uploads.ts'

/** Who is let in; identity says it. */
export type Gate = {
  /** The member of a session token; undefined when it opens nothing any more. */
  findViewer: (token: string) => Promise<Viewer | undefined>
  /** Fails with MAINTENANCE when the call is refused now. */
  ensureOpen?: (endpoint: Endpoint) => Promise<void>
  /** Checks the bot-check token in the headers and returns its version. Fails with BOT_DENY. */
  checkBot: (check: { action: string; headers: IncomingHttpHeaders; ip: string }) => Promise<CallContext['bot']>
}

/**
 * Every call of the contract as HTTP routes. Order of checks: maintenance, session, bot check, rate,
 * then path, query and body.
 */
export async function apiPlugin(
  app: FastifyInstance,
  { deps, routes, gate }: { deps: Deps; routes: readonly Route[]; gate: Gate },
): Promise<void> {
  await app.register(formbody, { bodyLimit: limits.bodyBytes })
  const ofForm = { fileSize: limits.thumbnailBytes, files: 1, fields: 20, parts: 21, fieldSize: 8192 }
  await app.register(multipart, { limits: ofForm })
  const uploads = await buildUploads({ folder: join(deps.env.KURA_HOME, 'uploads'), metrics: deps.metrics })
  const answer = async (route: Route, request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const admission = admissions.get(request)
    if (!admission) throw new Error('a call was not admitted')
    const call: Call = { route, request, reply, admission }
    if (route.endpoint.body !== 'multipart') return answerCall(deps, call, { body: bodyOf(route, request), files: [] })
    const uploader = { memberId: admission.viewer?.memberId ?? '', source: sourceOf(request.ip) }
    return uploads.receive(call, uploader, route.endpoint.files, (form) => answerCall(deps, call, form))
  }
  const admissions = new WeakMap<FastifyRequest, Admission>()
  for (const route of routes) {
    app.route({
      method: route.endpoint.method,
      url: route.endpoint.path,
      ...(route.bodyBytes === undefined ? {} : { bodyLimit: route.bodyBytes }),
      config: { isUpload: route.endpoint.body === 'multipart' },
      // before a byte of the body is read
      onRequest: async (request) => {
        forgetEmptyBody(route, request)
        admissions.set(request, await admit(gate, route, request))
      },
      handler: (request, reply) => answer(route, request, reply),
      errorHandler: (error, request, reply) => void sendFailure(deps, route, request, reply, error),
    })
  }
}

/** Some clients name a content type without a body, too; it would be parsed as an empty JSON text. */
function forgetEmptyBody({ endpoint }: Route, { headers }: FastifyRequest): void {
  const isEmpty = (headers['content-length'] ?? '0') === '0' && headers['transfer-encoding'] === undefined
  if (!endpoint.body && isEmpty) delete headers['content-type']
}

/** Who calls, and by which bot check they came in. */
type Admission = Pick<CallContext, 'viewer' | 'bot'>
type Call = { route: Route; request: FastifyRequest; reply: FastifyReply; admission: Admission }

async function admit(gate: Gate, route: Route, request: FastifyRequest): Promise<Admission> {
  await gate.ensureOpen?.(route.endpoint)
  const viewer = await sessionOf(gate, route, request)
  const action = route.endpoint.bot
  const bot = action ? await gate.checkBot({ action, headers: request.headers, ip: request.ip }) : undefined
  await route.beforeBody?.({ viewer, ip: request.ip } as never)
  return { viewer, bot }
}

async function answerCall(
  deps: Deps,
  { route, request, reply, admission }: Call,
  { body, files }: { body: unknown; files: Form['files'] },
): Promise<unknown> {
  const { endpoint } = route
  const outer = parseOuter(endpoint, { params: request.params, query: request.query, headers: request.headers, body })
  const input = { ...outer, body: parseBody(endpoint, body) }
  const context: CallContext = {
    ...admission,
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 200),
    language: preferredLanguage(request.headers['accept-language']),
    bearer: bearerOf(request),
    idempotencyKey: idempotencyKeyOf(route, request),
    files,
  }
  reply.header('cache-control', 'no-store')
  if (endpoint.media !== undefined) return sendFile(route, reply, await route.handler(input as never, context as never))
  const { status, answer } = await runOnce(deps, route, input, context)
  return reply.code(status).type('application/json; charset=utf-8').send(answer)
}

/** A file is only ever downloaded: nothing in it runs on our pages. */
function sendFile({ endpoint }: Route, reply: FastifyReply, answer: unknown): FastifyReply {
  if (!isFile(answer) || endpoint.media === undefined) throw new Error(`${endpoint.path} returned no file`)
  reply.header('content-disposition', `attachment; filename="${answer.name.replace(/[^\w.-]/g, '_')}"`)
  if (answer.bytes !== undefined) reply.header('content-length', answer.bytes)
  const { rawFile } = answer
  return reply
    .code(endpoint.status)
    .type(endpoint.media)
    .send(rawFile instanceof Uint8Array ? Buffer.from(rawFile) : rawFile)
}

/**
 * Runs the handler, or gives the first answer again when the request carries a known idempotency
 * key.
 */
async function runOnce(
  deps: Deps,
  route: Route,
  input: unknown,
  context: CallContext,
): Promise<{ status: number; answer: string }> {
  const run = async (): Promise<{ status: number; answer: string }> => {
    const answer = await route.handler(input as never, context as never)
    return {
      status: route.endpoint.status,
      answer: isRaw(answer) ? answer.rawJson : JSON.stringify(route.endpoint.output.parse(answer)),
    }
  }
  if (!route.endpoint.idempotent || context.idempotencyKey === undefined || !context.viewer) return run()
  const call = `${route.endpoint.method} ${route.endpoint.path}`
  const claim = { memberId: context.viewer.memberId, key: context.idempotencyKey, call, bodyHash: hashOf(call, input) }
  const first = await claimKey(deps.sql, claim)
  if (first) return first
  try {
    const done = await run()
    await storeAnswer(deps.sql, claim, done)
    return done
  } catch (error) {
    await releaseKey(deps.sql, claim)
    throw error
  }
}

async function sessionOf(gate: Gate, route: Route, request: FastifyRequest): Promise<Viewer | undefined> {
  if (route.endpoint.auth === 'none') return undefined
  const token = headerBearer(request.headers['x-auth-session'])
  if (token === undefined) {
    ensure(route.endpoint.auth !== 'member', 'UNAUTHORIZED')
    return undefined
  }
  const viewer = await gate.findViewer(token)
  ensure(viewer, 'INVALID_SESSION')
  return viewer
}

const bearerOf = (request: FastifyRequest): string | undefined =>
  headerBearer(request.headers['x-auth-session']) ?? headerBearer(request.headers.authorization)

function headerBearer(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? /^Bearer ([\w-]{1,200})$/.exec(value)?.[1] : undefined
}

function idempotencyKeyOf(route: Route, request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (!route.endpoint.idempotent || key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\w-]{8,128}$/.test(key)) {
    throw new AppError('INVALID_REQUEST_FORMAT', { details: [{ field: 'Idempotency-Key', fault: 'invalid_format' }] })
  }
  return key
}

function bodyOf({ endpoint }: Route, request: FastifyRequest): unknown {
  const kind = endpoint.body
  if (kind === undefined) return undefined
  const type = String(request.headers['content-type'] ?? '')
    .split(';')[0]
    ?.trim()
    .toLowerCase()
  const isAccepted = type === 'application/json' || (kind === 'form' && type === 'application/x-www-form-urlencoded')
  ensure(isAccepted, 'UNSUPPORTED_MEDIA')
  return request.body
}

/**
 * A call without a body makes no difference between kinds or sizes of bodies: any body that it
 * cannot read is invalid.
 */
function ofCall({ endpoint }: Route, failure: AppError): AppError {
  const isOfBody = failure.code === 'UNSUPPORTED_MEDIA' || failure.code === 'UPLOAD_TOO_LARGE'
  return isOfBody && !endpoint.body ? new AppError('INVALID_REQUEST_FORMAT', { cause: failure }) : failure
}

function sendFailure(
  deps: Deps,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): FastifyReply {
  const failure = ofCall(route, asAppError(error))
  const isDeclared = route.endpoint.errors.includes(failure.code)
  const isGap = isUnheld(error)
  if (!isDeclared || isGap || failure.code === 'INTERNAL_SERVER_ERROR') {
    deps.metrics.undeclaredErrors.inc({ call: `${route.endpoint.method} ${route.endpoint.path}` })
    const what = isGap
      ? 'the contract accepted a value that the database cannot hold'
      : 'a call failed in a way its contract does not declare'
    request.log.error({ err: error, declared: isDeclared }, what)
  }
  const shown = isDeclared ? failure : new AppError('INTERNAL_SERVER_ERROR')
  if (isDeclared) deps.metrics.refusals.inc({ code: shown.code })
  if (shown.code === 'TOO_MANY_REQUESTS' || shown.code === 'SERVICE_UNAVAILABLE') reply.header('retry-after', '5')
  if (shown.retrySeconds !== undefined) reply.header('retry-after', shown.retrySeconds)
  // what a client of OAuth expects of a call that takes a bearer token
  if (route.endpoint.parts.headers?.shape['authorization'] && statusOf(shown) === 401)
    reply.header('www-authenticate', 'Bearer error="invalid_token"')
  return reply.code(statusOf(shown)).header('cache-control', 'no-store').send(bodyOfFailure(route, shown))
}

/**
 * A 400 of a payment call always has `error`, which its callers show: ours where no gateway was
 * asked.
 */
function bodyOfFailure({ endpoint }: Route, failure: AppError): ErrorBody {
  const isOfPayment = endpoint.errors.includes('PAYMENT_DECLINED') && statusOf(failure) === 400
  return { ...errorBody(failure), ...(isOfPayment ? { error: failure.error ?? failure.code } : {}) }
}
