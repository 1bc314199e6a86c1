import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { cancelOrders } from '@kura/cadence/sale'
import { addressesOf } from '@kura/server/platform/flow/chain-config'
import { callAt } from '../arena/call.ts'
import type { Answer } from '../arena/call.ts'
import type { SeenListing } from '../arena/token-purchase.ts'
import type { HeldToken, Trader } from '../arena/traders.ts'
import { untilRead } from '../arena/until-read.ts'
import { until } from '../arena/until.ts'
import { revokeCall, runInWallet } from '../arena/wallet.ts'
import { pointsOf } from './points.ts'
import { assertOnly, stateOf } from './scene.ts'
import type { Fault, Scene } from './scene.ts'
import {
  buyersOf,
  deliveriesOf,
  draft,
  holderOf,
  list,
  listingOf,
  payPoints,
  sendAway,
  sign,
  tradersOf,
} from './trading.ts'

type Sale = { seller: Trader; token: HeldToken; listing: SeenListing & { listingId: string } }
/**
 * What happens to a listing at the moment it is bought. Returns true when the chain ended the listing,
 * if that came first.
 */
const rivals: Record<string, (scene: Scene, sale: Sale, other: Trader) => Promise<boolean>> = {
  'its seller takes it back': async (scene, { seller, token }) => {
    const ended = await callAt(scene.anyWeb(), 'endListing', { params: { tokenRefId: token.refId } }, seller)
    assertOnly([ended], ['200', 'LISTING_STATE', 'NOT_FOUND'])
    return false
  },
  'its seller ends it in the wallet': async ({ arena }, { seller, listing }) => {
    const call = cancelOrders(addressesOf(arena.deps.chain), { orderIds: [listing.listingId] })
    return !(await runInWallet(arena, seller.wallet, call)).failed
  },
  'its price changes': async (scene, { seller, token, listing }) => {
    const drafted = await draft(scene, seller, token, { price: listing.priceYen + 1 })
    assertOnly([drafted], ['201', '200', 'LISTING_STATE', 'FORBIDDEN', 'NOT_FOUND'])
    return drafted.data !== undefined && !(await sign(scene, seller, drafted.data)).failed
  },
  'its owner sends the token away': async (scene, { seller, token }, other) =>
    !(await sendAway(scene, seller, token, other.wallet.address)).failed,
  'its seller deletes the right': async ({ arena }, { seller }) =>
    !(await runInWallet(arena, seller.wallet, revokeCall(addressesOf(arena.deps.chain)))).failed,
  'its time ends': async ({ arena }) => {
    await arena.moveClock('25 hours')
    return false
  },
  'nothing happens': () => Promise.resolve(false),
}

/** Two members buy one listing at the price they saw, while something happens to it. */
async function raceListing(scene: Scene, sale: Sale, buyers: readonly Trader[], what: string): Promise<string> {
  const { arena } = scene
  const { sql } = arena.deps
  const [first, second] = buyers as [Trader, Trader]
  const before = await Promise.all(buyers.map(({ memberId }) => pointsOf(sql, memberId)))
  const rival = rivals[what]
  assert.ok(rival)
  const [waitMs, rivalWaitsMs] = [scene.random() * 300, scene.random() * 300]
  const [answers] = await Promise.all([
    sleep(waitMs).then(() => Promise.all([first, second].map((buyer) => payPoints(scene, buyer, sale.listing)))),
    sleep(rivalWaitsMs).then(() => rival(scene, sale, second)),
  ])
  assertOnly(answers, ['200', 'LISTING_STATE', 'NOT_FOUND', 'TRADE_PRICE_CHANGED', 'SERVICE_UNAVAILABLE'])
  for (const { code, status } of answers) if (code === 'TRADE_PRICE_CHANGED') assert.equal(status, 409)
  const paid = answers.filter(({ data }) => data !== undefined)
  assert.ok(paid.length <= 1, `one listing was paid for by ${paid.length} buyers`)
  const end = await endOf(scene, sale, buyers, answers)
  const after = await Promise.all(buyers.map(({ memberId }) => pointsOf(sql, memberId)))
  for (const [place, answer] of answers.entries()) {
    const isOwner = answer.data !== undefined && end === 'delivered'
    // nobody pays a price other than the one shown, and nobody pays for nothing
    const spent = (before[place]?.booked ?? 0) - (after[place]?.booked ?? 0)
    assert.equal(spent, isOwner ? sale.listing.priceYen : 0, `${what}: ${end}`)
    assert.equal(after[place]?.booked, after[place]?.inLots)
  }
  return end
}

/** Waits for the outcome of the purchase: the buyer has the token or a refund, never both. */
async function endOf(
  scene: Scene,
  { listing, token }: Sale,
  buyers: readonly Trader[],
  answers: readonly Answer<{ order: { orderId: string } }>[],
) {
  const place = answers.findIndex(({ data }) => data !== undefined)
  const orderId = answers[place]?.data?.order.orderId
  if (orderId === undefined) {
    assert.deepEqual(await deliveriesOf(scene, listing.listingId), [], 'delivered to nobody')
    return 'not sold'
  }
  const clock = setInterval(() => void scene.arena.moveClock('31 seconds'), 2000)
  await until(
    'the purchase is final',
    async () => ['delivered', 'refunded'].includes(await stateOf(scene, orderId)),
    90,
  ).finally(() => clearInterval(clock))
  await untilRead(scene.arena)
  const state = await stateOf(scene, orderId)
  const buyer = buyers[place]?.wallet.address
  assert.deepEqual(await deliveriesOf(scene, listing.listingId), state === 'delivered' ? [buyer] : [], state)
  if (state === 'delivered') {
    assert.equal(await holderOf(scene, token), buyer)
    assert.equal((await listingOf(scene, listing.listingId)).state, 'sold')
  }
  return state
}

async function raceListings(scene: Scene): Promise<string> {
  const rounds = scene.size(1, 25)
  const names = Object.keys(rivals)
  const outcomes: Record<string, number> = {}
  const buyers = await buyersOf(scene, 2, 1_000_000)
  const sellers = await tradersOf(scene, names.length, rounds)
  // listings last a day, so that they can expire without expiring everything else
  const { sql } = scene.arena.deps
  const [{ days }] = await sql<[{ days: number }]>`select listing_days as days from market_settings`
  await sql`update market_settings set listing_days = 1`
  for (let round = 0; round < rounds; round += 1)
    for (const [place, what] of names.entries()) {
      const seller = sellers[place]
      const token = seller?.tokens[round]
      assert.ok(seller && token)
      const listing = await list(scene, seller, token)
      const end = await raceListing(scene, { seller, token, listing }, buyers, what)
      outcomes[end] = (outcomes[end] ?? 0) + 1
    }
  await sql`update market_settings set listing_days = ${days}`
  assert.ok((outcomes['delivered'] ?? 0) > 0, `nothing was sold: ${JSON.stringify(outcomes)}`)
  await buyStalePrice(scene, buyers[0]!)
  return `${rounds * names.length} listings bought by two while ${names.join(', ')}: ${JSON.stringify(outcomes)}`
}

/** Buying at an old price is refused with 409, and nothing is captured. */
async function buyStalePrice(scene: Scene, buyer: Trader): Promise<void> {
  const [seller] = await tradersOf(scene, 1, 1)
  const [token] = seller?.tokens ?? []
  assert.ok(seller && token)
  const old = await list(scene, seller, token, { price: 1000 })
  const fresh = await list(scene, seller, token, { price: 1100 })
  const { booked } = await pointsOf(scene.arena.deps.sql, buyer.memberId)
  for (const priceYen of [old.priceYen, 1, 1101]) {
    const answer = await payPoints(scene, buyer, { ...fresh, priceYen })
    assert.deepEqual([answer.status, answer.code], [409, 'TRADE_PRICE_CHANGED'])
  }
  assert.equal((await pointsOf(scene.arena.deps.sql, buyer.memberId)).booked, booked)
  assert.equal((await listingOf(scene, fresh.listingId)).state, 'open')
}

export const listingRaces: Fault = {
  name: 'F15',
  title: 'a listing is bought while it is cancelled, repriced, moved, revoked and expires',
  run: raceListings,
}
