// Bad input to every call of the contract, made from the contract itself: a declared refusal, never
// a fault, nothing changed.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { api } from '@kura/contract/api'
import type { Endpoint } from '@kura/contract/endpoint'
import { errors } from '@kura/contract/errors'
import type { ErrorBody } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import { seedPack } from '../../checkout/order/testing/shop.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { badBodies, badPaths, badQueries } from './testing/bad-cases.ts'
import type { BadCase } from './testing/bad-cases.ts'

const world = await testWorld({ after })
const { deps, http } = world
await seedPack(deps.sql)
const member = await seedMember(deps, { flowAddress: '0xf8d6e0586b0a20c7', password: 'kuroi neko ga neru' })
const calls = Object.entries(api) as [string, Endpoint][]

/**
 * Rows of every table; what only counts how often somebody asked, or that a check was used, is no
 * change.
 */
async function countRows(): Promise<Record<string, number>> {
  const tables = await deps.sql<{ name: string }[]>`
    select tablename as name from pg_tables
     where schemaname = 'public' and tablename not in ('rate_limits', 'bot_tokens', 'bot_tokens_used')`
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await deps.sql<{ n: number }[]>`select count(*)::int as n from ${deps.sql(name)}`
    counts[name] = row?.n ?? -1
  }
  return counts
}

async function send(endpoint: Endpoint, bad: BadCase, session: string | undefined) {
  await deps.sql`delete from rate_limits`
  const token = endpoint.bot && !bad.withoutBot ? (await world.bot(endpoint.bot)).token : undefined
  return http.inject({
    method: endpoint.method,
    url: bad.url,
    headers: {
      ...(token ? { 'x-recaptcha-token-v3': token } : {}),
      ...(session === undefined ? {} : { 'x-auth-session': `Bearer ${session}` }),
      ...bad.headers,
    },
    ...(bad.payload === undefined ? {} : { payload: bad.payload }),
  })
}

/**
 * True when the call refused: by a code it declares, with its status and shape, and never as a
 * fault of ours.
 */
async function check(name: string, endpoint: Endpoint, bad: BadCase, session: string | undefined): Promise<boolean> {
  const answer = await send(endpoint, bad, session)
  const what = `${name}: ${bad.what}: ${answer.statusCode} ${answer.body.slice(0, 300)}`
  if (answer.statusCode < 400) {
    assert.ok(bad.mayPass, `was accepted: ${what}`)
    return false
  }
  const { errorCode, message } = answer.json<ErrorBody>()
  assert.ok(endpoint.errors.includes(errorCode), `not declared: ${what}`)
  assert.equal(answer.statusCode, errors[errorCode].status, what)
  assert.equal(message, errors[errorCode].message, what)
  assert.ok(answer.statusCode < 500 || errorCode === 'PACK_OUT_OF_STOCK', what)
  if (bad.codes) assert.ok(bad.codes.includes(errorCode), `expected ${bad.codes.join(' or ')}: ${what}`)
  return true
}

/** Wrong sessions and a missing bot check: whatever else is right, nothing happens. */
function badCallers(endpoint: Endpoint): [BadCase, string | undefined][] {
  const url = badPaths(endpoint).base
  const unknown: BadCase = { what: 'an unknown session', url, codes: ['INVALID_SESSION'] }
  const cases: [BadCase, string | undefined][] = []
  if (endpoint.auth !== 'none') cases.push([unknown, 'x'.repeat(43)])
  if (endpoint.auth === 'member') {
    cases.push([{ what: 'no session', url, codes: ['UNAUTHORIZED'] }, undefined])
    cases.push([{ what: 'a garbled session', url, codes: ['UNAUTHORIZED'] }, 'a b'])
    cases.push([{ what: 'an overlong session', url, codes: ['UNAUTHORIZED'] }, 'x'.repeat(5000)])
  }
  const caller = endpoint.auth === 'member' ? member.session : undefined
  if (endpoint.bot) cases.push([{ what: 'no bot check', url, withoutBot: true, codes: ['BOT_DENY'] }, caller])
  return cases
}

const sent = new Map<string, { cases: number; refused: number }>()

for (const [name, endpoint] of calls)
  test(`bad input to ${name}`, async () => {
    const before = await countRows()
    const session = endpoint.auth === 'member' ? member.session : undefined
    const cases: [BadCase, string | undefined][] = [
      ...badCallers(endpoint),
      ...[...badPaths(endpoint).cases, ...badQueries(endpoint), ...badBodies(endpoint)].map(
        (bad): [BadCase, string | undefined] => [bad, session],
      ),
    ]
    let refused = 0
    for (const [bad, caller] of cases) if (await check(name, endpoint, bad, caller)) refused += 1
    assert.deepEqual(await countRows(), before, `${name} changed something`)
    sent.set(name, { cases: cases.length, refused })
  })

test('every call of the contract was reached, and each that takes something refused something', async () => {
  const { values } = await deps.metrics.requestSeconds.get()
  const routes = new Set(values.map(({ labels }) => labels.route))
  for (const [name, endpoint] of calls) {
    const { cases = 0, refused = 0 } = sent.get(name) ?? {}
    assert.ok(cases > 0 && routes.has(endpoint.path), `${name} was never called`)
    const { params, query, body } = endpoint.parts
    const isOpen = endpoint.method === 'GET' && endpoint.auth === 'none' && !params && !query
    // takes nothing that could be wrong
    assert.ok(refused > 0 || isOpen, `${name} refused nothing`)
    if (body) assert.ok(refused >= 12, `${name}: ${refused} of ${cases}`)
  }
})

test('no value got past the contract to be refused by the database', async () => {
  const { values } = await deps.metrics.undeclaredErrors.get()
  assert.deepEqual(values, [])
})

test('a body over the limit is refused before it is parsed, on every call that takes one', async () => {
  const calling = calls.filter(([, { body }]) => body && body !== 'multipart')
  assert.ok(calling.length > 20)
  for (const [name, endpoint] of calling) {
    const bad: BadCase = {
      what: 'an oversized body',
      url: badPaths(endpoint).base,
      headers: { 'content-type': 'application/json' },
      payload: `{"a":"${'x'.repeat(limits.bodyBytes)}"}`,
      codes: ['UPLOAD_TOO_LARGE'],
    }
    assert.ok(await check(name, endpoint, bad, endpoint.auth === 'member' ? member.session : undefined))
  }
})
