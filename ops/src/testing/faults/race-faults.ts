import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { actOnSale } from '@kura/server/shop/pack/act-on-sale'
import { seedGiven } from '@kura/server/shop/pack/testing/given-packs'
import { makePasscodes } from '@kura/server/shop/passcode/make-passcodes'
import { expireLots } from '@kura/server/money/point/expire-lots'
import { callAt, sendRaw } from '../arena/call.ts'
import type { Answer } from '../arena/call.ts'
import type { Member } from '../arena/members.ts'
import { until } from '../arena/until.ts'
import { raceListings } from './market-attacks.ts'
import { givePoints, pointsOf } from './points.ts'
import {
  botPass,
  enter,
  enterAndPass,
  gatewaySteps,
  membersOf,
  memberOf,
  ordersOf,
  packOf,
  pay,
  stateOf,
  tally,
  assertOnly,
  times,
} from './scene.ts'
import type { Fault, Scene } from './scene.ts'

/**
 * Races for the last unit: it expires, its buyer pays, others try to buy it and the operator ends
 * the sale, all at once.
 */
async function raceForLast(scene: Scene): Promise<string> {
  const rounds = scene.size(6, 1000)
  const outcomes: Record<string, number> = {}
  for (let round = 0; round < rounds; round += 1) {
    const outcome = await raceOnce(scene, round % 2 === 0)
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  const overdue = await payOverTime(scene, scene.size(2, 50))
  return `${rounds} last packs: ${JSON.stringify(outcomes)}, ${overdue} whose time ended while the money was asked for`
}

async function raceOnce(scene: Scene, isClosing: boolean): Promise<'paid' | 'handed on' | 'ended'> {
  const { deps } = scene.arena
  const packId = await packOf(scene, { units: 1 })
  const [first, ...others] = await membersOf(scene, 4)
  assert.ok(first)
  const { orderId, accessID } = await enterAndPass(scene, first, packId)
  // its last step was long ago, as when an order expires: only then do the workers process it at
  // once
  const { count } = await deps.sql`
    update payments set worked_until = kura_now() where order_id = ${orderId} and state = 'challenged'`
  assert.equal(count, 1, 'the buyer is back from the bank')
  const order = { act: 'close', packId, by: 'fault', reason: 'fault', isForGood: false, isDryRun: false } as const
  const [, paid, , ...answers] = await Promise.all([
    deps.sql`update orders set lease_until = kura_now() where id = ${orderId} and state = 'reserved'`,
    pay(scene, first, packId, accessID),
    isClosing ? actOnSale(deps, order, () => {}) : undefined,
    ...others.map((other) => askOn(scene, other, packId, orderId)),
  ])
  assertOnly([paid], ['200', 'PAYMENT_EXPIRED'])
  assertOnly(answers, ['200', 'PACK_OUT_OF_STOCK', 'PACK_SELLING_TERM_AFTER'])
  const isPaid = paid.status === 200
  const end = isPaid ? 'delivered' : 'expired'
  await until(`the order of the first is ${end}`, async () => (await stateOf(scene, orderId)) === end)
  const reserved = answers.filter(({ status }) => status === 200).length
  assert.ok(reserved + (isPaid ? 1 : 0) <= 1, `the last pack went to ${reserved + (isPaid ? 1 : 0)} buyers`)
  const held = (await ordersOf(scene, packId)).filter(({ state }) => state !== 'expired').length
  assert.equal(held, reserved + (isPaid ? 1 : 0), 'the books have other buyers than those who were shown a sale')
  if (!isPaid && !isClosing) assert.equal(reserved, 1, 'nobody had what its buyer did not pay')
  return isPaid ? 'paid' : reserved === 1 ? 'handed on' : 'ended'
}

const asksMost = 600

/**
 * Tries to buy a pack for as long as it may return to sale; returns the response once that is
 * decided.
 */
async function askOn(scene: Scene, member: Member, packId: string, orderId: string): Promise<Answer> {
  for (let ask = 1; ; ask += 1) {
    const isDecided = ['delivered', 'expired'].includes(await stateOf(scene, orderId))
    const answer = await enter(scene, member, packId)
    if (isDecided || answer.code !== 'PACK_OUT_OF_STOCK' || ask === asksMost) return answer
    await sleep(100)
  }
}

/**
 * An order expires and a notice arrives while a process captures its money: a paid order keeps its
 * unit. Returns how often.
 */
async function payOverTime(scene: Scene, rounds: number): Promise<number> {
  const { sql } = scene.arena.deps
  const slow = await scene.start({ role: 'web', fault: 'sleep:before card.complete:5000' })
  let overdue = 0
  for (let round = 0; round < rounds; round += 1) {
    const packId = await packOf(scene, { units: 1 })
    const [first, other] = [await memberOf(scene), await memberOf(scene)]
    const { orderId, accessID } = await enterAndPass(scene, first, packId)
    const [{ ref }] = await sql<[{ ref: string }]>`
      select gateway_order_id as ref from payments where order_id = ${orderId}`
    const paying = pay(scene, first, packId, accessID, slow.url)
    await until('the money is asked for', async () => (await stateOf(scene, orderId)) !== 'reserved')
    const { count } =
      await sql`update orders set lease_until = kura_now() where id = ${orderId} and state = 'authorised'`
    overdue += count
    await sendRaw(scene.anyWeb(), 'cardNotice', { body: { OrderID: ref, Status: 'AUTH' } })
    const [paid, late] = await Promise.all([paying, askOn(scene, other, packId, orderId)])
    assert.equal(paid.data?.state, 'delivered', paid.text)
    assertOnly([late], ['PACK_OUT_OF_STOCK'])
    const steps = (await gatewaySteps(scene, [orderId])).flat()
    assert.equal(steps.filter((step) => step === 'CAPTURE').length, 1, steps.join(' '))
  }
  assert.ok(overdue > 0, 'each payment was over before its time was')
  return overdue
}

/** Spends one balance from many places at once, while some points expire and others are granted. */
async function racePoints(scene: Scene): Promise<string> {
  const { arena, size } = scene
  const { deps } = arena
  const members = await membersOf(scene, size(3, 10))
  const priceYen = 100
  const packId = await packOf(scene, { units: 20 * members.length, priceYen })
  let spent = 0
  for (const { memberId } of members) {
    await givePoints(deps.sql, memberId, 550)
    await givePoints(deps.sql, memberId, 300)
  }
  const lots = await deps.sql<{ id: string }[]>`
    select id from point_lots where remaining = 300 and member_id = any(${members.map(({ memberId }) => memberId)}::uuid[])`
  const buys = members.flatMap((member) =>
    times(18).map((place) => {
      // each from its own address: one address would meet the rate limit
      const caller = { ...member, ip: `192.0.2.${place}`, idempotencyKey: randomUUID() }
      return callAt(scene.anyWeb(), 'buyPoint', { params: { packId }, body: { usedPoint: priceYen } }, caller)
    }),
  )
  const expiring = (async () => {
    await deps.sql`update point_lots set expires_at = kura_now() where id = any(${lots.map(({ id }) => id)})`
    await Promise.all([expireLots(deps), expireLots(deps)])
  })()
  const giving = members.map(({ memberId }) => givePoints(deps.sql, memberId, 250))
  const [answers] = await Promise.all([Promise.all(buys), expiring, ...giving])
  assertOnly(answers, ['200', 'POINTS_SHORT'])
  await expireLots(deps)
  for (const { memberId } of members) {
    const orders = (await ordersOf(scene, packId)).filter((order) => order.memberId === memberId).length
    const { booked, inLots } = await pointsOf(deps.sql, memberId)
    const [row] = await deps.sql<[{ granted: number; expired: number }]>`
      select sum(granted)::int as granted, sum(expired)::int as expired from point_lots where member_id = ${memberId}`
    assert.equal(booked, inLots, 'the books and the lots differ')
    assert.equal(booked, row.granted - row.expired - orders * priceYen, 'points are missing or too many')
    assert.ok(orders > 0, 'a member with points could not pay with them')
    spent += orders
  }
  return `${answers.length} spendings at once of ${members.length} members, ${spent} could be paid, while points expired and were given`
}

/** One member does what is allowed once, from many places at once: fifty in the full size. */
async function raceLimits(scene: Scene): Promise<string> {
  const { arena, size } = scene
  const { deps } = arena
  const rounds = size(1, 10)
  const many = size(12, 50)
  const seen: Answer[] = []
  for (let round = 0; round < rounds; round += 1) {
    const limited = await packOf(scene, { units: 20, perMemberLimit: 2, priceYen: 100 })
    const buyer = await memberOf(scene)
    const entered = await Promise.all(
      times(many).map((place) => enter(scene, { ...buyer, ip: `192.0.2.${place}` }, limited)),
    )
    assertWon(entered, 2, 'PACK_LIMIT_REACHED')
    const spender = await memberOf(scene)
    await givePoints(deps.sql, spender.memberId, 150)
    const spendings = await Promise.all(
      times(many).map((place) => {
        const caller = { ...spender, ip: `192.0.2.${place}`, idempotencyKey: randomUUID() }
        return callAt(scene.anyWeb(), 'buyPoint', { params: { packId: limited }, body: { usedPoint: 100 } }, caller)
      }),
    )
    assertWon(spendings, 1, 'POINTS_SHORT')
    const redeemed = await redeemOften(scene, many)
    assertWon(redeemed, 1, 'PASSCODE_USED')
    seen.push(...entered, ...spendings, ...redeemed)
  }
  const market = await raceListings(scene)
  return `${seen.length} tries at once to pass the limit of a pack, spend the same points and use one passcode; ${market}`
}

/** Asserts that `won` succeeded and the others got this refusal or the rate limit. */
function assertWon(answers: readonly Answer[], won: number, lost: string): void {
  assertOnly(answers, ['200', lost, 'TOO_MANY_REQUESTS'])
  const counts = tally(answers)
  assert.equal(counts['200'], won, JSON.stringify(counts))
  assert.ok((counts[lost] ?? 0) > 5, `hardly anybody met the limit: ${JSON.stringify(counts)}`)
}

async function redeemOften(scene: Scene, many: number): Promise<Answer[]> {
  const { arena } = scene
  const packId = await seedGiven(arena.deps.sql, 'passcode', { units: 20 })
  const wish = { packId, count: 1, uses: 20, by: 'fault', reason: 'fault', isDryRun: false }
  const [passcode = ''] = await makePasscodes(arena.deps, wish)
  const member = await memberOf(scene)
  return Promise.all(
    times(many).map(async (place) => {
      const { token } = await botPass(scene, 'passcode_get')
      const caller = { ...member, ip: `192.0.2.${place}` }
      return callAt(scene.anyWeb(), 'getPasscode', { params: { passcode }, body: { token, auth: 'v3' } }, caller)
    }),
  )
}

export const lastUnit: Fault = {
  name: 'F14',
  title: 'the last unit: buying, paying, expiring and closing at once',
  run: raceForLast,
}
export const pointRaces: Fault = { name: 'F16', title: 'one balance spent in many places at once', run: racePoints }
export const limitRaces: Fault = {
  name: 'A34',
  title: 'limits, points, passcodes and listings raced by one member',
  run: raceLimits,
}
