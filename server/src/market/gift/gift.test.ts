import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setAgentCaps } from '@kura/cadence/sale-agent'
import type { AgentCaps } from '@kura/cadence/sale-agent'
import { earlyInTheDay } from '../../../../cadence/tests/early-in-the-day.ts'
import { findSaleAgent } from '../../chain/agent/pause-sales.ts'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import { enterToken, listToken } from '../../checkout/order/testing/trading.ts'
import { codeOf, giftWorld } from './testing/gift-world.ts'

const { world } = chainNetwork()

test('a gift to a member arrives when the chain says so, and both are written to', async (t) => {
  const gifts = await giftWorld(t, world())
  const { call } = gifts
  const [giver, friend] = [await gifts.trader(1), await gifts.trader(0)]
  const [token] = giver.tokens
  assert.ok(token)
  const drafted = await gifts.give(giver, token, friend.flowAddress, '  誕生日\nおめでとう  ')
  assert.deepEqual(drafted.recipient, { userId: friend.memberId, displayName: '出品 花子' })
  const { giftId } = drafted
  const shown = (who: typeof friend) => call('showGift', { params: { giftId } }, { session: who.session })
  assert.equal(codeOf(await shown(friend)), 'NOT_FOUND', 'a draft is its giver’s business alone')
  const { txId } = await gifts.move(giver, token, friend.flowAddress)
  const general = { params: { type: 'gift', transactionId: giftId }, body: { txId } }
  assert.equal(codeOf(await call('reportTransaction', general, { session: friend.session })), 'NOT_FOUND')
  assert.equal(codeOf(await call('reportTransaction', general, { session: giver.session })), 'ok')
  const reported = await call('reportGift', { params: { giftId }, body: { txId } }, { session: giver.session })
  assert.ok(reported.ok && reported.data.state === 'pending')
  assert.equal(codeOf(await shown(friend)), 'NOT_FOUND')
  await gifts.index()
  const sent = await gifts.giftOf(giver, giftId)
  assert.deepEqual(
    [sent.kind, sent.side, sent.state, sent.txId, sent.toAddress, sent.recipient?.userId, sent.message, sent.email],
    ['address', 'sent', 'sealed', txId, friend.flowAddress, friend.memberId, '誕生日 おめでとう', null],
  )
  const got = await gifts.giftOf(friend, giftId)
  assert.deepEqual([got.side, got.state, got.giverName], ['received', 'sealed', '出品 花子'])
  await gifts.post()
  await gifts.post()
  assert.deepEqual(await gifts.subjects(friend.email), ['【Kura 蔵】贈りものが保管庫に入りました'])
  assert.deepEqual(await gifts.subjects(giver.email), ['【Kura 蔵】贈りものが届きました'])
  assert.match((await gifts.newest(friend.email)).text, /誕生日 おめでとう/)
  const history = await call('listTokenHistory', { params: { tokenId: token.tokenId }, query: {} })
  assert.ok(history.ok)
  assert.deepEqual(
    history.data.items.map(({ kind }) => kind),
    ['gift', 'mint'],
  )
  const ended = await call('endGift', { params: { giftId } }, { session: giver.session })
  assert.equal(codeOf(ended), 'GIFT_STATE')
  await gifts.expectSound()
})

test('what the wallet is said to have sent is not given up: the chain decides it', async (t) => {
  const gifts = await giftWorld(t, world())
  const { call } = gifts
  const [giver, friend] = [await gifts.trader(2), await gifts.trader(0)]
  const [one, two] = giver.tokens
  assert.ok(one && two)
  const { session } = giver
  const end = async (giftId: string) => {
    const ended = await call('endGift', { params: { giftId } }, { session })
    return ended.ok ? ended.data.state : codeOf(ended)
  }
  const sent = await gifts.give(giver, one, friend.flowAddress)
  const { txId } = await gifts.move(giver, one, friend.flowAddress)
  await call('reportGift', { params: { giftId: sent.giftId }, body: { txId } }, { session })
  const mailed = await gifts.draftMail(giver, two)
  const signed = await gifts.sign(giver, { ...mailed, listingId: mailed.giftId } as never)
  await call('reportGift', { params: { giftId: mailed.giftId }, body: { txId: signed } }, { session })
  assert.deepEqual([await end(sent.giftId), await end(mailed.giftId)], ['GIFT_STATE', 'GIFT_STATE'])
  await gifts.index()
  assert.equal((await gifts.giftOf(giver, sent.giftId)).state, 'sealed')
  assert.equal(await end(sent.giftId), 'GIFT_STATE')
  const moves = await gifts.deps
    .sql`select state from transfer_moves where transfer_id = ${sent.giftId} order by number`
  assert.deepEqual(
    moves.map(({ state }) => state),
    ['drafted', 'pending', 'sealed'],
  )
  // by mail it can be cancelled as soon as it is open
  assert.equal(await end(mailed.giftId), 'ending')
  await gifts.settle()
  await gifts.expectSound()
})

test('a gift to a stranger’s address works, and only its giver hears of it', async (t) => {
  const gifts = await giftWorld(t, world())
  const giver = await gifts.trader(1)
  const stranger = await world().newMember()
  const [token] = giver.tokens
  assert.ok(token)
  const { giftId, recipient } = await gifts.give(giver, token, stranger.address)
  assert.equal(recipient, null)
  await gifts.move(giver, token, stranger.address)
  await gifts.index()
  const sent = await gifts.giftOf(giver, giftId)
  assert.deepEqual([sent.state, sent.recipient, sent.toAddress], ['sealed', null, stranger.address])
  await gifts.post()
  assert.match((await gifts.newest(giver.email)).text, new RegExp(stranger.address))
  assert.equal((await gifts.deps.sql`select 1 from mails`).length, 1)
})

test('own gifts of both kinds are listed newest first, page by page, on the side they are on', async (t) => {
  const gifts = await giftWorld(t, world())
  const [giver, friend] = [await gifts.trader(4), await gifts.trader(1)]
  const [one, two, three, four] = giver.tokens
  assert.ok(one && two && three && four)
  await gifts.give(giver, one, friend.flowAddress)
  await gifts.move(giver, one, friend.flowAddress)
  const { link } = await gifts.offer(giver, two, 'x@example.jp')
  await gifts.give(giver, three, friend.flowAddress)
  await gifts.offer(giver, four, 'y@example.jp')
  assert.equal(await gifts.claim(friend, link), 'claimed')
  await gifts.settle()
  await gifts.give(friend, friend.tokens[0]!, giver.flowAddress)
  const all = async (who: typeof giver, side?: 'sent' | 'received') => {
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const query = { limit: 1, ...(side ? { side } : {}), ...(cursor === undefined ? {} : { cursor }) }
      const page = await gifts.call('listGifts', { query }, { session: who.session })
      assert.ok(page.ok, JSON.stringify(page))
      ids.push(...page.data.items.map(({ token, side: on, state }) => `${on} ${state} ${token.tokenId}`))
      cursor = page.data.cursor
    } while (cursor !== undefined)
    return ids
  }
  const received = [`received sealed ${two.tokenId}`, `received sealed ${one.tokenId}`]
  const own = `sent drafted ${friend.tokens[0]!.tokenId}`
  assert.deepEqual(await all(friend), [own, ...received])
  assert.deepEqual(await all(friend, 'received'), received)
  assert.deepEqual(await all(friend, 'sent'), [own])
  assert.deepEqual(await all(giver, 'received'), [])
  assert.deepEqual(await all(giver), [
    `sent open ${four.tokenId}`,
    `sent drafted ${three.tokenId}`,
    `sent sealed ${two.tokenId}`,
    `sent sealed ${one.tokenId}`,
  ])
})

test('a claimed gift on its way takes one of the day’s deliveries, so no buyer pays for a delivery that would wait until tomorrow', async (t) => {
  const gifts = await giftWorld(t, world())
  const { chain, deps } = gifts
  const [giver, claimer, buyer] = [await gifts.trader(1), await gifts.trader(0), await gifts.trader(0)]
  const { purchase } = await listToken(gifts)
  const { link } = await gifts.offer(giver, giver.tokens[0]!, 'day@example.jp')
  await earlyInTheDay()
  const before = await findSaleAgent(deps)
  assert.ok(before)
  const setCaps = (caps: AgentCaps) =>
    chain.act(chain.agent, setAgentCaps(chain.addresses, { agent: chain.agent.address, ...caps }))
  // one is left of the day
  await setCaps({ maxSalesPerDay: before.salesToday + 1, maxYenPerDay: before.maxYenPerDay })
  try {
    assert.equal(await gifts.claim(claimer, link), 'claimed')
    const refused = await enterToken(gifts, buyer, purchase)
    assert.ok(!refused.ok)
    assert.deepEqual([refused.body.errorCode, refused.body.details?.[0]?.fault], ['SALES_PAUSED', 'daily_limit'])
    await gifts.settle()
    assert.equal(
      codeOf(await enterToken(gifts, buyer, purchase)),
      'SALES_PAUSED,daily_limit',
      'the chain counts it now',
    )
    await setCaps({ maxSalesPerDay: before.salesToday + 2, maxYenPerDay: before.maxYenPerDay })
    assert.equal(codeOf(await enterToken(gifts, buyer, purchase)), 'ok')
  } finally {
    await setCaps(before)
  }
})
