import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import { rebuildIndex } from '../../chain/index/index-once.ts'
import { marketWorld, type MarketToken, type MarketWorld, type Trader } from './testing/market-world.ts'

const { world } = chainNetwork()

const attempt = async (
  { call }: MarketWorld,
  seller: Trader,
  token: MarketToken,
  price: number,
  isConfirmed?: boolean,
) => {
  const confirmed = isConfirmed === undefined ? {} : { confirmedBelowFloor: isConfirmed }
  const body = { tokenRefId: token.refId, price, contentAccessFee: 0, ...confirmed }
  const answer = await call('draftListing', { body }, { session: seller.session })
  return answer.ok ? answer.data : { code: answer.body.errorCode, details: answer.body.details }
}
const refusalOf = async ({ deps }: MarketWorld, listingId: string, memberId: string) =>
  (await deps.sql<{ refusal: string | null }[]>`select listing_refusal(${listingId}, ${memberId}) as refusal`)[0]
    ?.refusal

test('a price far below the floor has to be confirmed, with the floor shown, before anything is signed', async (t) => {
  const market = await marketWorld(t, world())
  const seller = await market.trader(3)
  const [one, two, three] = seller.tokens
  assert.ok(one && two && three)
  // nothing is offered: there is no floor to be below
  assert.ok('listingId' in (await attempt(market, seller, one, 100)))
  await market.list(seller, one, { price: 10_000 })
  const result = await attempt(market, seller, two, 4999)
  assert.deepEqual(result, {
    code: 'PRICE_FAR_BELOW_FLOOR',
    details: [
      { field: 'price', fault: 'far_below_floor' },
      { field: 'floor', fault: '10000' },
    ],
  })
  assert.deepEqual(await attempt(market, seller, two, 4999, false), result)
  const drafts = await market.deps.sql`select 1 from listings where token_id = ${two.tokenId}::numeric`
  assert.equal(drafts.length, 0)
  const allowed = await attempt(market, seller, two, 5000)
  assert.ok('graceSeconds' in allowed && allowed.graceSeconds === 0)
  const confirmed = await attempt(market, seller, two, 4999, true)
  assert.ok('graceSeconds' in confirmed && confirmed.graceSeconds === 90)
  // a confirmation that nobody asked for gives no grace
  const needless = await attempt(market, seller, two, 12_000, true)
  assert.ok('graceSeconds' in needless && needless.graceSeconds === 0)
  const { session } = seller
  const preview = async (listPrice: number) => {
    const answer = await market.call(
      'showTradePrice',
      { params: { id: two.tokenId }, query: { listPrice } },
      { session },
    )
    return answer.ok && [answer.data.floor, answer.data.isFarBelowFloor]
  }
  assert.deepEqual(
    [await preview(4999), await preview(5000)],
    [
      [10_000, true],
      [10_000, false],
    ],
  )
  const page = await market.call('showSellToken', { params: { id: two.tokenId } }, { session })
  assert.deepEqual(page.ok && [page.data.floor, page.data.floorPercent, page.data.graceSeconds], [10_000, 50, 90])
  // a targeted listing is no floor for other members
  const friend = await market.trader(0)
  await market.deps
    .sql`update listings set target_id = ${friend.memberId}, target_address = ${friend.flowAddress} where state = 'open'`
  assert.ok('listingId' in (await attempt(market, seller, three, 100)))
  await market.deps.sql`update listings set target_id = null, target_address = null where state = 'open'`
  await market.deps.sql`update market_settings set floor_percent = 0`
  assert.ok('listingId' in (await attempt(market, seller, three, 100)))
})

test('a confirmed listing cannot be bought before its grace ends, and can be cancelled meanwhile', async (t) => {
  const market = await marketWorld(t, world())
  const { sql } = market.deps
  const [seller, buyer] = [await market.trader(3), await market.trader(0)]
  const [one, two, three] = seller.tokens
  assert.ok(one && two && three)
  const normal = await market.list(seller, one, { price: 10_000 })
  const cheap = await market.list(seller, two, { price: 1000, confirmedBelowFloor: true })
  const slip = await market.list(seller, three, { price: 1000, confirmedBelowFloor: true })
  assert.equal(await refusalOf(market, normal.listingId, buyer.memberId), null)
  assert.equal(await refusalOf(market, cheap.listingId, buyer.memberId), 'not-yet')
  const shown = async (refId: string) => {
    const answer = await market.call('showListing', { params: { tokenRefId: refId } })
    return answer.ok ? answer.data : undefined
  }
  const open = await shown(two.refId)
  assert.ok(open?.buyableFrom && open.openedAt && open.buyableFrom > open.openedAt)
  assert.equal((await shown(one.refId))?.buyableFrom, (await shown(one.refId))?.openedAt)
  const [seen] = await sql`
    select buyable_from >= opened_at + interval '90 seconds' and buyable_from <= kura_now() + interval '90 seconds' as ok
      from listings where id = ${cheap.listingId}`
  assert.equal(seen?.['ok'], true)
  // what cannot be bought yet is no floor: the next one is compared with what buyers see
  const page = await market.call('showSellToken', { params: { id: one.tokenId } }, { session: seller.session })
  assert.equal(page.ok && page.data.floor, 10_000)
  // but it is shown, so lists and the chart of the day have it
  const chart = await market.call('showItemChart', { params: { itemId: one.itemId }, query: {} })
  assert.equal(chart.ok && chart.data.days.at(-1)?.floor, 1000)
  const before = await sql`select id, buyable_from from listings order by id`
  await rebuildIndex(market.deps)
  assert.deepEqual([...(await sql`select id, buyable_from from listings order by id`)], [...before])
  const back = await market.call('endListing', { params: { tokenRefId: three.refId } }, { session: seller.session })
  assert.equal(back.ok && back.data.state, 'ending')
  await market.moveClock('2 minutes')
  assert.equal(await refusalOf(market, cheap.listingId, buyer.memberId), null)
  assert.equal(await refusalOf(market, slip.listingId, buyer.memberId), 'gone')
})

test('nobody buys from themselves, by account, wallet or mailbox, nor what is for somebody else or over', async (t) => {
  const market = await marketWorld(t, world())
  const { sql } = market.deps
  const [seller, buyer, friend] = [await market.trader(1), await market.trader(0), await market.trader(0)]
  const [token] = seller.tokens
  assert.ok(token)
  const { listingId } = await market.list(seller, token)
  const refusal = (memberId = buyer.memberId) => refusalOf(market, listingId, memberId)
  assert.deepEqual([await refusal(), await refusal(seller.memberId)], [null, 'own'])
  await sql`update members set email = 'ta.ro+kura@gmail.com' where id = ${seller.memberId}`
  await sql`update members set email = 'taro@googlemail.com' where id = ${buyer.memberId}`
  assert.equal(await refusal(), 'own')
  await sql`update members set email = 'ta.ro@example.jp' where id = ${buyer.memberId}`
  assert.equal(await refusal(), null)
  // the wallet that listed it, now linked to another account
  await sql`update members set flow_address = null where id = ${seller.memberId}`
  await sql`update members set flow_address = ${seller.flowAddress} where id = ${buyer.memberId}`
  assert.equal(await refusal(), 'own')
  await sql`update members set flow_address = ${buyer.flowAddress} where id = ${buyer.memberId}`
  await sql`update members set flow_address = ${seller.flowAddress} where id = ${seller.memberId}`
  // a wallet that was the buyer's before
  await sql`
    insert into wallet_changes (id, member_id, kind, old_address, new_address, state, ended_at)
    values (gen_random_uuid(), ${buyer.memberId}, 'proven', ${seller.flowAddress}, ${buyer.flowAddress}, 'done', kura_now())`
  assert.equal(await refusal(), 'own')
  await sql`
    update wallet_changes set member_id = ${seller.memberId}, old_address = ${buyer.flowAddress}, new_address = ${seller.flowAddress}`
  assert.equal(await refusal(), 'own')
  await sql`delete from wallet_changes`
  assert.equal(await refusal(), null)
  await sql`update listings set target_id = ${friend.memberId}, target_address = ${friend.flowAddress} where id = ${listingId}`
  assert.deepEqual([await refusal(), await refusal(friend.memberId)], ['target', null])
  await sql`update listings set target_id = null, target_address = null, state = 'held' where id = ${listingId}`
  assert.equal(await refusal(), 'held')
  await market.moveClock('40 days')
  assert.equal(await refusal(), 'gone')
  assert.equal(await refusalOf(market, buyer.memberId, buyer.memberId), 'gone')
})
