import { api } from '@kura/contract/api'
import type { Endpoint } from '@kura/contract/endpoint'
import type { PathSpec } from '@kura/contract/path-spec'
import type { CallName } from '@kura/contract/paths'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { fieldsOf, sampleOf } from '../../platform/http/testing/bad-values.ts'
import type { TestWorld } from '../test-world.ts'

export type Sent = {
  payload?: unknown
  type?: string
  session?: string | undefined
  headers?: Record<string, string>
  from?: string
  version?: 'v2' | 'v3'
}

/** The path with valid ids that do not exist, so that the rest of the request is checked. */
function urlOf({ path, parts }: Endpoint): string {
  const fields = fieldsOf(parts.params)
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const field = fields.find((each) => each.name === name)
    return encodeURIComponent(String(field ? sampleOf(field.schema) : 'x'))
  })
}

/** Sends a call as raw as an attacker can, with a good bot-check token where one is needed. */
export async function sendCall(
  { bot }: Pick<TestWorld, 'bot'>,
  http: FastifyInstance,
  name: CallName,
  { payload, type = 'application/json', session, headers = {}, from = '127.0.0.1', version = 'v3' }: Sent = {},
): Promise<LightMyRequestResponse> {
  const spec: PathSpec = api[name]
  const token = spec.bot ? (await bot(spec.bot, version)).token : undefined
  return http.inject({
    method: spec.method,
    url: urlOf(api[name]),
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
