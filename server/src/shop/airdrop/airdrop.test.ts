import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AppError, ErrorCode } from '@kura/contract/errors'
import type { AirdropStatus } from '@kura/contract/shop/issue'
import { checkInvariants } from '../../audit/check/check.ts'
import { untilLocked } from '../../platform/db/testing/until-locked.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { seedBuyer, stockOf } from '../../checkout/order/testing/shop.ts'
import { ipOf, seedAirdrop, seedGiven, seedSelectable, seedViewers } from '../pack/testing/given-packs.ts'
import type { SeededMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { claimAirdrop } from './claim-airdrop.ts'
import * as airdrops from './queries.ts'
import { codeOf } from '../../testing/code-of.ts'

async function claim(
  world: TestWorld,
  buyer: SeededMember,
  airdropId: string,
  more: { itemId?: string | string[]; count?: number | number[]; token?: string; idempotencyKey?: string } = {},
) {
  const { token = (await world.bot('airdrop_claim')).token, idempotencyKey, ...pairs } = more
  return world.call(
    'claimAirdrop',
    { params: { airdropId }, body: { token, auth: 'v3', ...pairs } },
    { session: buyer.session, idempotencyKey },
  )
}
const statusOf = async (world: TestWorld, buyer: SeededMember, airdropId: string) => {
  const answer = await world.call('showAirdropStatus', { params: { airdropId } }, { session: buyer.session })
  assert.ok(answer.ok)
  return answer.data
}
/** Claims of many members at once, each from a source of its own. */
async function claimAll(world: TestWorld, airdropId: string, viewers: Awaited<ReturnType<typeof seedViewers>>) {
  const tokens = await Promise.all(viewers.map(async () => (await world.bot('airdrop_claim')).token))
  return Promise.all(
    viewers.map((viewer, at) =>
      claimAirdrop(
        world.deps,
        viewer,
        { params: { airdropId }, body: { token: tokens[at] ?? '', auth: 'v3' } },
        { ip: ipOf(at) },
      ).then(
        ({ status }) => status as string,
        (error: AppError) => error.code as string,
      ),
    ),
  )
}

type Case = {
  code: ErrorCode
  http: number
  status: AirdropStatus['status']
  seed: (world: TestWorld, buyer: SeededMember) => Promise<string>
}
const refusals: Case[] = [
  {
    code: 'AirdropOutOfStock',
    http: 409,
    status: 'out-of-stock',
    seed: async ({ deps: { sql } }) => seedAirdrop(sql, await seedGiven(sql, 'airdrop', { units: 2 }), { each: 3 }),
  },
  {
    code: 'AirdropPackOutOfSellingTerm',
    http: 409,
    status: 'closed',
    seed: async ({ deps: { sql } }) => {
      const id = await seedAirdrop(sql, await seedGiven(sql, 'airdrop'))
      await sql`update airdrops set closed_at = kura_now() where id = ${id}`
      return id
    },
  },
  {
    code: 'AirdropPackOutOfSellingTermBefore',
    http: 409,
    status: 'before',
    seed: async ({ deps: { sql } }) => seedAirdrop(sql, await seedGiven(sql, 'airdrop'), { from: '1 hour' }),
  },
  {
    code: 'AirdropPackOutOfSellingTermAfter',
    http: 409,
    status: 'after',
    seed: async ({ deps: { sql } }) => seedAirdrop(sql, await seedGiven(sql, 'airdrop'), { until: '-1 hour' }),
  },
  {
    code: 'AirdropPackOutOfSellingTermAfter',
    http: 409,
    status: 'after',
    seed: async ({ deps: { sql } }) => seedAirdrop(sql, await seedGiven(sql, 'airdrop', { saleEndsAt: '-1 hour' })),
  },
  {
    code: 'AirdropPackNotReserved',
    http: 403,
    status: 'not-reserved',
    seed: async ({ deps: { sql } }) =>
      seedAirdrop(sql, await seedGiven(sql, 'airdrop'), { isForAll: false, who: ['somebody@example.jp'] }),
  },
  {
    code: 'AirdropAlreadyClaimed',
    http: 409,
    status: 'claimed',
    seed: async (world, buyer) => {
      const id = await seedAirdrop(world.deps.sql, await seedGiven(world.deps.sql, 'airdrop'))
      assert.ok((await claim(world, buyer, id)).ok)
      return id
    },
  },
]
for (const { code, http, status, seed } of refusals) {
  test(`status ${status} and the claim's ${code} (${http}) say the same`, async (t) => {
    const world = await testWorld(t)
    const buyer = await seedBuyer(world)
    const airdropId = await seed(world, buyer)
    const before = await world.deps.sql`select id from orders`
    assert.equal((await statusOf(world, buyer, airdropId)).status, status)
    const answer = await claim(world, buyer, airdropId)
    assert.deepEqual(!answer.ok && [answer.status, answer.body.errorCode], [http, code])
    assert.deepEqual(await world.deps.sql`select id from orders`, before)
    assert.deepEqual(await checkInvariants(world.deps), [])
  })
}

test('an unknown airdrop is AirdropPackNotFound in every call', async (t) => {
  const world = await testWorld(t)
  const buyer = await seedBuyer(world)
  const airdropId = 'nothing'
  const answers = [
    await claim(world, buyer, airdropId),
    await world.call('showAirdropStatus', { params: { airdropId } }, { session: buyer.session }),
    await world.call('showAirdropPack', { params: { airdropId } }),
  ]
  for (const answer of answers)
    assert.deepEqual(!answer.ok && [answer.status, answer.body.errorCode], [404, 'AirdropPackNotFound'])
})

test('a hundred claims of one member at once are one claim with all its packs', async (t) => {
  const world = await testWorld(t)
  const packId = await seedGiven(world.deps.sql, 'airdrop', { units: 9 })
  const airdropId = await seedAirdrop(world.deps.sql, packId, { each: 3 })
  const [viewer] = await seedViewers(world.deps, 1)
  assert.ok(viewer)
  const answers: string[] = []
  // in rounds of twenty: the member's rate lets no more through at once
  for (let round = 0; round < 5; round += 1) {
    await world.deps.sql`delete from rate_limits`
    answers.push(
      ...(await claimAll(
        world,
        airdropId,
        Array.from({ length: 20 }, () => viewer),
      )),
    )
  }
  const count = (what: string) => answers.filter((answer) => answer === what).length
  assert.deepEqual([count('accepted'), count('AirdropAlreadyClaimed')], [1, 99])
  assert.deepEqual(await stockOf(world.deps.sql, packId), { issued: 9, remaining: 6, reserved: 0, sold: 3 })
  assert.deepEqual(await checkInvariants(world.deps), [])
})

test('forty members and stock for seven: seven whole claims, nothing half claimed', async (t) => {
  const world = await testWorld(t)
  const packId = await seedGiven(world.deps.sql, 'airdrop', { units: 23 })
  const airdropId = await seedAirdrop(world.deps.sql, packId, { each: 3 })
  const answers = await claimAll(world, airdropId, await seedViewers(world.deps, 40))
  const count = (what: string) => answers.filter((answer) => answer === what).length
  assert.deepEqual([count('accepted'), count('AirdropOutOfStock')], [7, 33])
  assert.deepEqual(await stockOf(world.deps.sql, packId), { issued: 23, remaining: 2, reserved: 0, sold: 21 })
  assert.equal((await world.deps.sql`select 1 from airdrop_claims`).length, 7)
  assert.deepEqual(await checkInvariants(world.deps), [])
})

test('a large airdrop is claimed at once and its progress read from the status', async (t) => {
  const world = await testWorld(t)
  const packId = await seedGiven(world.deps.sql, 'airdrop', { units: 100, kind: 'random', cardsPerPack: 1 })
  const airdropId = await seedAirdrop(world.deps.sql, packId, { each: 100 })
  const buyer = await seedBuyer(world)
  const idempotencyKey = world.key()
  const token = (await world.bot('airdrop_claim')).token
  const claimed = await claim(world, buyer, airdropId, { token, idempotencyKey })
  assert.ok(claimed.ok && claimed.data.status === 'accepted' && claimed.data.orderIds.length === 100)
  assert.deepEqual(await claim(world, buyer, airdropId, { token, idempotencyKey }), claimed)
  const { orderIds } = claimed.data
  const units = await world.deps.sql<{ id: string }[]>`
    select unit_id as id from orders where id = any(${orderIds.slice(0, 3)}::uuid[])`
  for (const { id } of units) {
    const opened = await world.call('mintTokens', { body: { unopenedPackId: id } }, { session: buyer.session })
    assert.ok(opened.ok, JSON.stringify(opened))
  }
  // the chain is another test's: one of them arrives
  await world.deps.sql`
    update openings set state = 'sealed', sealed_at = kura_now() where order_id = ${orderIds[0] ?? ''}`
  const status = await statusOf(world, buyer, airdropId)
  assert.deepEqual(status, { airdropId, status: 'claimed', packs: 100, opened: 3, delivered: 1, orderIds })
})

test('reservations are found by e-mail address, Flow address and member id', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const buyers = [await seedBuyer(world), await seedBuyer(world), await seedBuyer(world), await seedBuyer(world)]
  const [byMail, byAddress, byId, stranger] = buyers
  assert.ok(byMail && byAddress && byId && stranger)
  const who = [byMail.email, byAddress.flowAddress, byId.memberId]
  const airdropId = await seedAirdrop(sql, await seedGiven(sql, 'airdrop', { units: 9 }), { isForAll: false, who })
  for (const one of [byMail, byAddress, byId]) assert.ok((await claim(world, one, airdropId)).ok)
  assert.equal(codeOf(await claim(world, stranger, airdropId)), 'AirdropPackNotReserved')
})

test('a reservation is used up by its first claim, even if the address moves to another member', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const [first, second, third] = [await seedBuyer(world), await seedBuyer(world), await seedBuyer(world)]
  const who = [first.email, first.flowAddress, third.memberId]
  const airdropId = await seedAirdrop(sql, await seedGiven(sql, 'airdrop', { units: 9 }), { isForAll: false, who })
  assert.ok((await claim(world, first, airdropId)).ok)
  const rows = await sql<{ who: string }[]>`
    select who from airdrop_reservations where claimed_by = ${first.memberId}`
  assert.deepEqual(
    rows.map((row) => row.who).toSorted(),
    [first.email, first.flowAddress].toSorted(),
    'all that named it',
  )
  await sql`update members set email = 'moved@example.jp' where id = ${first.memberId}`
  await sql`update members set email = ${first.email} where id = ${second.memberId}`
  assert.equal((await statusOf(world, second, airdropId)).status, 'not-reserved')
  assert.equal(codeOf(await claim(world, second, airdropId)), 'AirdropPackNotReserved')
  assert.equal((await statusOf(world, first, airdropId)).status, 'claimed')
  // a member who is named in person still is, regardless of the address
  await sql`update members set email = 'gone@example.jp' where id = ${second.memberId}`
  await sql`update members set email = ${first.email} where id = ${third.memberId}`
  assert.ok((await claim(world, third, airdropId)).ok)
  assert.deepEqual(await checkInvariants(world.deps), [])
})

test('of two members who have a reserved address one after the other while claiming, one gets the packs', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const [first, second] = [await seedBuyer(world), await seedBuyer(world)]
  const airdropId = await seedAirdrop(sql, await seedGiven(sql, 'airdrop'), { isForAll: false, who: [first.email] })
  let later: ReturnType<typeof claim> | undefined
  await transaction(sql, async (db) => {
    // the first claim, not committed yet
    assert.ok(await airdrops.insertClaim(db, airdropId, first.memberId))
    assert.ok(await airdrops.takeReservations(db, airdropId, first.memberId))
    await sql`update members set email = 'moved@example.jp' where id = ${first.memberId}`
    await sql`update members set email = ${first.email} where id = ${second.memberId}`
    later = claim(world, second, airdropId)
    await untilLocked(sql)
  })
  assert.ok(later)
  assert.equal(codeOf(await later), 'AirdropPackNotReserved')
  const claims = await sql`select member_id from airdrop_claims where airdrop_id = ${airdropId}`
  assert.deepEqual([...claims], [{ member_id: first.memberId }])
})

test('a selectable airdrop: rejected with the pack to choose from, then claimed by pairs', async (t) => {
  const world = await testWorld(t)
  const { packId, itemIds } = await seedSelectable(world.deps.sql, 'airdrop', { units: 2, cards: 2 })
  const [one = '', two = ''] = itemIds
  const airdropId = await seedAirdrop(world.deps.sql, packId)
  const buyer = await seedBuyer(world)
  const { token } = await world.bot('airdrop_claim')
  assert.deepEqual(await claim(world, buyer, airdropId, { token }), {
    ok: true,
    data: { status: 'rejectForSelectable', packId },
  })
  assert.equal((await statusOf(world, buyer, airdropId)).status, 'claimable')
  const wrong = await claim(world, buyer, airdropId, { itemId: two, count: 2 })
  assert.deepEqual(!wrong.ok && wrong.body.details, [{ field: 'count.0', fault: 'over_most' }])
  const got = await claim(world, buyer, airdropId, { token, itemId: [one, two], count: [1, 1] })
  assert.ok(got.ok && got.data.status === 'accepted', JSON.stringify(got))
  const status = await statusOf(world, buyer, airdropId)
  assert.deepEqual([status.status, status.opened], ['claimed', 1])
  assert.deepEqual(await checkInvariants(world.deps), [])
})

test('a claim and the closing of its airdrop do not overtake each other', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const airdropId = await seedAirdrop(sql, await seedGiven(sql, 'airdrop'))
  const buyer = await seedBuyer(world)
  let answer: ReturnType<typeof claim> | undefined
  await transaction(sql, async (db) => {
    await db`update airdrops set closed_at = kura_now() where id = ${airdropId}`
    answer = claim(world, buyer, airdropId)
    // having seen the airdrop open
    await untilLocked(sql)
  })
  assert.ok(answer)
  assert.equal(codeOf(await answer), 'AirdropPackOutOfSellingTerm')
  assert.equal((await sql`select 1 from airdrop_claims union all select 1 from orders`).length, 0)
})

test('the list has what runs or will, soonest end first, page by page', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const packId = await seedGiven(sql, 'airdrop', { units: 5 })
  const ids = [
    await seedAirdrop(sql, packId, { until: '1 day' }),
    await seedAirdrop(sql, packId, { until: '2 days', from: '1 day' }),
    ...(await Promise.all([0, 1, 2].map(() => seedAirdrop(sql, packId, { until: '3 days', each: 2 })))).toSorted(),
    await seedAirdrop(sql, packId),
  ]
  await seedAirdrop(sql, packId, { until: '-1 hour' })
  const closed = await seedAirdrop(sql, packId)
  await sql`update airdrops set closed_at = kura_now() where id = ${closed}`
  // the same end to the microsecond
  await sql`update airdrops set ends_at = (select max(ends_at) from airdrops) where packs_each = 2`
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await world.call('listAirdrops', { query: { limit: 2, ...(cursor ? { cursor } : {}) } })
    assert.ok(page.ok)
    if (!cursor) assert.equal(page.data.total, 6)
    seen.push(...page.data.items.map(({ airdropId }) => airdropId))
    cursor = page.data.cursor
  } while (cursor)
  assert.deepEqual(seen, ids)
  const pack = await world.call('showAirdropPack', { params: { airdropId: ids[0] ?? '' } })
  assert.ok(pack.ok && pack.data.packId === packId)
})
