import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { api } from '@kura/contract/api'
import type { ApiInput, ApiOutput } from '@kura/contract/api'
import type { CallName } from '@kura/contract/paths'
import { buildRequest } from '@kura/contract/request'
import type { CallOptions, CallParts } from '@kura/contract/request'
import type { Result } from '@kura/contract/result'
import { testDatabase } from '@kura/db/test-database'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import { stopClock } from '../platform/db/testing/stop-clock.ts'
import { buildDeps } from '../deps.ts'
import type { Deps } from '../deps.ts'
import { startOutside, testEnv } from './test-env.ts'
import type { TestOutside } from './test-env.ts'

export type TestWorld = {
  deps: Deps
  http: FastifyInstance
  outside: TestOutside
  /**
   * The typed client of the web, over the real routes without a socket. `bot: true` fetches a good
   * bot-check token first.
   */
  call: <K extends CallName>(name: K, input: ApiInput<K>, options?: CallOptions) => Promise<Result<ApiOutput<K>>>
  /** A fresh bot-check token of the sandbox for an action. */
  bot: (action: string, version?: 'v2' | 'v3') => Promise<{ version: 'v2' | 'v3'; token: string }>
  key: () => string
  /** Moves the clock of every decision about time. */
  moveClock: (by: string) => Promise<void>
  /**
   * Stops the clock: only `moveClock` moves it. For what refills or expires while a slow machine
   * works, and for what depends on a day or a month. It stops at `at`, a wall clock of Japan
   * (`2026-11-30 12:00:00`), or at the present time.
   */
  stopClock: (at?: string) => Promise<void>
  /**
   * This test makes a call fail on purpose in a way its contract does not declare; every other such
   * failure fails the test.
   */
  expectUndeclared: (call: string, reason: string) => void
}

/**
 * Real PostgreSQL of its own, the sandbox at the wire, the whole server: everything ends with the
 * test, and a failure of the server that no contract declares fails it.
 */
export async function testWorld(
  t: { after: (end: () => Promise<void>) => void },
  more: Record<string, string> = {},
): Promise<TestWorld> {
  const database = await testDatabase()
  const outside = await startOutside('http://localhost:3000')
  const deps = await buildDeps(await testEnv(outside, database.url, more))
  const { http } = await buildApp(deps, { withPages: false })
  const expected = new Map<string, string>()
  t.after(async () => {
    await http.close()
    await deps.close()
    await outside.close()
    await database.close()
    await assertDeclared(deps, expected)
  })
  return {
    deps,
    http,
    outside,
    call: (name, input, options) => callOver(http, name, input, options),
    bot: (action, version = 'v3') => issueBotToken(outside, action, version),
    key: () => randomUUID(),
    moveClock: async (by) => {
      await deps.sql`update kura_clock set time_offset = time_offset + ${by}::interval`
    },
    stopClock: (at) => stopClock(deps.sql, at),
    expectUndeclared: (call, reason) => void expected.set(call, reason),
  }
}

/** Every failure was declared, and the ones a test expects did come. */
async function assertDeclared({ metrics }: Deps, expected: ReadonlyMap<string, string>): Promise<void> {
  const { values } = await metrics.undeclaredErrors.get()
  const failed = values.filter(({ value }) => value > 0).map(({ labels }) => String(labels['call']))
  assert.deepEqual(
    failed.filter((call) => !expected.has(call)),
    [],
    'calls failed in a way that no contract declares',
  )
  for (const [call, reason] of expected) assert.ok(failed.includes(call), `${call} never failed, though ${reason}`)
}

/** Makes a call over an app's real routes and reads the answer as the web's client does. */
export async function callOver<K extends CallName>(
  http: FastifyInstance,
  name: K,
  input: ApiInput<K>,
  options?: CallOptions,
): Promise<Result<ApiOutput<K>>> {
  const request = buildRequest(api[name], input as CallParts, options)
  const isForm = request.body instanceof FormData
  const encoded = isForm ? new Response(request.body) : undefined
  const answer = await http.inject({
    method: request.method as 'GET',
    url: request.url,
    // members do not share one line: limits per source are for those who do
    remoteAddress: addressOf(options?.session),
    headers: { ...request.headers, ...(encoded ? { 'content-type': encoded.headers.get('content-type') ?? '' } : {}) },
    ...(request.body === undefined
      ? {}
      : { payload: encoded ? Buffer.from(await encoded.arrayBuffer()) : (request.body as string) }),
  })
  const body = answer.body === '' ? {} : JSON.parse(answer.body)
  return answer.statusCode < 400 ? { ok: true, data: body } : { ok: false, status: answer.statusCode, body }
}

/** A network address for each session. */
function addressOf(session = ''): string {
  if (session === '') return '127.0.0.1'
  const [a, b, c] = createHash('sha256').update(session).digest()
  return `10.${a}.${b}.${c}`
}

async function issueBotToken(outside: TestOutside, action: string, version: 'v2' | 'v3') {
  const answer = await fetch(`${outside.sandbox.addresses.pages}/sandbox/captcha/issue`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ version, action, hostname: 'localhost' }),
  })
  const { token } = (await answer.json()) as { token: string }
  return { version, token }
}
