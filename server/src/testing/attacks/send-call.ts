import { api } from '@kura/contract/api'
import type { Endpoint } from '@kura/contract/endpoint'
import type { PathSpec } from '@kura/contract/path-spec'
import type { CallName } from '@kura/contract/paths'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { fieldsOf, sampleOf } from '../../platform/http/testing/bad-values.ts'
import type { TestWorld } from '../test-world.ts'

export type Sent = {
  /** In place of ids that do not exist. */
  params?: Record<string, string>
  query?: Record<string, string>
  payload?: unknown
  type?: string
  session?: string | undefined
  headers?: Record<string, string>
  from?: string
  version?: 'v2' | 'v3'
}

/** The path with valid ids that do not exist, so that the rest of the request is checked. */
function urlOf({ path, parts }: Endpoint, { params = {}, query = {} }: Pick<Sent, 'params' | 'query'>): string {
  const fields = fieldsOf(parts.params)
  const whole = path.replace(/:(\w+)/g, (_, name: string) => {
    const field = fields.find((each) => each.name === name)
    return encodeURIComponent(params[name] ?? String(field ? sampleOf(field.schema) : 'x'))
  })
  const search = new URLSearchParams(query).toString()
  return search === '' ? whole : `${whole}?${search}`
}

/** Sends a call as raw as an attacker can, with a good bot-check token where one is needed. */
export async function sendCall(
  { bot }: Pick<TestWorld, 'bot'>,
  http: FastifyInstance,
  name: CallName,
  { payload, type = 'application/json', session, headers = {}, from = '127.0.0.1', version = 'v3', ...ids }: Sent = {},
): Promise<LightMyRequestResponse> {
  const spec: PathSpec = api[name]
  const token = spec.bot ? (await bot(spec.bot, version)).token : undefined
  return http.inject({
    method: spec.method,
    url: urlOf(api[name], ids),
    remoteAddress: from,
    headers: {
      ...(payload === undefined ? {} : { 'content-type': type }),
      ...(token ? { [`x-recaptcha-token-${version}`]: token } : {}),
      ...(session === undefined ? {} : { 'x-auth-session': `Bearer ${session}` }),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
  })
}
