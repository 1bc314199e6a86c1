import { STATUS_CODES } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'
import { AppError, errorBody, errors } from '@kura/contract/errors'
import type { ErrorCode } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import type { Deps } from '../../deps.ts'
import type { Env } from '../../env.ts'
import { tallyLog } from '../log-lines.ts'
import { sourceOf } from './limit-rate.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file, which takes longer to arrive than a form. */
    isUpload?: boolean
  }
}

export type ConnectionLimits = {
  headersMs: number
  bodyMs: number
  uploadMs: number
  answerMs: number
  keepAliveMs: number
  stopArrivingMs: number
  stopMs: number
  /** How often deadlines are checked. */
  checkMs: number
  maxConnections: number
  /** 0 = no limit. */
  maxPerSource: number
  /** Whether an address is a proxy of ours, which brings the connections of everybody. */
  isProxy: (address: string) => boolean
}

/** Why a connection was ended by us: a deadline missed, too many of them, or the process stops. */
type CutKind = 'unused' | 'headers' | 'body' | 'answer' | 'max-connections' | 'max-per-source' | 'stop'

/** Whether an address is in TRUSTED_PROXIES, as Fastify reads it for X-Forwarded-For. */
export function proxiesOf(env: Pick<Env, 'TRUSTED_PROXIES'>): (address: string) => boolean {
  const isProxy = proxyAddr.compile(
    env.TRUSTED_PROXIES.split(',')
      .map((each) => each.trim())
      .filter(Boolean),
  )
  return (address) => isProxy(address, 0)
}

/** The limits of the app's port: never more connections than the process may have open files. */
export const connectionLimits = (env: Env): ConnectionLimits => ({
  headersMs: limits.headersSeconds * 1000,
  bodyMs: limits.bodySeconds * 1000,
  // later than the upload's own deadline, which says why
  uploadMs: (limits.uploadSeconds + 5) * 1000,
  answerMs: limits.answerSeconds * 1000,
  keepAliveMs: (env.TRUSTED_PROXIES === '' ? limits.keepAliveSeconds : limits.keepAliveProxySeconds) * 1000,
  stopArrivingMs: limits.stopArrivingSeconds * 1000,
  stopMs: limits.stopSeconds * 1000,
  checkMs: 1000,
  maxConnections: Math.min(env.MAX_CONNECTIONS, Math.max(16, openFilesMost() - limits.descriptorsKept)),
  maxPerSource: env.MAX_CONNECTIONS_PER_SOURCE,
  isProxy: proxiesOf(env),
})

let openFiles: number | undefined

/** How many files this process may have open; Node raised it to the system's hard limit. */
function openFilesMost(): number {
  if (openFiles !== undefined) return openFiles
  // the report would ask the names of open connections, too
  Object.assign(process.report, { excludeNetwork: true })
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | 'unlimited' } } }
  const soft = report.userLimits?.open_files?.soft
  openFiles = typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY
  return openFiles
}

/** The limits that Node enforces by itself: headers, the longest request, idle connections. */
export const serverOptions = (bounds: ConnectionLimits) =>
  ({
    http: { headersTimeout: bounds.headersMs, connectionsCheckingInterval: bounds.checkMs },
    requestTimeout: Math.max(bounds.headersMs, bounds.bodyMs, bounds.uploadMs),
    keepAliveTimeout: bounds.keepAliveMs,
    // limitConnections handles this event
    clientErrorHandler: () => {},
  }) satisfies FastifyHttpOptions<Server>

type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  arriveBy: number
  /** By when its answer is taken, once it is on the way. */
  takeBy: number | undefined
}
/** What is under way on each open connection. */
type Connections = Map<Socket, Set<Exchange>>
type Guard = {
  app: FastifyInstance
  connections: Connections
  bounds: ConnectionLimits
  count: (kind: CutKind) => void
  cut: (socket: Socket, kind: CutKind, code: ErrorCode) => void
}

/**
 * Ends connections that are too slow, too many, or still open some time after the server began to
 * close. Each cut is counted by kind, and logged once a minute.
 */
export function limitConnections(
  app: FastifyInstance,
  { log, metrics }: Pick<Deps, 'log' | 'metrics'>,
  bounds: ConnectionLimits,
  port: 'app' | 'metrics' = 'app',
): void {
  const connections: Connections = new Map()
  const lines = tallyLog(log, 'connections were cut off')
  const count = (kind: CutKind): void => {
    metrics.connectionsCut.inc({ port, kind })
    // browsers open connections ahead of need and do not use all of them
    if (kind !== 'unused') lines.add({ port, kind })
  }
  const cut = (socket: Socket, kind: CutKind, code: ErrorCode): void => {
    if (socket.destroyed) return
    count(kind)
    endWith(connections, socket, code)
  }
  const guard = { app, connections, bounds, count, cut }
  limitNumber(guard, () => metrics.connections.set({ port }, connections.size))
  limitTime(guard)
  limitStop(guard)
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // near the limit no connection is kept
    if (connections.size > bounds.maxConnections * 0.8) reply.header('connection', 'close')
    done()
  })
  app.addHook('onClose', (_app, done) => {
    lines.flush()
    done()
  })
}

/** Limits connections in all and per source; one more is closed as soon as it is accepted. */
function limitNumber({ app: { server }, connections, bounds, count }: Guard, onChange: () => void): void {
  const perSource = new Map<string, number>()
  server.maxConnections = bounds.maxConnections
  server.on('drop', () => count('max-connections'))
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const source = sourceOf(address)
    const isCounted = bounds.maxPerSource > 0 && !bounds.isProxy(address)
    const ofSource = perSource.get(source) ?? 0
    if (isCounted && ofSource >= bounds.maxPerSource) {
      count('max-per-source')
      socket.destroy()
      return
    }
    connections.set(socket, new Set())
    onChange()
    if (isCounted) perSource.set(source, ofSource + 1)
    socket.once('close', () => {
      connections.delete(socket)
      onChange()
      if (!isCounted) return
      const left = (perSource.get(source) ?? 1) - 1
      if (left > 0) perSource.set(source, left)
      else perSource.delete(source)
    })
  })
}

/** Node has one deadline for all requests: those of each body and of the answer are kept here. */
function limitTime({ app, connections, bounds, cut }: Guard): void {
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const arriveBy = performance.now() + bounds.bodyMs
    const exchanges = connections.get(request.socket)
    const exchange: Exchange = { request, response, arriveBy, takeBy: undefined }
    exchanges?.add(exchange)
    // an unread body may still arrive after the response
    response.once('close', () => request.complete && exchanges?.delete(exchange))
  })
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    if (routeOptions.config.isUpload)
      for (const exchange of connections.get(raw.socket) ?? [])
        if (exchange.request === raw) exchange.arriveBy += bounds.uploadMs - bounds.bodyMs
    done()
  })
  app.server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!(socket instanceof Socket) || error.code === 'ECONNRESET') return
    if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') endWith(connections, socket, 'INVALID_REQUEST_FORMAT')
    else if (socket.bytesRead === 0) cut(socket, 'unused', 'REQUEST_TIMEOUT')
    else cut(socket, isArriving(connections, socket) ? 'body' : 'headers', 'REQUEST_TIMEOUT')
  })
  const check = setInterval(() => {
    const now = performance.now()
    for (const [socket, exchanges] of connections)
      for (const exchange of exchanges) {
        const { request, response, arriveBy, takeBy } = exchange
        if (request.complete && response.closed) exchanges.delete(exchange)
        else if (!request.complete && now > arriveBy) cut(socket, 'body', 'REQUEST_TIMEOUT')
        else if (!response.headersSent || isStream(response)) continue
        else if (takeBy === undefined) exchange.takeBy = now + bounds.answerMs
        else if (now > takeBy) cut(socket, 'answer', 'REQUEST_TIMEOUT')
      }
  }, bounds.checkMs).unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(check)
    done()
  })
}

/**
 * While the server closes: idle connections end at once, requests that still arrive end soon, and
 * requests in work have time to finish. A kept connection ends with its current answer.
 */
function limitStop({ app, connections, bounds, cut }: Guard): void {
  const timers: NodeJS.Timeout[] = []
  const endUnused = (): void => {
    app.server.closeIdleConnections()
    for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy()
  }
  const endArriving = (): void => {
    for (const [socket, exchanges] of connections)
      if (exchanges.size === 0 || isArriving(connections, socket)) cut(socket, 'stop', 'SERVICE_UNAVAILABLE')
  }
  const endAll = (): void => {
    for (const socket of connections.keys()) cut(socket, 'stop', 'SERVICE_UNAVAILABLE')
  }
  app.addHook('preClose', (done) => {
    endUnused()
    timers.push(
      setInterval(endUnused, 50),
      setTimeout(endArriving, bounds.stopArrivingMs),
      setTimeout(endAll, bounds.stopMs),
    )
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (timers.length > 0) reply.header('connection', 'close')
    done()
  })
  app.addHook('onClose', (_app, done) => {
    for (const timer of timers) clearTimeout(timer)
    done()
  })
}

const isArriving = (connections: Connections, socket: Socket): boolean =>
  [...(connections.get(socket) ?? [])].some(({ request }) => !request.complete)

/** An event stream has no end to wait for. */
const isStream = (response: ServerResponse): boolean =>
  String(response.getHeader('content-type')).startsWith('text/event-stream')

/** Ends a connection, with a catalogued failure where no answer has begun and a request was sent. */
function endWith(connections: Connections, socket: Socket, code: ErrorCode): void {
  const isAnswering = [...(connections.get(socket) ?? [])].some(({ response }) => response.headersSent)
  if (socket.writable && socket.bytesRead > 0 && !isAnswering) {
    const { status } = errors[code]
    const body = JSON.stringify(errorBody(new AppError(code)))
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Cache-Control: no-store\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  }
  socket.destroy()
}
