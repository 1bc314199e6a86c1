import assert from 'node:assert/strict'
import { until } from '../arena/until.ts'
import {
  enter,
  enterAndPass,
  gatewaySteps,
  memberOf,
  ordersOf,
  packOf,
  pay,
  stateOf,
  assertOnly,
  times,
} from './scene.ts'
import type { Fault, Scene } from './scene.ts'

/** The buyer and others replay the return from the bank. */
async function replayReturn(scene: Scene): Promise<string> {
  const { arena, size } = scene
  const replays = size(20, 50)
  const rounds = size(2, 20)
  const packId = await packOf(scene, { units: rounds + 2 })
  const otherPack = await packOf(scene, { units: 1 })
  const thief = await memberOf(scene)
  for (let round = 0; round < rounds; round += 1) {
    const member = await memberOf(scene)
    const { orderId, accessID } = await enterAndPass(scene, member, packId)
    const [own, strange] = await Promise.all([
      Promise.all(times(replays).map(() => pay(scene, member, packId, accessID))),
      Promise.all([pay(scene, thief, packId, accessID), pay(scene, member, otherPack, accessID)]),
    ])
    assertOnly(own, ['200'])
    assertOnly(strange, ['NOT_FOUND'])
    assert.deepEqual([...new Set(own.map(({ data }) => `${data?.orderId} ${data?.state}`))], [`${orderId} delivered`])
    const steps = (await gatewaySteps(scene, [orderId])).flat()
    assert.equal(steps.filter((step) => step === 'CAPTURE').length, 1, steps.join(' '))
  }
  const late = await memberOf(scene)
  const left = await enterAndPass(scene, late, packId)
  await arena.moveClock('31 minutes')
  const answers = await Promise.all(times(5).map(() => pay(scene, late, packId, left.accessID)))
  assertOnly(answers, ['PAYMENT_EXPIRED'])
  await until('its order ends', async () => (await stateOf(scene, left.orderId)) === 'expired')
  return `${rounds} returns ${replays} times each at once, by another member, for another pack, and after the time was over`
}

/** A forged return pays nothing: without the bank's confirmation nothing is captured. */
async function forgeReturn(scene: Scene): Promise<string> {
  const packId = await packOf(scene, { units: 6 })
  const [first, second] = [await memberOf(scene), await memberOf(scene)]
  const [{ data: one }, { data: two }] = [await enter(scene, first, packId), await enter(scene, second, packId)]
  assert.ok(one && two)
  assertOnly(
    [await pay(scene, first, packId, two.accessID), await pay(scene, second, packId, one.accessID)],
    ['NOT_FOUND'],
  )
  assertOnly([await pay(scene, first, packId, 'a'.repeat(32))], ['NOT_FOUND'])
  const malformed = await Promise.all(['', '../x', `${one.accessID}'--`].map((id) => pay(scene, first, packId, id)))
  assertOnly(malformed, ['INVALID_REQUEST_FORMAT', 'INVALID_INPUT'])
  assertOnly([await pay(scene, first, packId, one.accessID)], ['PAYMENT_DECLINED'])
  assert.equal((await ordersOf(scene, packId)).filter(({ state }) => state === 'delivered').length, 0)
  const steps = (await gatewaySteps(scene, [one.orderId, two.orderId])).flat()
  assert.ok(!steps.includes('CAPTURE'), steps.join(' '))
  return '7 returns without the bank’s word, of others and of nobody'
}

export const replayedReturns: Fault = {
  name: 'F10',
  title: 'the return from 3-D Secure is replayed',
  run: replayReturn,
}
export const forgedReturns: Fault = { name: 'A31', title: 'forged returns from 3-D Secure', run: forgeReturn }
