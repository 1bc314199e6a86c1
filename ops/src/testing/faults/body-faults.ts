import assert from 'node:assert/strict'
import { sendRaw } from '../arena/call.ts'
import type { Answer } from '../arena/call.ts'
import type { Member } from '../arena/members.ts'
import { sendTokenBodies } from './token-bodies.ts'
import { givePoints, pointsOf } from './points.ts'
import { enter, memberOf, ordersOf, packOf, tally, tokenOf, assertOnly } from './scene.ts'
import type { Fault, Scene } from './scene.ts'

/** Sends any body to the calls that buy. */
async function sendAll(scene: Scene, member: Member, packId: string, more: object): Promise<Answer[]> {
  const params = { packId }
  const card = { retUrl: '/', paymentToken: await tokenOf(scene), ...more }
  return Promise.all([
    sendRaw(scene.anyWeb(), 'entryOrderNewCard', { params, body: card }, member),
    sendRaw(scene.anyWeb(), 'entryOrderPaidy', { params, body: { ...more } }, member),
    sendRaw(scene.anyWeb(), 'buyPoint', { params, body: { usedPoint: 1100, ...more } }, member),
  ])
}

/** Asserts that nothing was reserved and nothing captured. */
async function assertUntouched(scene: Scene, packId: string): Promise<void> {
  assert.deepEqual(await ordersOf(scene, packId), [])
  const [stock] = await scene.arena.deps
    .sql`select remaining = issued as "isWhole" from pack_stocks where pack_id = ${packId}`
  assert.equal(stock?.['isWhole'], true)
}

const refused = ['INVALID_REQUEST_FORMAT', 'INVALID_INPUT']
const quantities = [0, -1, 1e9, 1.5, '1', 2 ** 53, null, [1, 1], { n: 1 }]

/**
 * There is no cart: one call buys one pack, and no field of a body changes that. Two orders of one
 * member count separately.
 */
async function sendQuantities(scene: Scene): Promise<string> {
  const packId = await packOf(scene, { units: 2 })
  const answers: Answer[] = []
  for (const quantity of quantities)
    for (const body of [
      { quantity },
      { count: quantity },
      {
        items: [
          { packId, quantity },
          { packId, quantity },
        ],
      },
    ])
      answers.push(...(await sendAll(scene, await memberOf(scene), packId, body)))
  assertOnly(answers, refused)
  await assertUntouched(scene, packId)
  // two lines of one pack are two orders: the last unit is sold once
  const lastPack = await packOf(scene, { units: 1 })
  const member = await memberOf(scene)
  const twins = await Promise.all([enter(scene, member, lastPack), enter(scene, member, lastPack)])
  assert.deepEqual(tally(twins), { 200: 1, PACK_OUT_OF_STOCK: 1 })
  return `${answers.length} bodies with quantities refused, the last pack ordered twice by one member`
}

/** The server alone sets prices. */
async function sendPrices(scene: Scene): Promise<string> {
  const packId = await packOf(scene, { units: 3 })
  const bodies: object[] = [
    { price: 1 },
    { priceYen: 1 },
    { amount: 0 },
    { currency: 'USD' },
    { fee: -100 },
    { coupon: 'FREE' },
    { discount: 100 },
    { tender: 'grant' },
    { state: 'captured' },
    { orderId: packId },
    { memberId: packId },
    { __proto__x: 1, constructor: { price: 1 } },
  ]
  const answers: Answer[] = []
  for (const body of bodies) answers.push(...(await sendAll(scene, await memberOf(scene), packId, body)))
  // a price that is sent along is compared and never used
  assertOnly(answers, [...refused, 'TRADE_PRICE_CHANGED'])
  await assertUntouched(scene, packId)
  return `${answers.length} bodies with a price, currency, fee or coupon of their own for a pack, ${await sendTokenBodies(scene)}`
}

/** Sends negative, huge and fractional points, and more than the member has. */
async function sendPoints(scene: Scene): Promise<string> {
  const { sql } = scene.arena.deps
  const packId = await packOf(scene, { units: 3 })
  const answers: Answer[] = []
  const values = [0, -1, -1100, 1.5, 1e9, 2 ** 53, -(2 ** 63), '1e3', '-5', '', [5], { n: 5 }, true]
  for (const usedPoint of values) {
    const member = await memberOf(scene)
    await givePoints(sql, member.memberId, 500)
    answers.push(...(await sendAll(scene, member, packId, { usedPoint })))
    assert.deepEqual(await pointsOf(sql, member.memberId), { booked: 500, inLots: 500 }, String(usedPoint))
  }
  assertOnly(answers, refused)
  const poor = await memberOf(scene)
  await givePoints(sql, poor.memberId, 500)
  // more than the member has, the whole price where one yen must remain, and a wrong price
  const beyond = [
    ...(await sendAll(scene, poor, packId, { usedPoint: 501 })),
    ...(await sendAll(scene, poor, packId, { usedPoint: 1100 })),
  ]
  assertOnly(beyond, ['POINTS_SHORT', 'INVALID_INPUT'])
  assert.deepEqual(await pointsOf(sql, poor.memberId), { booked: 500, inLots: 500 })
  await assertUntouched(scene, packId)
  return `${answers.length + beyond.length} bodies with points that cannot be`
}

export const strangeQuantities: Fault = { name: 'F13', title: 'quantities and lines of a cart', run: sendQuantities }
export const bodyAttacks: Fault[] = [
  { name: 'A32', title: 'prices, fees and coupons in the body', run: sendPrices },
  { name: 'A33', title: 'negative and huge points', run: sendPoints },
]
