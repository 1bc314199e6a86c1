import { api } from '@kura/contract/api'
import type { ApiInput, ApiOutput } from '@kura/contract/api'
import { errorBody, errors } from '@kura/contract/errors'
import type { AppError } from '@kura/contract/errors'
import type { CallName } from '@kura/contract/paths'
import type { Result } from '@kura/contract/result'
import { asAppError } from './as-app-error.ts'
import type { CallContext, RawFile, RawJson, Route } from './on.ts'
import { parseBody, parseOuter } from './parse-input.ts'

/** Calls an endpoint inside the process, as an anonymous visitor: what the page loaders use. */
export type LocalApi = <K extends CallName>(name: K, input: ApiInput<K>) => Promise<Result<ApiOutput<K>>>

export const isRaw = (answer: unknown): answer is RawJson =>
  typeof answer === 'object' && answer !== null && 'rawJson' in answer

export const isFile = (answer: unknown): answer is RawFile =>
  typeof answer === 'object' && answer !== null && 'rawFile' in answer

/**
 * A caller over the same handlers and checks as the wire, without HTTP; only for calls that need no
 * session and no bot check.
 */
export function localApi(routes: readonly Route[]): LocalApi {
  const byEndpoint = new Map(routes.map((route) => [route.endpoint.path + route.endpoint.method, route]))
  return async (name, input) => {
    const endpoint = api[name]
    const route = byEndpoint.get(endpoint.path + endpoint.method)
    if (!route || endpoint.auth === 'member' || 'bot' in endpoint)
      throw new Error(`${name} is not for the page loaders`)
    const raw = { params: {}, query: {}, headers: {}, body: {}, ...(input as object) }
    try {
      const parsed = { ...parseOuter(route.endpoint, raw), body: parseBody(route.endpoint, raw.body) }
      const context: CallContext = {
        viewer: undefined,
        ip: '',
        bot: undefined,
        userAgent: '',
        language: 'ja',
        bearer: undefined,
        idempotencyKey: undefined,
        files: [],
      }
      const answer = await route.handler(parsed as never, context as never)
      return {
        ok: true,
        data: (isRaw(answer) ? JSON.parse(answer.rawJson) : route.endpoint.output.parse(answer)) as never,
      }
    } catch (error) {
      const failure = asAppError(error)
      // thrown on, so that the page's renderer counts it as the bug it is
      if (failure.code === 'INTERNAL_SERVER_ERROR' || !route.endpoint.errors.includes(failure.code)) throw error
      return { ok: false, status: statusOf(failure), body: errorBody(failure) }
    }
  }
}

/** The HTTP status of a failure. */
export const statusOf = (failure: AppError): number => errors[failure.code].status
