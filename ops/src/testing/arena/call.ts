import { api } from '@kura/contract/api'
import type { ApiInput, ApiOutput } from '@kura/contract/api'
import type { ErrorBody } from '@kura/contract/errors'
import type { CallName } from '@kura/contract/paths'
import { buildRequest } from '@kura/contract/request'
import type { CallOptions, CallParts } from '@kura/contract/request'

/**
 * One request and its response; `status` 0 means that no response came and the outcome is unknown.
 */
export type Answer<T = unknown> = {
  status: number
  /** Milliseconds since 1970, by the same clock as the database. */
  start: number
  end: number
  code: string
  /** The body as received. */
  text: string
  retryAfter: string | null
  /** Present when it succeeded. */
  data: T | undefined
}
export type Caller = { session?: string; ip?: string; idempotencyKey?: string; bot?: CallOptions['bot'] }

const patienceMs = 60_000

/**
 * Makes a call over a socket as a member's browser does. `parts` may also hold what our pages never
 * send.
 */
export function callAt<K extends CallName>(
  url: string,
  name: K,
  input: ApiInput<K>,
  caller: Caller = {},
  signal?: AbortSignal,
): Promise<Answer<ApiOutput<K>>> {
  return sendRaw(url, name, input as CallParts, caller, signal)
}

/** The same with any body. */
export async function sendRaw<T>(
  url: string,
  name: CallName,
  parts: CallParts,
  { ip, ...options }: Caller = {},
  signal = AbortSignal.timeout(patienceMs),
): Promise<Answer<T>> {
  const request = buildRequest(api[name], parts, options)
  const headers = { ...request.headers, ...(ip ? { 'x-forwarded-for': ip } : {}) }
  const start = Date.now()
  const none = { status: 0, start, code: 'NO_ANSWER', text: '', retryAfter: null, data: undefined }
  try {
    const answer = await fetch(`${url}${request.url}`, {
      method: request.method,
      headers,
      body: request.body ?? null,
      signal,
    })
    const text = await answer.text()
    const isDone = answer.status < 300
    return {
      status: answer.status,
      start,
      // the clock counts whole milliseconds
      end: Date.now() + 1,
      code: isDone ? '' : codeOf(text),
      text,
      retryAfter: answer.headers.get('retry-after'),
      data: isDone ? (JSON.parse(text) as T) : undefined,
    }
  } catch {
    return { ...none, end: Date.now() + 1 }
  }
}

function codeOf(text: string): string {
  try {
    return (JSON.parse(text) as Partial<ErrorBody>).errorCode ?? 'NO_CODE'
  } catch {
    return 'NO_JSON'
  }
}
