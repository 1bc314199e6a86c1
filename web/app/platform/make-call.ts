import type { ApiInput, ApiOutput } from '@kura/contract/api'
import type { ErrorBody } from '@kura/contract/errors'
import { paths } from '@kura/contract/paths'
import type { CallName } from '@kura/contract/paths'
import { buildRequest } from '@kura/contract/request'
import type { CallOptions, CallParts } from '@kura/contract/request'
import type { Result } from '@kura/contract/result'

/** `session: null` sends none; by default the tab's session is sent when the call takes one. */
export type BrowserCallOptions = Omit<CallOptions, 'session'> & {
  session?: string | null | undefined
  signal?: AbortSignal | undefined
}
export type Call = <K extends CallName>(
  name: K,
  input: ApiInput<K>,
  options?: BrowserCallOptions,
) => Promise<Result<ApiOutput<K>>>

/**
 * The typed client of the API over `fetch`. It returns data or a coded failure and does nothing
 * else: no toast, no redirect, no timeout. An unreachable server is SERVICE_UNAVAILABLE with status
 * 0.
 */
export function makeCall(world: {
  fetch: typeof fetch
  readToken: () => string | undefined
  onInvalidSession: (token: string) => void
}): Call {
  return async (name, input, options = {}) => {
    const spec = paths[name]
    const implied = spec.auth === 'none' ? undefined : world.readToken()
    const token = options.session === null ? undefined : (options.session ?? implied)
    const request = buildRequest(spec, input as CallParts, { ...options, session: token })
    let response: Response
    try {
      response = await world.fetch(request.url, {
        method: request.method,
        headers: request.headers,
        credentials: 'same-origin',
        ...(request.body === undefined ? {} : { body: request.body }),
        ...(options.signal ? { signal: options.signal } : {}),
      })
    } catch {
      return failure(0)
    }
    const answer = await readJson(response)
    if (response.ok && answer !== undefined) return { ok: true, data: answer as never }
    const body = isErrorBody(answer) ? answer : undefined
    if (token !== undefined && body?.errorCode === 'INVALID_SESSION') world.onInvalidSession(token)
    return body ? { ok: false, status: response.status, body } : failure(response.status)
  }
}

const failure = (status: number): { ok: false; status: number; body: ErrorBody } => ({
  ok: false,
  status,
  body: { errorCode: 'SERVICE_UNAVAILABLE', message: 'the server could not be reached or did not answer as it should' },
})

const isErrorBody = (value: unknown): value is ErrorBody =>
  typeof value === 'object' && value !== null && 'errorCode' in value && typeof value.errorCode === 'string'

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}

/** A failed call as an exception. */
export class CallError extends Error {
  readonly status: number
  readonly body: ErrorBody
  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.name = 'CallError'
    this.status = status
    this.body = body
  }
}
