// A ban, a deletion or a request for one against everything that a member can begin: whichever comes first decides,
// and nothing comes in between.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import { checkInvariants } from '../../audit/check/check.ts'
import { newId } from '../../platform/db/id.ts'
import { untilLocked } from '../../platform/db/testing/until-locked.ts'
import { giftWorld } from '../../market/gift/testing/gift-world.ts'
import { endLost } from '../../checkout/order/release.ts'
import {
  enter,
  enterAndPass,
  buy,
  givenBack,
  listTrades,
  seedBuyer,
  seedPack,
  stockOf,
} from '../../checkout/order/testing/shop.ts'
import {
  allWell,
  buyPaidy,
  enterAndAuthorise,
  givePoints,
  listPaidy,
  work,
} from '../../checkout/order/testing/tenders.ts'
import { enterToken, listToken } from '../../checkout/order/testing/trading.ts'
import { loadBanks } from '../../money/payout/banks.ts'
import { request, seedPayee } from '../../money/payout/testing/payees.ts'
import { seedAirdrop, seedGiven, seedPasscode } from '../../shop/pack/testing/given-packs.ts'
import type { SeededMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { banMember } from './ban-member.ts'
import { deleteMember, findLeaveObstacles } from './delete-member.ts'
import { insert } from './deletion-queries.ts'
import { lockWhole, setBanned, wipe } from './standing-queries.ts'

const { world: chain } = chainNetwork()
type Answer = { ok: boolean; body?: { errorCode: string } }
type End = 'banned' | 'deleted' | 'leaving'
const ends = ['banned', 'deleted', 'leaving'] as const
const refusal = (end: End) => (end === 'leaving' ? 'DELETION_PENDING' : 'INVALID_SESSION')
const codeOf = (answer: Answer) => (answer.ok ? 'ok' : (answer.body?.errorCode ?? ''))

/**
 * The account ends, and before that is committed the member begins something; returns what that
 * came to.
 */
async function endWhile(world: TestWorld, { memberId, email }: SeededMember, end: End, act: () => Promise<Answer>) {
  const { sql } = world.deps
  let answer: Promise<Answer> | undefined
  await sql.begin(async (db) => {
    await lockWhole(db, memberId)
    if (end === 'banned') await setBanned(db, memberId)
    else if (end === 'deleted') await wipe(db, { id: memberId, email })
    else await insert(db, { id: newId(), memberId, reason: 'other', cancelHash: null })
    answer = act()
    await untilLocked(sql)
  })
  assert.ok(answer)
  return codeOf(await answer)
}

/** What rows a member has of what can be begun. */
const rowsOf = async ({ deps }: TestWorld, { memberId }: SeededMember) => {
  const [row] = await deps.sql<[Record<string, number>]>`
    select (select count(*)::int from orders where member_id = ${memberId}) as orders,
           (select count(*)::int from airdrop_claims where member_id = ${memberId}) as claims,
           (select count(*)::int from passcode_uses where member_id = ${memberId}) as passcodes,
           (select count(*)::int from pack_tickets where member_id = ${memberId}) as tickets,
           (select count(*)::int from listings where seller_id = ${memberId}) as listings,
           (select count(*)::int from gifts where giver_id = ${memberId} or claimer_id = ${memberId}) as gifts,
           (select count(*)::int from transfers where member_id = ${memberId}) as transfers`
  return Object.values(row).reduce((sum, count) => sum + count, 0)
}

for (const end of ends)
  test(`who is ${end} meanwhile reserves, claims and queues for nothing in the shop`, async (t) => {
    const world = await testWorld(t)
    const { sql } = world.deps
    const packId = await seedPack(sql)
    const lined = await seedPack(sql, { saleStartsAt: '1 hour' })
    const running = await seedPack(sql)
    await sql`update packs set queue_per_second = 1 where id in (${lined}, ${running})`
    const airdropId = await seedAirdrop(sql, await seedGiven(sql, 'airdrop'))
    const { code } = await seedPasscode(sql, await seedGiven(sql, 'passcode'))
    const claimToken = (await world.bot('airdrop_claim')).token
    const codeToken = (await world.bot('passcode_get')).token
    const lineBot = [await world.bot('pack_queue'), await world.bot('pack_queue')] as const
    const acts: Record<string, (member: SeededMember) => Promise<Answer>> = {
      card: (member) => enter(world, member, packId),
      points: ({ session }) => world.call('buyPoint', { params: { packId }, body: { usedPoint: 1100 } }, { session }),
      paidy: ({ session }) => world.call('entryOrderPaidy', { params: { packId }, body: {} }, { session }),
      airdrop: ({ session }) =>
        world.call('claimAirdrop', { params: { airdropId }, body: { token: claimToken, auth: 'v3' } }, { session }),
      passcode: ({ session }) =>
        world.call('getPasscode', { params: { passcode: code }, body: { token: codeToken, auth: 'v3' } }, { session }),
      'early line': ({ session }) =>
        world.call('joinQueue', { params: { packId: lined } }, { session, bot: lineBot[0] }),
      line: ({ session }) => world.call('joinQueue', { params: { packId: running } }, { session, bot: lineBot[1] }),
    }
    for (const [name, act] of Object.entries(acts)) {
      const member = await seedBuyer(world)
      if (name === 'points') await givePoints(world, member, 1100)
      assert.equal(await endWhile(world, member, end, () => act(member)), refusal(end), name)
      assert.equal(await rowsOf(world, member), 0, name)
    }
    assert.equal((await stockOf(sql, packId)).remaining, 3)
    assert.deepEqual(await checkInvariants(world.deps), [])
  })

for (const end of ends)
  test(`who is ${end} meanwhile buys, lists, gives, sends and claims nothing in the market`, async (t) => {
    const gifts = await giftWorld(t, chain())
    const { call } = gifts
    const { purchase } = await listToken(gifts)
    const giver = await gifts.trader(1)
    const { link } = await gifts.offer(giver, giver.tokens[0]!, 'taro@example.jp')
    const { refId, ...seen } = purchase
    const acts: Record<string, (member: Awaited<ReturnType<typeof gifts.trader>>) => Promise<Answer>> = {
      card: (member) => enterToken(gifts, member, purchase),
      points: ({ session }) => call('buyTokenPoint', { params: { refId }, body: seen }, { session }),
      page: ({ session }) =>
        call('paymentUrlCredit', { params: { refId }, body: { lang: 'ja', returnUrl: '/', ...seen } }, { session }),
      listing: ({ session, tokens }) =>
        call('draftListing', { body: { tokenRefId: tokens[0]!.refId, price: 1000, contentAccessFee: 0 } }, { session }),
      'gift by mail': ({ session, tokens }) =>
        call('draftMailGift', { body: { tokenId: tokens[0]!.tokenId, email: 'hanako@example.jp' } }, { session }),
      gift: ({ session, tokens }) =>
        call('draftGift', { body: { tokenId: tokens[0]!.tokenId, address: giver.flowAddress } }, { session }),
      transfer: ({ session, tokens }) =>
        call('draftTransfer', { body: { tokenId: tokens[0]!.tokenId, address: giver.flowAddress } }, { session }),
      claim: ({ session }) => call('claimGift', { body: { token: link } }, { session }),
    }
    for (const [name, act] of Object.entries(acts)) {
      const member = await gifts.trader(1)
      if (name === 'points') await givePoints(gifts, member, purchase.priceYen)
      assert.equal(await endWhile(gifts, member, end, () => act(member)), refusal(end), name)
      assert.equal(await rowsOf(gifts, member), 0, name)
    }
  })

for (const end of ends)
  test(`who is ${end} meanwhile takes no proceeds, neither to the bank nor as points`, async (t) => {
    const world = await testWorld(t)
    const acts: Record<string, (member: SeededMember) => Promise<Answer>> = {
      payout: ({ session }) => world.call('requestPayout', { body: { balance: 9000, amount: 9000 } }, { session }),
      points: ({ session }) => world.call('useProceeds', { body: { balance: 9000, amount: 9000 } }, { session }),
    }
    for (const [name, act] of Object.entries(acts)) {
      const member = await seedBuyer(world)
      assert.equal(await endWhile(world, member, end, () => act(member)), refusal(end), name)
    }
    assert.equal((await world.deps.sql`select 1 from payouts`).length, 0)
  })

test('what is being reserved comes before a ban that waits for it', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const packId = await seedPack(sql)
  const member = await seedBuyer(world)
  let entered: Promise<Answer> | undefined
  const ends: Promise<unknown>[] = []
  const order = { memberId: member.memberId, by: 't', reason: 'r' }
  await sql.begin(async (db) => {
    await db`select 1 from pack_stocks where pack_id = ${packId} for update`
    entered = enter(world, member, packId)
    await untilLocked(sql, { words: 'update pack_stocks' })
    ends.push(deleteMember(world.deps, { memberId: member.memberId, actor: 't', reason: 'r' }))
    ends.push(banMember(world.deps, order))
    await untilLocked(sql, { count: 2, words: 'from members' })
  })
  assert.ok(entered)
  assert.equal(codeOf(await entered), 'ok')
  const [deleted] = await Promise.all(ends)
  assert.deepEqual(deleted, { isDeleted: false, obstacles: [{ kind: 'orders_open', amount: 1n }], isGone: false })
  assert.deepEqual(await checkInvariants(world.deps), [])
  assert.equal(await endLost(world.deps), 1, 'nobody waits for a payment that cannot come')
  await world.moveClock('1 minute')
  await work(world)
  assert.deepEqual(await statesOf(world, member), ['expired'])
  assert.equal((await stockOf(sql, packId)).remaining, 3)
  await allWell(world)
})

/** What a member asks who wants to leave while `act` writes to a table; returns what blocks it. */
async function leaveDuring(world: TestWorld, member: SeededMember, table: string, act: () => Promise<Answer>) {
  const { sql } = world.deps
  const answers: Promise<Answer>[] = []
  await sql.begin(async (db) => {
    await db`lock table ${db(table)} in share row exclusive mode`
    answers.push(act())
    await untilLocked(sql, { words: table })
    answers.push(world.call('requestDeletion', { body: { reason: 'other' } }, { session: member.session }))
    await untilLocked(sql, { words: 'from members' })
  })
  assert.deepEqual((await Promise.all(answers)).map(codeOf), ['ok', 'USER_DELETE_CONFLICT'])
  return (await findLeaveObstacles(sql, member.memberId)).map(({ kind }) => kind)
}

test('an order, a payout or a claim that is being written blocks a request that comes a moment later', async (t) => {
  const gifts = await giftWorld(t, chain())
  const { sql } = gifts.deps
  await loadBanks(gifts.deps)
  const packId = await seedPack(sql)
  const buyer = await seedBuyer(gifts)
  assert.deepEqual(await leaveDuring(gifts, buyer, 'orders', () => enter(gifts, buyer, packId)), ['orders_open'])
  const payee = await seedPayee(gifts, 9000)
  assert.deepEqual(await leaveDuring(gifts, payee, 'payouts', () => request(gifts, payee, 9000, 9000)), [
    'payouts_open',
  ])
  const giver = await gifts.trader(1)
  const { link } = await gifts.offer(giver, giver.tokens[0]!, 'taro@example.jp')
  const claimer = await gifts.trader(0)
  const claim = () => gifts.call('claimGift', { body: { token: link } }, { session: claimer.session })
  assert.deepEqual(await leaveDuring(gifts, claimer, 'gifts', claim), ['gifts_open'])
  assert.equal((await sql`select 1 from account_deletions`).length, 0)
})

const statesOf = async ({ deps }: TestWorld, { memberId }: SeededMember) => [
  ...(await deps.sql<{ state: string }[]>`
    select state from orders where member_id = ${memberId} order by created_at`.then((rows) =>
    rows.map((row) => row.state),
  )),
]

for (const tender of ['card', 'paidy'] as const)
  test(`money that is captured by ${tender} after a ban goes back once, with points and stock`, async (t) => {
    const world = await testWorld(t)
    const { sql } = world.deps
    const packId = await seedPack(sql)
    const member = await seedBuyer(world)
    await givePoints(world, member, 300)
    const isCard = tender === 'card'
    const { accessID, payId } = isCard
      ? { ...(await enterAndPass(world, member, packId)), payId: '' }
      : { ...(await enterAndAuthorise(world, member, packId, 300)), accessID: '' }
    await endWhile(world, member, 'banned', () =>
      isCard ? buy(world, member, packId, accessID) : buyPaidy(world, member, packId, payId),
    )
    assert.deepEqual(await statesOf(world, member), ['refunding'])
    await world.moveClock('1 minute')
    await work(world)
    await work(world)
    assert.deepEqual(await statesOf(world, member), ['refunded'])
    const [row] = await sql`select reason from orders where member_id = ${member.memberId}`
    assert.equal(row?.['reason'], 'MEMBER_BARRED')
    if (isCard) {
      const steps = (await listTrades(world)).flatMap(({ history }) => history.map(({ status }) => status))
      assert.equal(steps.filter((status) => status === 'CAPTURE').length, 1)
      assert.equal(steps.filter((status) => givenBack.test(status)).length, 1, steps.join(' '))
    } else {
      const [paid] = await listPaidy(world)
      assert.deepEqual([paid?.captures.length, paid?.refunds.length], [1, 1])
    }
    assert.deepEqual(await stockOf(sql, packId), { issued: 3, remaining: 3, reserved: 0, sold: 0 })
    await sql`update members set banned_at = null`
    const again = await world.deps.sql`select sum(remaining)::int as left from point_lots`
    assert.equal(again[0]?.['left'], 300)
    await allWell(world)
  })

test('what was captured before a ban is delivered', async (t) => {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql, { kind: 'single' })
  const member = await seedBuyer(world)
  const { accessID } = await enterAndPass(world, member, packId)
  assert.equal(codeOf(await buy(world, member, packId, accessID)), 'ok')
  await banMember(world.deps, { memberId: member.memberId, by: 't', reason: 'r' })
  await world.deps.background.settled()
  assert.deepEqual(await statesOf(world, member), ['delivered'])
  const openings = await world.deps.sql`select 1 from openings where member_id = ${member.memberId}`
  assert.equal(openings.length, 1)
  assert.deepEqual(await checkInvariants(world.deps), [])

  // the check can tell: had the ban come a day before, or been a deletion
  const named = async () =>
    (await checkInvariants(world.deps, { since: new Date(0) })).map(({ invariant, what }) => `${invariant} ${what}`)
  await world.deps.sql`update members set banned_at = banned_at - interval '1 day'`
  const early = await named()
  assert.match(
    early.join('\n'),
    /I22 reserved .* by a member who was banned before[^]*I22 captured of a member who was banned/,
  )
  await world.deps.sql`update members set banned_at = null, deleted_at = kura_now()`
  await world.deps.sql`update orders set state = 'reserved' where member_id = ${member.memberId}`
  assert.match((await named()).join('\n'), /I22 of a deleted member, and reserved/)
})
