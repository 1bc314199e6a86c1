import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { CallName } from '@kura/contract/paths'
import { cardBuyer } from '@kura/sandbox/testing/card-buyer'
import { callAt, sendRaw } from '../arena/call.ts'
import type { Answer } from '../arena/call.ts'
import type { SeenListing } from '../arena/token-purchase.ts'
import type { Trader } from '../arena/traders.ts'
import { until } from '../arena/until.ts'
import { pointsOf } from './points.ts'
import { assertOnly, stateOf, tokenOf } from './scene.ts'
import type { Scene } from './scene.ts'
import { buyersOf, list, listingOf, tradersOf } from './trading.ts'

const refused = ['INVALID_REQUEST_FORMAT', 'INVALID_INPUT']
/** Fields that no call that buys accepts, in any body. */
const bodiesOf = (seller: Trader): object[] => [
  { price: 1 },
  { amount: 0 },
  { currency: 'USD' },
  { fee: -100 },
  { feeYen: 0 },
  { royalty: 0 },
  { proceeds: 1 },
  { coupon: 'FREE' },
  { tender: 'grant' },
  { state: 'captured' },
  { memberId: seller.memberId },
  { buyer: seller.wallet.address },
  { listingId: randomUUID() },
  { quantity: 2 },
  { constructor: { price: 1 } },
  { priceYen: -1 },
  { priceYen: '1000' },
  { priceYen: 0.5 },
  { contentAccessFee: -1 },
  { usedPoint: -5 },
  { usedPoint: 2 ** 53 },
  { usedPoint: [5] },
]

type Calls = readonly (readonly [name: CallName, good: object])[]

/**
 * Sends prices, parts and buyers in the body of every call that begins or completes a token
 * purchase.
 */
export async function sendTokenBodies(scene: Scene): Promise<string> {
  const [seller] = await tradersOf(scene, 1, 3)
  const [buyer] = await buyersOf(scene, 1)
  const [one, two, three] = seller?.tokens ?? []
  assert.ok(seller && buyer && one && two && three)
  const bodies = bodiesOf(seller)
  const listings = [await list(scene, seller, one), await list(scene, seller, two)] as const
  const { completed, cardSeq } = await sendCompletions(scene, buyer, listings, bodies)
  const listing = await list(scene, seller, three)
  const params = { refId: listing.refId }
  const card = { retUrl: '/', paymentToken: await tokenOf(scene), contentAccessFee: 0 }
  const stored = { retUrl: '/', cardSeq, securityCode: '123', contentAccessFee: 0 }
  const page = { lang: 'ja', returnUrl: '/' }
  const calls: Calls = [
    ['buyTokenPoint', { contentAccessFee: 0 }],
    ['enterTokenNewCard', card],
    ['enterTokenNewCardPoint', { ...card, usedPoint: 100 }],
    ['enterTokenSelectedCard', stored],
    ['enterTokenSelectedCardPoint', { ...stored, usedPoint: 100 }],
    ['enterTokenPaidy', {}],
    ['paymentUrlCredit', page],
    ['paymentUrlCreditPoint', { ...page, usedPoint: 100 }],
  ]
  const begun = await sendEach(scene, buyer, listing, calls, [...bodies, { usedPoint: 0 }])
  assertOnly(begun, refused)
  const wrong = [1, listing.priceYen - 1, listing.priceYen + 1].map((priceYen) => ({ priceYen }))
  const seen = await sendEach(scene, buyer, listing, calls, wrong)
  assertOnly(seen, ['TRADE_PRICE_CHANGED'])
  const orders = await scene.arena.deps.sql`select 1 from orders where listing_id = ${listing.listingId}`
  assert.equal(orders.length, 0)
  assert.equal((await listingOf(scene, listing.listingId)).state, 'open')
  assert.equal((await pointsOf(scene.arena.deps.sql, buyer.memberId)).booked, 10_000)
  // only the extra field of a valid body was refused
  const good = await sendRaw(scene.anyWeb(), 'enterTokenSelectedCard', { params, body: stored }, buyer)
  assert.equal(good.status, 200, good.text)
  return `${begun.length + seen.length + completed} bodies with a price, part, buyer or points of their own for a listed token`
}

async function sendEach(
  scene: Scene,
  buyer: Trader,
  { refId }: SeenListing,
  calls: Calls,
  bodies: object[],
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const body of bodies)
    for (const [name, good] of calls)
      answers.push(await sendRaw(scene.anyWeb(), name, { params: { refId }, body: { ...good, ...body } }, buyer))
  return answers
}

/**
 * Completes two reservations with such bodies, then one with a valid body: nothing was captured
 * before. Returns how many were sent, and the stored card.
 */
async function sendCompletions(
  scene: Scene,
  buyer: Trader,
  [first, second]: readonly [SeenListing, SeenListing],
  bodies: object[],
): Promise<{ completed: number; cardSeq: string }> {
  const bank = cardBuyer(scene.arena.outside.pages, 'sandbox000001')
  const card = { retUrl: '/', paymentToken: await tokenOf(scene), contentAccessFee: 0, priceYen: first.priceYen }
  const params = { refId: first.refId }
  const { data: entered, text } = await callAt(scene.anyWeb(), 'enterTokenNewCard', { params, body: card }, buyer)
  assert.ok(entered, text)
  if (entered.redirectUrl !== null) await bank.walkChallenge(entered.redirectUrl)
  const body = { lang: 'ja' as const, returnUrl: '/', priceYen: second.priceYen }
  const opened = await callAt(scene.anyWeb(), 'paymentUrlCredit', { params: { refId: second.refId }, body }, buyer)
  assert.ok(opened.data, opened.text)
  const { accessID, orderId } = entered
  const { paymentOrderId } = opened.data
  const byCard: Calls = [['tradeNft', { accessID }]]
  // the points must equal those reserved: none
  const ofCard = await sendEach(scene, buyer, first, byCard, [...bodies, { usedPoint: 100 }])
  const others: Calls = [
    ['buyTokenCredit', { paymentOrderId }],
    ['buyTokenCreditPoint', { paymentOrderId, usedPoint: 100 }],
    ['buyTokenPaidy', { paymentOrderId: 'pay_unknown' }],
    ['buyTokenPaidyPoint', { paymentOrderId: 'pay_unknown', usedPoint: 100 }],
  ]
  const ofOthers = await sendEach(scene, buyer, second, others, [...bodies, { usedPoint: 0 }])
  assertOnly([...ofCard, ...ofOthers], refused)
  for (const id of [orderId, opened.data.orderId]) assert.equal(await stateOf(scene, id), 'reserved')
  const named = { accessID, cardName: 'card' }
  const paid = await callAt(scene.anyWeb(), 'tradeNft', { params, body: named }, buyer)
  assert.ok(paid.data, paid.text)
  await until('the token is delivered', async () => (await stateOf(scene, orderId)) === 'delivered')
  const { data: cards } = await callAt(scene.anyWeb(), 'creditCheck', {}, buyer)
  const cardSeq = cards?.items[0]?.cardSeq
  assert.ok(cardSeq, 'no card was stored')
  return { completed: ofCard.length + ofOthers.length, cardSeq }
}
