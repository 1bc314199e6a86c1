import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { callAt } from '../arena/call.ts'
import type { Answer } from '../arena/call.ts'
import type { Member } from '../arena/members.ts'
import { givePoints } from './points.ts'
import { enter, memberOf, ordersOf, packOf, passBank, pay, tokenOf, assertOnly, times } from './scene.ts'
import type { Fault, Scene } from './scene.ts'

const byPoints = (scene: Scene, member: Member, packId: string, usedPoint: number, idempotencyKey: string) =>
  callAt(scene.anyWeb(), 'buyPoint', { params: { packId }, body: { usedPoint } }, { ...member, idempotencyKey })

/** One key is one purchase: at once, later, with another body, by another member. */
async function repeatKey(scene: Scene): Promise<string> {
  const { size, arena } = scene
  const rounds = size(2, 20)
  const atOnce = size(15, 100)
  const packId = await packOf(scene, { units: 4 * rounds, priceYen: 100 })
  for (let round = 0; round < rounds; round += 1) {
    const [member, other] = [await memberOf(scene), await memberOf(scene)]
    for (const { memberId } of [member, other]) await givePoints(arena.deps.sql, memberId, 1000)
    const key = randomUUID()
    const answers = await Promise.all(times(atOnce).map(() => byPoints(scene, member, packId, 100, key)))
    assertOnly(answers, ['200', 'IDEMPOTENCY_IN_PROGRESS'])
    const bodies = new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text))
    assert.equal(bodies.size, 1, 'one key was answered in several ways')
    const after = await byPoints(scene, member, packId, 100, key)
    assert.ok(bodies.has(after.text), 'the first answer is not given again byte for byte')
    assertOnly([await byPoints(scene, member, packId, 99, key)], ['IDEMPOTENCY_KEY_REUSED'])
    assertOnly([await byPoints(scene, other, packId, 100, key)], ['200'])
    const orders = await ordersOf(scene, packId)
    for (const { memberId } of [member, other])
      assert.equal(orders.filter((order) => order.memberId === memberId).length, 1)
  }
  return `${rounds} keys, ${atOnce} times each at once, afterwards, with another body and by another member`
}

/** The page sends twice, or gets no response and sends again; a member has two tabs. */
async function clickTwice(scene: Scene): Promise<string> {
  const rounds = scene.size(4, 50)
  const packId = await packOf(scene, { units: 4 * rounds, perMemberLimit: 1 })
  for (let round = 0; round < rounds; round += 1) {
    const member = await memberOf(scene)
    const paymentToken = await tokenOf(scene)
    const body = { retUrl: '/', paymentToken }
    // aborted at a random moment: before it arrives, during the work, or after the response was
    // sent
    const giveUp = AbortSignal.timeout(2 + Math.floor(scene.random() * 60))
    const lost = callAt(scene.anyWeb(), 'entryOrderNewCard', { params: { packId }, body }, member, giveUp)
    const twins = [enter(scene, member, packId, { paymentToken }), enter(scene, member, packId, { paymentToken })]
    const answers = await Promise.all([lost, ...twins])
    assertOnly(answers, ['200', 'NO_ANSWER'])
    const found = answers.find(
      (answer): answer is Answer<NonNullable<(typeof answer)['data']>> => answer.data !== undefined,
    )
    assert.ok(found?.data)
    // another tab with another card: the limit of one per member still holds
    assertOnly([await enter(scene, member, packId)], ['PACK_LIMIT_REACHED'])
    await passBank(scene, found.data)
    const { accessID } = found.data
    const paid = await Promise.all([pay(scene, member, packId, accessID), pay(scene, member, packId, accessID)])
    assertOnly(paid, ['200'])
    const own = (await ordersOf(scene, packId)).filter(({ memberId }) => memberId === member.memberId)
    assert.deepEqual(
      own.map(({ state }) => state),
      ['delivered'],
    )
  }
  return `${rounds} purchases clicked three times, one answer lost, and tried from another tab`
}

export const repeatFaults: Fault[] = [
  { name: 'F11', title: 'one idempotency key many times', run: repeatKey },
  { name: 'F12', title: 'double clicks, two tabs, lost answers', run: clickTwice },
]
