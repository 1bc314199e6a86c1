import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errors } from '@kura/contract/errors'
import type { AppError, ErrorCode } from '@kura/contract/errors'
import { checkInvariants } from '../../audit/check/check.ts'
import { seedBuyer, stockOf } from '../../checkout/order/testing/shop.ts'
import { ipOf, seedGiven, seedPasscode, seedViewers } from '../pack/testing/given-packs.ts'
import { testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { getPasscode } from './get-passcode.ts'
import { get, look } from './testing/passcode-calls.ts'
import { codeOf } from '../../testing/code-of.ts'

test('a look uses nothing up: the same token and the passcode are good for getting, once', async (t) => {
  const world = await testWorld(t)
  const packId = await seedGiven(world.deps.sql, 'passcode', { kind: 'single', units: 3 })
  const { code } = await seedPasscode(world.deps.sql, packId, { uses: 2 })
  const [buyer, other] = [await seedBuyer(world), await seedBuyer(world)]
  const { token } = await world.bot('passcode_validate')
  for (let n = 0; n < 2; n += 1) {
    const seen = await look(world, buyer, code, token)
    assert.ok(seen.ok && seen.data.packId === packId && seen.data.channel === 'passcode')
  }
  // it is this member's, and this passcode's
  assert.equal(codeOf(await get(world, other, code, { token })), 'BOT_DENY')
  const { code: another } = await seedPasscode(world.deps.sql, packId)
  assert.equal(codeOf(await get(world, buyer, another, { token })), 'BOT_DENY')
  const got = await get(world, buyer, code, { token })
  assert.ok(got.ok && got.data.status === 'accepted' && got.data.orderIds.length === 1)
  assert.equal(codeOf(await get(world, buyer, another, { token })), 'BOT_DENY')
  const orders = await world.call('listOrders', { query: {} }, { session: buyer.session })
  assert.ok(orders.ok)
  assert.deepEqual(
    orders.data.items.map(({ orderId, tender, priceYen, state }) => [orderId, tender, priceYen, state]),
    [[got.data.status === 'accepted' ? got.data.orderIds[0] : '', 'grant', 0, 'delivered']],
  )
  const moves = await world.deps.sql`select state from order_moves order by number`
  assert.deepEqual(
    moves.map((row) => row['state']),
    ['reserved', 'captured', 'delivered'],
  )
  assert.equal((await world.deps.sql`select 1 from openings`).length, 1, 'a single pack opens by itself')
  assert.deepEqual(await stockOf(world.deps.sql, packId), { issued: 3, remaining: 2, reserved: 0, sold: 1 })
  assert.deepEqual(await checkInvariants(world.deps), [])
})

test('the pass of a look ends after its minutes, and the token with it', async (t) => {
  const world = await testWorld(t)
  const packId = await seedGiven(world.deps.sql, 'passcode')
  const { code } = await seedPasscode(world.deps.sql, packId)
  const buyer = await seedBuyer(world)
  const { token } = await world.bot('passcode_validate')
  assert.ok((await look(world, buyer, code, token)).ok)
  await world.moveClock('121 seconds')
  assert.equal(codeOf(await get(world, buyer, code, { token })), 'BOT_DENY')
  // a fresh token works without a validation
  assert.ok((await get(world, buyer, code)).ok)
})

test('the token travels in query and form alone: a header is no bot check', async (t) => {
  const world = await testWorld(t)
  const packId = await seedGiven(world.deps.sql, 'passcode')
  const { code } = await seedPasscode(world.deps.sql, packId)
  const buyer = await seedBuyer(world)
  const good = await world.bot('passcode_get')
  const answer = await world.call(
    'getPasscode',
    { params: { passcode: code }, body: { token: 'not-a-token', auth: 'v3' } },
    { session: buyer.session, bot: good },
  )
  assert.equal(codeOf(answer), 'BOT_DENY')
  assert.ok((await get(world, buyer, code, { token: good.token })).ok, 'the header used nothing up')
  const wrongAction = (await world.bot('email_sign_in')).token
  assert.equal(codeOf(await look(world, buyer, code, wrongAction)), 'BOT_DENY')
})

test('width, case, hyphens, and letters like digits do not matter', async (t) => {
  const world = await testWorld(t)
  const packId = await seedGiven(world.deps.sql, 'passcode')
  const { code } = await seedPasscode(world.deps.sql, packId)
  const buyer = await seedBuyer(world)
  const wide = [...code.toUpperCase()].map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0))
  const spellings = [
    code.toUpperCase(),
    code.replaceAll('-', ''),
    `  ${code.replaceAll('-', ' – ')}`,
    wide.join(''),
    code.replaceAll('0', 'o').replaceAll('1', 'l'),
  ]
  for (const spelling of spellings) assert.ok((await look(world, buyer, spelling)).ok, spelling)
})

/** Each refusal of section 8: status and message. */
const refusals: [ErrorCode, number, string, (world: TestWorld) => Promise<{ code: string; before?: boolean }>][] = [
  ['NOT_FOUND', 404, 'not found', async () => ({ code: 'NO-SUCH-CODE' })],
  ['NOT_FOUND', 404, 'not found', async () => ({ code: '%00' })],
  [
    'PACK_OUT_OF_STOCK',
    500,
    'pack item out of stock',
    async ({ deps: { sql } }) => {
      const packId = await seedGiven(sql, 'passcode')
      const { id, code } = await seedPasscode(sql, packId)
      await sql`update passcodes set uses = uses_most where id = ${id}`
      return { code }
    },
  ],
  [
    'PACK_SELLING_TERM_BEFORE',
    403,
    'pack is out of selling term (before)',
    async ({ deps: { sql } }) => seedPasscode(sql, await seedGiven(sql, 'passcode'), { from: '1 hour' }),
  ],
  [
    'PACK_SELLING_TERM_BEFORE',
    403,
    'pack is out of selling term (before)',
    async ({ deps: { sql } }) => seedPasscode(sql, await seedGiven(sql, 'passcode', { saleStartsAt: '1 hour' })),
  ],
  [
    'PACK_SELLING_TERM_AFTER',
    403,
    'pack is out of selling term (after)',
    async ({ deps: { sql } }) => seedPasscode(sql, await seedGiven(sql, 'passcode'), { until: '-1 hour' }),
  ],
  [
    'PACK_SELLING_TERM_AFTER',
    403,
    'pack is out of selling term (after)',
    async ({ deps: { sql } }) => seedPasscode(sql, await seedGiven(sql, 'passcode', { saleEndsAt: '-1 hour' })),
  ],
]
for (const [errorCode, status, message, seed] of refusals) {
  test(`looking and getting are refused alike: ${errorCode}, ${status} "${message}"`, async (t) => {
    const world = await testWorld(t)
    const { code } = await seed(world)
    const buyer = await seedBuyer(world)
    for (const answer of [await look(world, buyer, code), await get(world, buyer, code)]) {
      assert.ok(!answer.ok)
      assert.deepEqual([answer.status, answer.body.errorCode, answer.body.message], [status, errorCode, message])
    }
    assert.equal((await world.deps.sql`select 1 from orders union all select 1 from passcode_uses`).length, 0)
  })
}

test('without a session 401; without a wallet nothing is got and nothing used up', async (t) => {
  const world = await testWorld(t)
  const packId = await seedGiven(world.deps.sql, 'passcode')
  const { code } = await seedPasscode(world.deps.sql, packId)
  const { token } = await world.bot('passcode_get')
  const body = { token, auth: 'v3' as const }
  const stranger = await world.call('getPasscode', { params: { passcode: code }, body })
  assert.deepEqual(!stranger.ok && [stranger.status, stranger.body.errorCode], [401, 'UNAUTHORIZED'])
  const looker = await world.call('validatePasscode', { params: { passcode: code }, query: body })
  assert.deepEqual(!looker.ok && looker.status, 401)
  const buyer = await seedBuyer(world, '')
  assert.equal(codeOf(await get(world, buyer, code)), 'WALLET_REQUIRED')
  assert.equal((await world.deps.sql`select 1 from passcode_uses`).length, 0)
})

test('a lost answer: the same key gives it again, anything else says that the passcode was used', async (t) => {
  const world = await testWorld(t)
  const packId = await seedGiven(world.deps.sql, 'passcode', { units: 4 })
  const { code } = await seedPasscode(world.deps.sql, packId, { uses: 3 })
  const buyer = await seedBuyer(world)
  const { token } = await world.bot('passcode_get')
  const key = world.key()
  const first = await get(world, buyer, code, { token, idempotencyKey: key })
  assert.ok(first.ok)
  assert.deepEqual(await get(world, buyer, code, { token, idempotencyKey: key }), first)
  const again = await get(world, buyer, code)
  assert.deepEqual(!again.ok && [again.status, again.body.errorCode], [errors.PASSCODE_USED.status, 'PASSCODE_USED'])
  assert.equal(codeOf(await look(world, buyer, code)), 'PASSCODE_USED')
  assert.equal((await stockOf(world.deps.sql, packId)).sold, 1)
  assert.deepEqual(await checkInvariants(world.deps), [])
})

test('one member many times at once gets one pack', async (t) => {
  const world = await testWorld(t)
  const packId = await seedGiven(world.deps.sql, 'passcode', { units: 20 })
  const { code } = await seedPasscode(world.deps.sql, packId, { uses: 20 })
  const [viewer] = await seedViewers(world.deps, 1)
  assert.ok(viewer)
  const tokens = await Promise.all(Array.from({ length: 8 }, async () => (await world.bot('passcode_get')).token))
  const answers = await Promise.all(
    tokens.map((token, at) =>
      getPasscode(
        world.deps,
        viewer,
        { params: { passcode: code }, body: { token, auth: 'v3' } },
        { ip: ipOf(at) },
      ).then(
        ({ status }) => status as string,
        (error: AppError) => error.code as string,
      ),
    ),
  )
  assert.deepEqual(answers.toSorted(), [...Array.from({ length: 7 }, () => 'PASSCODE_USED'), 'accepted'])
  assert.deepEqual(await checkInvariants(world.deps), [])
})

test('a hundred members and ten uses: exactly ten packs', async (t) => {
  const world = await testWorld(t)
  const packId = await seedGiven(world.deps.sql, 'passcode', { units: 12 })
  const { code } = await seedPasscode(world.deps.sql, packId, { uses: 10 })
  const viewers = await seedViewers(world.deps, 100)
  const tokens = await Promise.all(viewers.map(async () => (await world.bot('passcode_get')).token))
  const answers = await Promise.all(
    viewers.map((viewer, at) =>
      getPasscode(
        world.deps,
        viewer,
        { params: { passcode: code }, body: { token: tokens[at] ?? '', auth: 'v3' } },
        { ip: ipOf(at) },
      ).then(
        ({ status }) => status as string,
        (error: AppError) => error.code as string,
      ),
    ),
  )
  const count = (what: string) => answers.filter((answer) => answer === what).length
  assert.deepEqual([count('accepted'), count('PACK_OUT_OF_STOCK')], [10, 90])
  assert.deepEqual(await stockOf(world.deps.sql, packId), { issued: 12, remaining: 2, reserved: 0, sold: 10 })
  assert.deepEqual(await checkInvariants(world.deps), [])
})

test('guessing is slow for a member, for known and unknown codes alike', async (t) => {
  const world = await testWorld(t)
  const { code } = await seedPasscode(world.deps.sql, await seedGiven(world.deps.sql, 'passcode'))
  const [guesser, owner] = [await seedBuyer(world), await seedBuyer(world)]
  // nothing refills while a slow machine is guessing
  await world.stopClock()
  const codes = []
  for (let n = 0; n < 12; n += 1) codes.push(codeOf(await look(world, guesser, `WRONG-${n}000`)))
  assert.deepEqual(
    codes.slice(0, 10),
    Array.from({ length: 10 }, () => 'NOT_FOUND'),
  )
  assert.deepEqual(codes.slice(10), ['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'])
  assert.equal(codeOf(await look(world, guesser, code)), 'TOO_MANY_REQUESTS')
  assert.ok((await look(world, owner, code)).ok, 'nobody else waits')
})
