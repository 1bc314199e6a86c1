import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import { flagTrades, reportMarket } from './flag-trades.ts'
import { marketWorld, type MarketToken, type MarketWorld, type Trader } from '../listing/testing/market-world.ts'

const { world } = chainNetwork()

/** Listed by one, delivered to the other. */
async function trade(market: MarketWorld, from: Trader, to: Trader, token: MarketToken): Promise<string> {
  const { listingId } = await market.list(from, token, { price: 2000 })
  await market.deliver(listingId, to.flowAddress)
  return listingId
}
const refusalOf = async ({ deps }: MarketWorld, listingId: string, memberId: string) =>
  (await deps.sql<{ refusal: string | null }[]>`select listing_refusal(${listingId}, ${memberId}) as refusal`)[0]
    ?.refusal
const flagsOf = async ({ deps }: MarketWorld) =>
  (await reportMarket(deps, 30)).flags.map(({ listingId, rule }) => `${listingId} ${rule}`).toSorted()

test('a token does not go back and forth between two members, and one that came back in a circle is named', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const [ann, ben, cay] = [await market.trader(1), await market.trader(0), await market.trader(0)]
  const [token] = ann.tokens
  assert.ok(token)
  await trade(market, ann, ben, token)
  await flagTrades(deps)
  assert.deepEqual(await flagsOf(market), [])
  const back = await market.list(ben, token, { price: 3000 })
  assert.equal(await refusalOf(market, back.listingId, ann.memberId), 'circle')
  assert.equal(await refusalOf(market, back.listingId, cay.memberId), null)
  // also when the wallet was changed since: accounts are the same
  await deps.sql`update market_settings set circle_trades = 2`
  assert.equal(await refusalOf(market, back.listingId, ann.memberId), null)
  await deps.sql`update market_settings set circle_trades = 1`
  await market.deliver(back.listingId, cay.flowAddress)
  const closing = await trade(market, cay, ann, token)
  await Promise.all([flagTrades(deps), flagTrades(deps)])
  await flagTrades(deps)
  assert.deepEqual(await flagsOf(market), [`${closing} circle`])
  const alarms = await deps.sql`select kind, subject, message from alarms where kind = 'market'`
  assert.deepEqual(
    alarms.map((row) => row['subject']),
    [closing],
  )
  assert.match(String(alarms[0]?.['message']), /the buyer sold this token on \d{4}-/)
  // after so many days it is a token like any other
  const again = await market.list(ann, token, { price: 3000 })
  assert.equal(await refusalOf(market, again.listingId, ben.memberId), 'circle')
  await deps.sql`update sale_orders set ended_at = ended_at - interval '31 days' where end_reason = 'sold'`
  assert.equal(await refusalOf(market, again.listingId, ben.memberId), null)
})

test('two who trade too often, share a mailbox or a card are named, and who sells much without saying so', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const { sql } = deps
  await sql`update market_settings set pair_trades = 3`
  const [seller, buyer] = [await market.trader(4), await market.trader(0)]
  const made: string[] = []
  for (const token of seller.tokens.slice(0, 3)) made.push(await trade(market, seller, buyer, token))
  await flagTrades(deps)
  assert.deepEqual(await flagsOf(market), [`${made[2]} pair`])
  await sql`update members set email = 'same+one@example.jp' where id = ${seller.memberId}`
  await sql`update members set email = 'same+two@example.jp' where id = ${buyer.memberId}`
  for (const [n, member] of [seller, buyer].entries())
    await sql`
      insert into stored_cards (id, member_id, state, gateway_seq, name, masked_number, brand, expires)
      values (gen_random_uuid(), ${member.memberId}, 'stored', ${n}, 'card', '************1111', 'VISA', '3012')`
  const last = await trade(market, seller, buyer, seller.tokens[3]!)
  await flagTrades(deps)
  const flags = await flagsOf(market)
  for (const rule of ['pair', 'same-card', 'same-mailbox']) assert.ok(flags.includes(`${last} ${rule}`), rule)
  const { busySellers } = await reportMarket(deps, 30)
  assert.deepEqual(busySellers, [])
  await sql`
    insert into listings (id, state, seller_id, seller_address, token_id, token_uuid, ref_id, item_id, serial, version, price_yen, fee_yen,
                          royalty_yen, content_access_yen, issued_at, expires_at, key_index, order_hash, opened_at, ended_at)
    select gen_random_uuid(), 'sold', seller_id, seller_address, 900000 + n, 1, gen_random_uuid(), item_id, 900000 + n, 1, 500, 50, 0, 0,
           issued_at, expires_at, 0, 'more-' || n, opened_at, kura_now()
      from listings, generate_series(1, 30) n where id = ${last}`
  assert.deepEqual(
    (await reportMarket(deps, 30)).busySellers.map(({ memberId, sold }) => [memberId, sold]),
    [[seller.memberId, 34]],
  )
})
