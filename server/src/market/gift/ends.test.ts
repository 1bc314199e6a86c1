import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cancelAllOrders, cancelOrders } from '@kura/cadence/sale'
import { rebuildIndex } from '../../chain/index/index-once.ts'
import { checkInvariants } from '../../audit/check/check.ts'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { banMember } from '../../identity/account/ban-member.ts'
import { deleteMember } from '../../identity/account/delete-member.ts'
import { giveUpOldDrafts } from '../sale-order/sale-order-jobs.ts'
import { sellCall } from '../listing/testing/market-world.ts'
import { startSession } from '../../identity/session/session.ts'
import { moveLink } from '../../identity/wallet/move-link.ts'
import { GiftRefusedError, showByHand, withdrawByHand } from './act-by-hand.ts'
import { giftOrders } from './gift-orders.ts'
import { codeOf, giftWorld, stateOf, ownerOf } from './testing/gift-world.ts'
import type { GiftWorld } from './testing/gift-world.ts'

const { world } = chainNetwork()

test('a giver cancels it: it cannot be claimed from then on, and the chain follows soon', async (t) => {
  const gifts = await giftWorld(t, world())
  const { call } = gifts
  const [giver, claimer] = [await gifts.trader(1), await gifts.trader(0)]
  const [token] = giver.tokens
  assert.ok(token)
  const { giftId, link } = await gifts.offer(giver, token, 'back@example.jp')
  const end = () => call('endGift', { params: { giftId } }, { session: giver.session })
  assert.equal(codeOf(await call('endGift', { params: { giftId } }, { session: claimer.session })), 'NOT_FOUND')
  const ended = await end()
  assert.ok(ended.ok && ended.data.state === 'ending')
  assert.equal(await gifts.claim(claimer, link), 'TOKEN_EXPIRED')
  const look = await call('showClaim', { body: { token: link } })
  assert.ok(look.ok && look.data.state === 'over')
  await gifts.settle()
  const again = await end()
  assert.ok(again.ok && again.data.state === 'ended')
  assert.deepEqual(await stateOf(gifts, giftId), ['ended', 'cancelled'])
  assert.equal(await ownerOf(gifts, token.tokenId), giver.flowAddress)
  await gifts.post()
  assert.equal((await gifts.subjects('back@example.jp')).at(-1), '【Kura 蔵】贈りものは取り消されました')
  // and it can be given again
  await gifts.offer(giver, token, 'next@example.jp')
  await gifts.expectSound()
})

test('an unclaimed gift expires, and its giver is notified that the token stays', async (t) => {
  const gifts = await giftWorld(t, world())
  const { deps } = gifts
  const [giver, claimer] = [await gifts.trader(1), await gifts.trader(0)]
  const [token] = giver.tokens
  assert.ok(token)
  const { giftId, link } = await gifts.offer(giver, token, 'late@example.jp')
  await gifts.moveClock('13 days 23 hours')
  await giftOrders.expire(deps)
  assert.deepEqual(await stateOf(gifts, giftId), ['open', null])
  await gifts.moveClock('61 minutes')
  // before any job: the clock alone decides
  const session = await startSession(deps.sql, { memberId: claimer.memberId, userAgent: 'test' })
  assert.equal(await gifts.claim({ ...claimer, session }, link), 'TOKEN_EXPIRED')
  await giftOrders.expire(deps)
  assert.deepEqual(await stateOf(gifts, giftId), ['ending', 'expired'])
  await gifts.settle()
  assert.deepEqual(await stateOf(gifts, giftId), ['ended', 'expired'])
  await gifts.post()
  assert.equal((await gifts.subjects(giver.email)).at(-1), '【Kura 蔵】贈りものは受け取られませんでした')
  assert.equal((await gifts.subjects('late@example.jp')).length, 1, 'who let it pass is left in peace')
  assert.equal(await ownerOf(gifts, token.tokenId), giver.flowAddress)
  await gifts.expectSound()
})

/** What a giver's own wallet can do around Kura, and what it makes of the gift. */
const acts: Record<
  string,
  {
    reason: string
    run: (gifts: GiftWorld, giver: Awaited<ReturnType<GiftWorld['trader']>>, giftId: string) => Promise<unknown>
  }
> = {
  'cancels its order': {
    reason: 'cancelled',
    run: (_gifts, giver, giftId) => world().act(giver.account, cancelOrders(world().addresses, { orderIds: [giftId] })),
  },
  'cancels everything': {
    reason: 'cancelled',
    run: (_gifts, giver) => world().act(giver.account, cancelAllOrders(world().addresses, {})),
  },
  'sends the token elsewhere': {
    reason: 'moved',
    run: async (gifts, giver) => gifts.move(giver, giver.tokens[0]!, (await world().newMember()).address),
  },
}
for (const [what, { reason, run }] of Object.entries(acts))
  test(`a wallet that ${what} ends the gift, claimed or not, and both hear the truth`, async (t) => {
    const gifts = await giftWorld(t, world())
    const [giver, second, claimer] = [await gifts.trader(1), await gifts.trader(1), await gifts.trader(0)]
    const open = await gifts.offer(giver, giver.tokens[0]!, 'open@example.jp')
    const claimed = await gifts.offer(second, second.tokens[0]!, 'claimed@example.jp')
    assert.equal(await gifts.claim(claimer, claimed.link), 'claimed')
    await run(gifts, giver, open.giftId)
    await run(gifts, second, claimed.giftId)
    await gifts.index()
    await gifts.settle()
    for (const { giftId } of [open, claimed]) assert.deepEqual(await stateOf(gifts, giftId), ['ended', reason])
    // who claimed it is shown the end, whatever page they look at, and nothing of ours is on its
    // way to them any more
    const { session } = claimer
    const shown = await gifts.call('showGift', { params: { giftId: claimed.giftId } }, { session })
    assert.ok(shown.ok)
    assert.deepEqual([shown.data.side, shown.data.state, shown.data.endReason], ['received', 'ended', reason])
    const look = await gifts.call('showClaim', { body: { token: claimed.link } }, { session })
    assert.deepEqual(look.ok && [look.data.state, look.data.giftId], ['over', claimed.giftId])
    const deliveries = await gifts.deps.sql<{ state: string }[]>`
      select state from chain_transactions where kind = 'fulfil-order' and cause = ${`gift:${claimed.giftId}`}`
    assert.deepEqual(
      deliveries.map(({ state }) => state),
      ['failed'],
    )
    assert.equal(await gifts.claim(claimer, open.link), 'TOKEN_EXPIRED')
    await gifts.post()
    assert.equal((await gifts.subjects('open@example.jp')).at(-1), '【Kura 蔵】贈りものは取り消されました')
    assert.equal((await gifts.subjects(claimer.email)).at(-1), '【Kura 蔵】贈りものは取り消されました')
    assert.equal((await gifts.subjects('claimed@example.jp')).length, 1)
    await gifts.expectSound()
    const rows = () => gifts.deps.sql`select * from gifts order by id`
    const before = [...(await rows())]
    await rebuildIndex(gifts.deps)
    assert.deepEqual([...(await rows())], before)
  })

test('a token that waits as a gift is not listed by us; a price signed before ends the gift', async (t) => {
  const gifts = await giftWorld(t, world())
  const [giver] = [await gifts.trader(1)]
  const [token] = giver.tokens
  assert.ok(token)
  const before = await gifts.draft(giver, token)
  const { giftId } = await gifts.offer(giver, token, 'both@example.jp')
  const body = { tokenRefId: token.refId, price: 5000, contentAccessFee: 0 }
  assert.equal(codeOf(await gifts.call('draftListing', { body }, { session: giver.session })), 'TOKEN_OFFERED_AS_GIFT')
  // its version is older than the gift's, so the chain does not take it any more
  await world().refused(giver.account, sellCall(world(), before.arguments), /cannot change without a version above/)
  await gifts.index()
  assert.deepEqual(await stateOf(gifts, giftId), ['open', null])
  await gifts.expectSound()
})

test('of a banned giver, and of one with another wallet, nothing can be claimed; what was claimed arrives', async (t) => {
  const gifts = await giftWorld(t, world())
  const { deps } = gifts
  const [banned, moved, claimer] = [await gifts.trader(3), await gifts.trader(1), await gifts.trader(0)]
  const [open, taken, signed] = banned.tokens
  assert.ok(open && taken && signed && moved.tokens[0])
  const first = await gifts.offer(banned, open, 'one@example.jp')
  const second = await gifts.offer(banned, taken, 'two@example.jp')
  const third = await gifts.offer(moved, moved.tokens[0], 'three@example.jp')
  const late = await gifts.draftMail(banned, signed)
  const sending = await gifts
    .give(moved, { ...moved.tokens[0], tokenId: moved.tokens[0].tokenId }, claimer.flowAddress)
    .catch((error: Error) => error.message)
  assert.match(String(sending), /TOKEN_OFFERED_AS_GIFT/)
  assert.equal(await gifts.claim(claimer, second.link), 'claimed')
  await banMember(deps, { memberId: banned.memberId, by: 'test', reason: 'test' })
  const { address } = await world().newMember()
  const withdrawn = await transaction(deps.sql, (db) =>
    moveLink(
      db,
      {
        id: moved.memberId,
        memberId: moved.memberId,
        kind: 'proven',
        oldAddress: moved.flowAddress,
        newAddress: address,
      },
      { actor: 'test' },
    ),
  )
  assert.deepEqual(withdrawn, { listings: 0, gifts: 1 })
  for (const { link } of [first, third]) assert.equal(await gifts.claim(claimer, link), 'TOKEN_EXPIRED')
  // the wallet runs after the ban what was signed before it
  await world().act(banned.account, sellCall(world(), late.arguments))
  await gifts.index()
  assert.equal((await stateOf(gifts, late.giftId))[0], 'ending')
  await gifts.settle()
  for (const { giftId } of [first, third, late]) assert.deepEqual(await stateOf(gifts, giftId), ['ended', 'withdrawn'])
  assert.deepEqual(await stateOf(gifts, second.giftId), ['sealed', null])
  assert.equal(await ownerOf(gifts, taken.tokenId), claimer.flowAddress)
  await gifts.post()
  assert.ok((await gifts.deps.sql`select 1 from mails where recipient = 'hanako@example.jp'`).length === 0)
  await gifts.expectSound()
})

test('an account with a gift under way is not deleted; afterwards nothing of its words is kept', async (t) => {
  const gifts = await giftWorld(t, world())
  const { deps, call } = gifts
  const giver = await gifts.trader(1)
  const [token] = giver.tokens
  assert.ok(token)
  const { giftId } = await gifts.offer(giver, token, 'kept@example.jp')
  const leave = () => deleteMember(deps, { memberId: giver.memberId, actor: 'test', reason: '' })
  const refused = await leave()
  assert.ok(!refused.isDeleted && refused.obstacles.some(({ kind, amount }) => kind === 'gifts_open' && amount === 1n))
  await call('endGift', { params: { giftId } }, { session: giver.session })
  await gifts.settle()
  assert.ok((await leave()).isDeleted)
  const rows = await deps.sql<{ email: string; message: string }[]>`select email, message from gifts`
  assert.deepEqual([...rows], [{ email: '', message: '' }])
})

test('a late wallet transaction opens the gift; an unsigned draft is given up', async (t) => {
  const gifts = await giftWorld(t, world())
  const { deps, call } = gifts
  const giver = await gifts.trader(2)
  const [slow, never] = giver.tokens
  assert.ok(slow && never)
  const first = await gifts.draftMail(giver, slow)
  const second = await gifts.draftMail(giver, never)
  const rolled = await call('endGift', { params: { giftId: second.giftId } }, { session: giver.session })
  assert.ok(rolled.ok && rolled.data.state === 'given-up')
  await gifts.moveClock('31 minutes')
  await giveUpOldDrafts(deps, giftOrders)
  assert.deepEqual(await stateOf(gifts, first.giftId), ['given-up', null])
  await world().act(giver.account, sellCall(world(), first.arguments))
  await gifts.index()
  assert.deepEqual(await stateOf(gifts, first.giftId), ['open', null])
  assert.deepEqual(await stateOf(gifts, second.giftId), ['given-up', null])
  await gifts.expectSound()
})

test('an operator sees gifts without their addresses, and takes one back with the audit', async (t) => {
  const gifts = await giftWorld(t, world())
  const { deps } = gifts
  const [giver, claimer] = [await gifts.trader(2), await gifts.trader(0)]
  const [token, other] = giver.tokens
  assert.ok(token && other)
  const { giftId, link } = await gifts.offer(giver, token, 'secret.name@example.jp')
  await gifts.give(giver, other, claimer.flowAddress)
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  await showByHand(deps, { who: giver.email, asJson: false }, say)
  const all = lines.join('\n')
  assert.match(all, /mail open: 1/)
  assert.match(all, new RegExp(`${giftId}  mail  open  token ${token.tokenId}  from ${giver.memberId} to …@example.jp`))
  assert.match(
    all,
    new RegExp(`gift  drafted  token ${other.tokenId}  from ${giver.memberId} to ${claimer.flowAddress}`),
  )
  assert.ok(!all.includes('secret.name') && !all.includes(link))
  const order = { id: giftId, by: 'test', reason: 'spam' }
  await withdrawByHand(deps, { ...order, isDryRun: true }, say)
  assert.deepEqual(await stateOf(gifts, giftId), ['open', null])
  await withdrawByHand(deps, { ...order, isDryRun: false }, say)
  await assert.rejects(withdrawByHand(deps, { ...order, isDryRun: false }, say), GiftRefusedError)
  await assert.rejects(showByHand(deps, { id: giver.memberId, asJson: true }, say), GiftRefusedError)
  await gifts.settle()
  assert.deepEqual(await stateOf(gifts, giftId), ['ended', 'withdrawn'])
  await gifts.post()
  assert.equal((await gifts.subjects(giver.email)).at(-1), '【Kura 蔵】贈りものは受け取られませんでした')
  const acts = await deps.sql<
    { act: string; actor: string }[]
  >`select act, actor from audit_rows where subject = ${giftId}`
  assert.deepEqual([...acts], [{ act: 'gift.withdrawn', actor: 'operator:test' }])
})

test('each corruption of a gift is named by the check', async (t) => {
  const gifts = await giftWorld(t, world())
  const { deps } = gifts
  const [giver, claimer] = [await gifts.trader(3), await gifts.trader(0)]
  const [open, sealed, gone] = giver.tokens
  assert.ok(open && sealed && gone)
  const standing = await gifts.offer(giver, open, 'c1@example.jp')
  const delivered = await gifts.offer(giver, sealed, 'c2@example.jp')
  const ended = await gifts.offer(giver, gone, 'c3@example.jp')
  await gifts.claim(claimer, delivered.link)
  await world().act(giver.account, cancelOrders(world().addresses, { orderIds: [ended.giftId] }))
  await gifts.settle()
  await gifts.expectSound()
  const corruptions: [string, (id: string) => Promise<unknown>, string][] = [
    [
      standing.giftId,
      (id) =>
        deps.sql`update gifts set state = 'ended', end_reason = 'expired', ended_at = kura_now() where id = ${id}`,
      'G5',
    ],
    [
      delivered.giftId,
      (id) => deps.sql`update gifts set claimer_address = '0x01cf0e2f2f715450' where id = ${id}`,
      'G5',
    ],
    [
      ended.giftId,
      (id) => deps.sql`update gifts set state = 'open', ended_at = null, end_reason = null where id = ${id}`,
      'G5',
    ],
    [
      standing.giftId,
      (id) =>
        deps.sql`delete from gift_moves where gift_id = ${id}`.then(() => deps.sql`delete from gifts where id = ${id}`),
      'G5',
    ],
  ]
  for (const [id, corrupt, invariant] of corruptions) {
    await deps.sql`create table if not exists kept_gifts as select * from gifts`
    await corrupt(id)
    const found = await checkInvariants({ sql: deps.sql })
    assert.ok(
      found.some((violation) => violation.invariant === invariant && violation.id === id),
      JSON.stringify(found),
    )
    await deps.sql`delete from gift_moves`
    await deps.sql`delete from gifts`
    await deps.sql`insert into gifts select * from kept_gifts`
  }
  await deps.sql`drop table kept_gifts`
})
