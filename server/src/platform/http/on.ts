import type { Readable } from 'node:stream'
import type { AnswerOf, Endpoint, ParsedOf } from '@kura/contract/endpoint'

/** Who calls: a member by a valid session. `flowAddress` is '' until a wallet is linked. */
export type Viewer = { memberId: string; flowAddress: string; email: string; sessionHash: Buffer; familyId: string }

/**
 * A file of a form, as it came; it is removed when the call has ended. What the sender named it or
 * says it is is not kept.
 */
export type UploadedFile = { field: string; path: string }

export type CallContext<V = Viewer | undefined> = {
  viewer: V
  ip: string
  /** Which bot check the call passed, when it needs one. */
  bot: 'v2' | 'v3' | undefined
  userAgent: string
  language: 'ja' | 'en'
  /** The bearer token as sent in X-Auth-Session or Authorization, valid or not. */
  bearer: string | undefined
  idempotencyKey: string | undefined
  files: UploadedFile[]
}
type ContextOf<E extends Endpoint> = CallContext<
  E['auth'] extends 'member' ? Viewer : E['auth'] extends 'optional' ? Viewer | undefined : undefined
>

/** An answer that SQL already wrote as JSON of the contract's shape; it is sent as it is. */
export type RawJson = { rawJson: string }

/**
 * An answer that is a file; only of calls whose contract names its kind. A stream that says its
 * `bytes` is sent with its length.
 */
export type RawFile = { rawFile: Uint8Array | Readable; bytes?: number; name: string }

export type Handler<E extends Endpoint> = (
  input: ParsedOf<E>,
  context: ContextOf<E>,
) => Promise<AnswerOf<E> | RawJson | RawFile>
export type RouteOptions<E extends Endpoint> = {
  /** What is asked of a caller before a byte of the body is read, such as a rate. */
  beforeBody?: (caller: Pick<ContextOf<E>, 'viewer' | 'ip'>) => Promise<void>
  /** The longest body, where it is shorter than `limits.bodyBytes`. */
  bodyBytes?: number
}
export type Route = {
  endpoint: Endpoint
  handler: (input: never, context: never) => Promise<unknown>
  beforeBody?: (caller: never) => Promise<void>
  bodyBytes?: number
}

/** Joins an endpoint of the contract to its handler. */
export const on = <E extends Endpoint>(endpoint: E, handler: Handler<E>, options: RouteOptions<E> = {}): Route => ({
  ...options,
  endpoint,
  handler: handler as Route['handler'],
})
