import type { ErrorBody } from '@kura/contract/errors'
import type { LightMyRequestResponse } from 'fastify'
import type { TestWorld } from './test-world.ts'

export type LetterRequest = {
  session?: string
  /** Sent in the header of its version. */
  bot?: { version: 'v2' | 'v3'; token: string }
  json?: object
  /** Pairs in the order in which a form has them. */
  form?: readonly (readonly [name: string, value: string])[]
  headers?: Record<string, string>
  payload?: string
}

/**
 * A client that was written from the specification alone: it sends the paths, headers and bodies
 * that a test spells out, and nothing that the contract would add, such as an idempotency key or a
 * language.
 */
export function letterClient({ http }: Pick<TestWorld, 'http'>) {
  const send = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    { session, bot, json, form, headers = {}, payload }: LetterRequest = {},
  ): Promise<LightMyRequestResponse> =>
    http.inject({
      method,
      url,
      headers: {
        ...(session === undefined ? {} : { 'x-auth-session': `Bearer ${session}` }),
        ...(bot ? { [`x-recaptcha-token-${bot.version}`]: bot.token } : {}),
        ...(json ? { 'content-type': 'application/json' } : {}),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...headers,
      },
      ...(json ? { payload: JSON.stringify(json) } : {}),
      ...(form ? { payload: new URLSearchParams(form.map((pair) => [...pair])).toString() } : {}),
      ...(payload === undefined ? {} : { payload }),
    })
  /** The status and the error body of a call that has to be refused. */
  const refusal = async (...request: Parameters<typeof send>): Promise<ErrorBody & { status: number }> => {
    const answer = await send(...request)
    if (answer.statusCode < 400) throw new Error(`${request[1]} was not refused: ${answer.body}`)
    return { status: answer.statusCode, ...answer.json<ErrorBody>() }
  }
  return { send, refusal }
}
