// A12 and A15: no body writes a field the contract does not name, and none reaches a prototype.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { api } from '@kura/contract/api'
import type { Endpoint } from '@kura/contract/endpoint'
import type { CallName } from '@kura/contract/paths'
import { seedMember } from '../seed-member.ts'
import { testWorld } from '../test-world.ts'
import { sendCall } from './send-call.ts'

const world = await testWorld({ after })
const { deps, http } = world
beforeEach(() => deps.sql`delete from rate_limits`)

/** A notice of a gateway is a hint: it is stored as it came and the gateway is asked. */
const takesAnything = new Set<string>(['cardNotice', 'paidyNotice'])
const writing = (Object.entries(api) as [CallName, Endpoint][])
  .filter(([name, { body }]) => body !== undefined && !takesAnything.has(name))
  .map(([name, { body }]) => ({ name, kind: body }))

const purchase = ['role', 'isAdmin', 'balance', 'owner', 'price', 'priceYen', 'status', 'state', 'memberId', 'bannedAt']

/**
 * A seller sets a price. A buyer confirms the price shown, and a seller the balance shown: at
 * another one nothing happens.
 */
const named: Partial<Record<CallName, string>> = {
  draftListing: 'price',
  entryOrderNewCard: 'priceYen',
  entryOrderSelectedCard: 'priceYen',
  entryOrderPaidy: 'priceYen',
  paymentUrlCredit: 'priceYen',
  paymentUrlCreditPoint: 'priceYen',
  enterTokenNewCard: 'priceYen',
  enterTokenNewCardPoint: 'priceYen',
  enterTokenSelectedCard: 'priceYen',
  enterTokenSelectedCardPoint: 'priceYen',
  enterTokenPaidy: 'priceYen',
  buyTokenPoint: 'priceYen',
  useProceeds: 'balance',
  requestPayout: 'balance',
}

test('A12: fields that would give rights, money or another state are refused by every call', async () => {
  const { session, memberId } = await seedMember(deps)
  const before = await deps.sql`select m::text as row from members m where id = ${memberId}`
  assert.ok(writing.length > 20)
  for (const { name, kind } of writing)
    for (const field of purchase) {
      if (named[name] === field) continue
      await deps.sql`delete from rate_limits`
      const form = `--b\r\ncontent-disposition: form-data; name="${field}"\r\n\r\nadmin\r\n--b--\r\n`
      const sent =
        kind === 'multipart'
          ? { payload: form, type: 'multipart/form-data; boundary=b' }
          : { payload: { [field]: 'admin' } }
      const answer = await sendCall(world, http, name, { ...sent, session })
      const { errorCode, details } = answer.json()
      assert.equal(errorCode, 'INVALID_REQUEST_FORMAT', `${name} ${field}: ${answer.body}`)
      assert.ok(
        details.some(({ fault }: { fault: string }) => fault === 'unrecognized_keys'),
        `${name} ${field}`,
      )
    }
  assert.deepEqual(await deps.sql`select m::text as row from members m where id = ${memberId}`, before)
})

test('A15: keys that lead to a prototype are refused by every call, at any depth', async () => {
  const { session } = await seedMember(deps)
  const bodies = [
    '{"__proto__":{"role":"admin"}}',
    '{"constructor":{"prototype":{"role":"admin"}}}',
    '{"email":{"__proto__":{"role":"admin"}}}',
    '{"next":{"constructor":{"prototype":{"role":"admin"}}}}',
    '{"\\u005f_proto__":{"role":"admin"}}',
  ]
  let tried = 0
  for (const { name, kind } of writing) {
    if (kind === 'multipart') continue
    for (const payload of bodies) {
      await deps.sql`delete from rate_limits`
      tried += 1
      const answer = await sendCall(world, http, name, { payload, session })
      assert.equal(answer.statusCode, 400, `${name} ${payload}`)
      assert.equal(answer.json().errorCode, 'INVALID_REQUEST_FORMAT')
    }
  }
  assert.ok(tried > 20 * bodies.length)
  for (const type of ['application/x-www-form-urlencoded']) {
    const payload = '__proto__[role]=admin&constructor[prototype][role]=admin&email=a@example.jp'
    assert.equal((await sendCall(world, http, 'usersSignUp', { payload, type })).statusCode, 400)
  }
  assert.equal(({} as Record<string, unknown>)['role'], undefined)
})
