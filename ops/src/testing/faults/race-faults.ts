import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { actOnSale } from '@kura/server/pack/act-on-sale'
import { seedGiven } from '@kura/server/pack/testing/given-packs'
import { makePasscodes } from '@kura/server/passcode/make-passcodes'
import { expireLots } from '@kura/server/point/expire-lots'
import { callAt } from '../arena/call.ts'
import type { Answer } from '../arena/call.ts'
import { raceListings } from './market-attacks.ts'
import { givePoints, pointsOf } from './points.ts'
import {
  botPass,
  enter,
  enterAndPass,
  membersOf,
  memberOf,
  ordersOf,
  packOf,
  pay,
  tally,
  assertOnly,
  times,
} from './scene.ts'
import type { Fault, Scene } from './scene.ts'

/** The last unit: its time ends, its buyer pays, others want it and the operator ends the sale, all in one moment. */
async function raceForLast(scene: Scene): Promise<string> {
  const { arena, size } = scene
  const { deps } = arena
  const rounds = size(6, 1000)
  const outcomes: Record<string, number> = {}
  for (let round = 0; round < rounds; round += 1) {
    const packId = await packOf(scene, { units: 1 })
    const [first, ...others] = await membersOf(scene, 4)
    assert.ok(first)
    const { orderId, accessID } = await enterAndPass(scene, first, packId)
    const order = { act: 'close', packId, by: 'fault', reason: 'fault', isForGood: false, isDryRun: false } as const
    const [, paid, , ...wanted] = await Promise.all([
      deps.sql`update orders set lease_until = kura_now() where id = ${orderId} and state = 'reserved'`,
      pay(scene, first, packId, accessID),
      round % 2 === 0 ? actOnSale(deps, order, () => {}) : undefined,
      ...others.map((other) => enter(scene, other, packId)),
    ])
    assertOnly([paid], ['200', 'PAYMENT_EXPIRED'])
    assertOnly(wanted, ['200', 'PACK_OUT_OF_STOCK', 'PACK_SELLING_TERM_AFTER'])
    const reserved = wanted.filter(({ status }) => status === 200).length
    const winners = reserved + (paid.status === 200 ? 1 : 0)
    assert.ok(winners <= 1, `the last pack went to ${winners} buyers`)
    const name = paid.status === 200 ? 'paid' : reserved === 1 ? 'handed on' : 'ended'
    outcomes[name] = (outcomes[name] ?? 0) + 1
  }
  return `${rounds} last packs: ${JSON.stringify(outcomes)}`
}

/** One purse from many places at once, while a part of it expires and more is given. */
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
      // in places of their own: one address may not ask so often
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

/** One member does what may be done once in many places at once: fifty in the full size. */
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

/** So many got it, and the others were told why not, or to be slower: one member may only ask so often. */
function assertWon(answers: readonly Answer[], won: number, lost: string): void {
  assertOnly(answers, ['200', lost, 'TOO_MANY_REQUESTS'])
  const told = tally(answers)
  assert.equal(told['200'], won, JSON.stringify(told))
  assert.ok((told[lost] ?? 0) > 5, `hardly anybody met the limit: ${JSON.stringify(told)}`)
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
  title: 'limits, points, passcodes and offers raced by one member',
  run: raceLimits,
}
