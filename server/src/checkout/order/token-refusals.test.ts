import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cancelOrders } from '@kura/cadence/sale'
import { pauseSales, setAgentCaps } from '@kura/cadence/sale-agent'
import type { CadenceValue } from '@kura/cadence/json-cdc'
import { transferToken } from '@kura/cadence/token'
import type { CallName } from '@kura/contract/paths'
import type { ApiInput } from '@kura/contract/api'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import { marketWorld } from '../../market/listing/testing/market-world.ts'
import type { MarketWorld, Trader } from '../../market/listing/testing/market-world.ts'
import { banMember } from '../../identity/account/ban-member.ts'
import { cardToken } from './testing/shop.ts'
import { allWell, givePoints, pointsOf } from './testing/tenders.ts'
import { enterToken, holdTrades, listToken } from './testing/trading.ts'
import type { TokenPurchase } from './testing/trading.ts'

const { world } = chainNetwork()

type Said = Omit<TokenPurchase, 'priceYen'> & { priceYen?: number }
/** Every call that begins a purchase of a listed token, with points where it takes them. */
async function beginnings(market: MarketWorld, { refId, priceYen, contentAccessFee }: Said) {
  const seen = { contentAccessFee, ...(priceYen === undefined ? {} : { priceYen }) }
  const token = async () => ({ retUrl: '/', paymentToken: await cardToken(market), ...seen })
  const page = { lang: 'en', returnUrl: '/', ...seen } as const
  const params = { refId }
  return {
    enterTokenNewCard: { params, body: await token() },
    enterTokenNewCardPoint: { params, body: { ...(await token()), usedPoint: 10 } },
    paymentUrlCredit: { params, body: page },
    paymentUrlCreditPoint: { params, body: { ...page, usedPoint: 10 } },
    enterTokenPaidy: { params, body: seen },
    buyTokenPoint: { params, body: seen },
  } satisfies Partial<{ [K in CallName]: ApiInput<K> }>
}

type Refused = { code: string; fault: string | undefined }
/** What each of these calls is refused with; fails where one is not. */
async function refusals(market: MarketWorld, { session }: { session: string }, purchase: Said): Promise<Refused[]> {
  const calls = Object.entries(await beginnings(market, purchase)) as [CallName, never][]
  assert.equal(calls.length, 6)
  const refused = []
  for (const [name, input] of calls) {
    await market.deps.sql`delete from rate_limits`
    const answer = await market.call(name, input, { session })
    if (answer.ok) throw new Error(`${name} was not refused`)
    refused.push({ code: answer.body.errorCode, fault: answer.body.details?.[0]?.fault })
  }
  return refused
}
async function allRefuse(market: MarketWorld, who: { session: string }, purchase: Said, code: string, fault?: string) {
  const before = await market.deps.sql`select 1 from orders`
  for (const refused of await refusals(market, who, purchase)) assert.deepEqual(refused, { code, fault })
  assert.equal((await market.deps.sql`select 1 from orders`).length, before.length, 'nothing was reserved')
}
const rich = async (market: MarketWorld): Promise<Trader> => {
  const buyer = await market.trader(0)
  await givePoints(market, buyer, 50_000)
  return buyer
}

test('no buyer pays for a token that does not fit into their account', async (t) => {
  const market = await marketWorld(t, world())
  const buyer = await rich(market)
  const { purchase } = await listToken(market)
  const { deps } = market
  const real = deps.accessNode
  let room = 1999n
  const runScript: typeof real.runScript = async (script) => {
    const value = (await real.runScript(script)) as { [field: string]: CadenceValue }
    return typeof value?.['used'] === 'bigint' ? { ...value, capacity: value['used'] + room } : value
  }
  deps.accessNode = { ...real, runScript }
  t.after(() => (deps.accessNode = real))
  await allRefuse(market, buyer, purchase, 'RECIPIENT_NOT_READY', 'storage_full')
  assert.equal(await pointsOf(market, buyer), 50_000)
  room = 2000n
  assert.ok((await enterToken(market, buyer, purchase)).ok)
  assert.deepEqual(await allWell(market), [])
})

test('another price, another fee, the own listing, one for somebody else and one that is gone are refused by every call', async (t) => {
  const market = await marketWorld(t, world())
  const buyer = await rich(market)
  const { seller, purchase, drafted } = await listToken(market, { price: 1500, contentAccessYen: 200 })
  await allRefuse(market, buyer, { ...purchase, priceYen: 1499 }, 'TRADE_PRICE_CHANGED')
  await allRefuse(market, buyer, { ...purchase, contentAccessFee: 0 }, 'TRADE_PRICE_CHANGED')
  await allRefuse(market, seller, purchase, 'FORBIDDEN', 'own_listing')
  const friend = await rich(market)
  const aimed = await listToken(market, { targetUserId: friend.memberId })
  await allRefuse(market, buyer, aimed.purchase, 'NOT_FOUND')
  await allRefuse(market, buyer, { ...purchase, refId: '0199f0a0-0000-4000-8000-000000000000' }, 'NOT_FOUND')
  const [unlisted] = (await market.trader(1)).tokens
  assert.ok(unlisted)
  await allRefuse(market, buyer, { ...purchase, refId: unlisted.refId }, 'NOT_FOUND')
  // the target may
  const entered = await enterToken(market, friend, aimed.purchase)
  assert.ok(entered.ok, JSON.stringify(entered))
  // and while one pays nobody else can
  await allRefuse(market, friend, aimed.purchase, 'LISTING_STATE', 'held')
  await allRefuse(market, buyer, aimed.purchase, 'NOT_FOUND')
  assert.equal(await pointsOf(market, buyer), 50_000)
  assert.equal((await market.stateOf(drafted.listingId)).state, 'open')
  assert.deepEqual(await allWell(market), [])
})

test('a seller who may not sell any more, a price that is another version by now, and a time that is nearly over', async (t) => {
  const market = await marketWorld(t, world())
  const buyer = await rich(market)
  const banned = await listToken(market)
  await banMember(market.deps, { memberId: banned.seller.memberId, by: 't', reason: 'r' })
  await allRefuse(market, buyer, banned.purchase, 'NOT_FOUND')
  const dearer = await listToken(market)
  await market.list(dearer.seller, dearer.token, { price: 1200 })
  await allRefuse(market, buyer, dearer.purchase, 'TRADE_PRICE_CHANGED')
  const late = await listToken(market)
  await market.deps
    .sql`update listings set expires_at = kura_now() + interval '90 s' where id = ${late.drafted.listingId}`
  await allRefuse(market, buyer, late.purchase, 'LISTING_STATE', 'not_deliverable')
  await market.deps.sql`
    update listings l set expires_at = o.expires_at from sale_orders o where o.order_hash = l.order_hash and l.id = ${late.drafted.listingId}`
  assert.deepEqual(await allWell(market), [])
})

test('what the chain would not deliver is refused before anything is charged, though the rows do not know yet', async (t) => {
  const market = await marketWorld(t, world())
  const { chain } = market
  const buyer = await rich(market)
  const cancelled = await listToken(market)
  await chain.act(cancelled.seller.account, cancelOrders(chain.addresses, { orderIds: [cancelled.drafted.listingId] }))
  await allRefuse(market, buyer, cancelled.purchase, 'LISTING_STATE', 'not_deliverable')
  const moved = await listToken(market)
  const gift = { id: BigInt(moved.token.tokenId), to: buyer.flowAddress }
  await chain.act(moved.seller.account, transferToken(chain.addresses, gift))
  await allRefuse(market, buyer, moved.purchase, 'LISTING_STATE', 'not_deliverable')

  const fine = await listToken(market)
  // the account of the contract is the operator here, and the agent
  await chain.act(chain.agent, pauseSales(chain.addresses, { paused: true }))
  try {
    await allRefuse(market, buyer, fine.purchase, 'SALES_PAUSED')
  } finally {
    await chain.act(chain.agent, pauseSales(chain.addresses, { paused: false }))
  }
  const caps = (maxSalesPerDay: number, maxYenPerDay: number) =>
    chain.act(chain.agent, setAgentCaps(chain.addresses, { agent: chain.agent.address, maxSalesPerDay, maxYenPerDay }))
  try {
    await caps(0, 1_000_000_000)
    await allRefuse(market, buyer, fine.purchase, 'SALES_PAUSED', 'daily_limit')
    await caps(1000, 1099)
    await allRefuse(market, buyer, fine.purchase, 'SALES_PAUSED', 'daily_limit')
  } finally {
    await caps(10_000, 1_000_000_000)
  }
  const entered = await enterToken(market, buyer, fine.purchase)
  assert.ok(entered.ok, JSON.stringify(entered))
  assert.deepEqual(await allWell(market), [])
})

test('what keeps a member from buying packs keeps them from buying tokens', async (t) => {
  const market = await marketWorld(t, world())
  const { deps, call } = market
  const { purchase } = await listToken(market, { price: 6000 })
  const refusalOf = async (buyer: { session: string; memberId: string }) => {
    const answer = await enterToken(market, buyer as never, purchase)
    return answer.ok ? 'reserved' : `${answer.body.errorCode} ${answer.body.details?.[0]?.fault ?? ''}`.trim()
  }
  const buyer = await market.trader(0)
  const set = (fragment: ReturnType<typeof deps.sql>) =>
    deps.sql`update members set ${fragment} where id = ${buyer.memberId}`
  await set(deps.sql`terms_version = 'old'`)
  assert.equal(await refusalOf(buyer), 'FORBIDDEN terms_outdated')
  const [terms] = await deps.sql`select terms_version as v from members where id <> ${buyer.memberId} limit 1`
  await set(deps.sql`terms_version = ${terms?.['v']}, birthday = null`)
  assert.equal(await refusalOf(buyer), 'BIRTHDAY_REQUIRED')
  // the month of a minor's limit must not end during the test
  await market.stopClock()
  await set(deps.sql`birthday = (kura_now() - interval '14 years')::date`)
  assert.equal(await refusalOf(buyer), 'MINOR_LIMIT_REACHED 5000')
  // points need no birthday, but there have to be enough
  const byPoints = () =>
    call(
      'buyTokenPoint',
      { params: { refId: purchase.refId }, body: { contentAccessFee: 0 } },
      { session: buyer.session },
    )
  const short = await byPoints()
  assert.equal(!short.ok && short.body.errorCode, 'POINTS_SHORT')
  const tooMany = await call(
    'enterTokenPaidy',
    { params: { refId: purchase.refId }, body: { usedPoint: 6000 } },
    { session: buyer.session },
  )
  assert.equal(!tooMany.ok && tooMany.body.errorCode, 'INVALID_INPUT')
  // a wallet without a vault, though it had one before
  const account = await market.chain.newAccount()
  await set(deps.sql`flow_address = ${account.address}, collection_address = ${account.address}, collection_seen_at = kura_now(),
                     birthday = '1990-01-01'`)
  assert.equal(await refusalOf(buyer), 'WALLET_REQUIRED no_collection')
  await set(deps.sql`flow_address = ${buyer.flowAddress}, collection_address = ${buyer.flowAddress}`)
  await deps.sql`
    insert into wallet_changes (id, member_id, kind, state, old_address, new_address)
    values (gen_random_uuid(), ${buyer.memberId}, 'recovery', 'requested', ${buyer.flowAddress}, '0x01cf0e2f2f715450')`
  assert.equal(await refusalOf(buyer), 'WALLET_CHANGING')
  await deps.sql`delete from wallet_changes`
  assert.equal((await deps.sql`select 1 from orders`).length, 0)
  await givePoints(market, buyer, 6000)
  const bought = await byPoints()
  assert.equal(bought.ok && bought.data.order.state, 'captured')
  assert.deepEqual(await allWell(market), [])
})

test('a listing far below the floor is not sold before its grace ends, and no token goes back to its last seller', async (t) => {
  const market = await marketWorld(t, world())
  // the test itself delivers below: two deliveries would race for the order and the agent's key
  holdTrades(market)
  const seller = await market.trader(2)
  const buyer = await rich(market)
  const [one, two] = seller.tokens
  assert.ok(one && two)
  await market.list(seller, one, { price: 10_000 })
  const { listingId } = await market.list(seller, two, { price: 1000, confirmedBelowFloor: true })
  const purchase = { refId: two.refId, priceYen: 1000, contentAccessFee: 0 }
  await allRefuse(market, buyer, purchase, 'LISTING_STATE', 'not_yet')
  await market.moveClock('2 minutes')
  const body = { priceYen: 1000, contentAccessFee: 0 }
  const bought = await market.call('buyTokenPoint', { params: { refId: two.refId }, body }, { session: buyer.session })
  assert.ok(bought.ok, JSON.stringify(bought))
  await market.deliver(listingId, buyer.flowAddress)
  await market.list(buyer, two, { price: 9000 })
  await allRefuse(market, seller, { ...purchase, priceYen: 9000 }, 'FORBIDDEN', 'circle')
})

test('a price that is said is the one that is paid; who says none does not get what was cheaper a moment ago', async (t) => {
  const market = await marketWorld(t, world())
  // a delivery at the same time would take the agent's key from the test
  holdTrades(market)
  const buyer = await rich(market)
  const { seller, token, purchase } = await listToken(market, { price: 1000 })
  // the seller raises the price while the buyer still sees the old one
  await market.list(seller, token, { price: 3000 })
  await allRefuse(market, buyer, purchase, 'TRADE_PRICE_CHANGED')
  assert.equal(await pointsOf(market, buyer), 50_000)
  const unsaid = { refId: purchase.refId, contentAccessFee: purchase.contentAccessFee }
  await allRefuse(market, buyer, unsaid, 'TRADE_PRICE_CHANGED')
  await market.moveClock('9 minutes')
  await allRefuse(market, buyer, unsaid, 'TRADE_PRICE_CHANGED')
  assert.equal(await pointsOf(market, buyer), 50_000)
  const buy = (body: { contentAccessFee: number; priceYen?: number }, refId = token.refId) =>
    market.call('buyTokenPoint', { params: { refId }, body }, { session: buyer.session })
  await market.moveClock('2 minutes')
  const bought = await buy({ contentAccessFee: purchase.contentAccessFee })
  assert.ok(bought.ok, JSON.stringify(bought))
  assert.equal(bought.data.order.priceYen, 3000)
  // the new price is confirmed, or it fell: no refusal
  const raised = await listToken(market, { price: 1000 })
  await market.list(raised.seller, raised.token, { price: 1200 })
  const said = await buy({ contentAccessFee: 0, priceYen: 1200 }, raised.token.refId)
  assert.ok(said.ok, JSON.stringify(said))
  const lowered = await listToken(market, { price: 1200 })
  await market.list(lowered.seller, lowered.token, { price: 1000 })
  const cheap = await buy({ contentAccessFee: 0 }, lowered.token.refId)
  assert.ok(cheap.ok, JSON.stringify(cheap))
  assert.equal(await pointsOf(market, buyer), 50_000 - 3000 - 1200 - 1000)
})
