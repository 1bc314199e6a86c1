import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { refundByHand } from '@kura/server/checkout/order/refund-by-hand'
import type { Server } from '../arena/arena.ts'
import { tryToBuy } from '../arena/purchase.ts'
import { until } from '../arena/until.ts'
import { killDeliveries } from './delivery-faults.ts'
import { enter, enterAndPass, gatewaySteps, memberOf, membersOf, ordersOf, packOf, passBank, pay } from './scene.ts'
import { assertDies, stateOf, times, tokenOf } from './scene.ts'
import type { Fault, Scene } from './scene.ts'

/** Where a process that serves members can die in a purchase, and how the order ends. */
const webPoints = [
  ['after order.reserve', 'expired'],
  ['before card.enter', 'expired'],
  ['before card.execute', 'expired'],
  ['after card.execute', 'expired'],
  ['before card.complete', 'delivered'],
  ['after card.complete', 'delivered'],
  ['before payment.capture', 'delivered'],
  ['after payment.capture', 'delivered'],
] as const

/** Plays all items, four at a time: each starts a process. */
async function inFours<T>(items: readonly T[], play: (item: T) => Promise<unknown>): Promise<void> {
  const rest = [...items]
  const line = async () => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) await play(next)
  }
  await Promise.all(times(4).map(line))
}

/** Buys at a process that dies at a point; returns the request to repeat at another one. */
async function buyAndDie(scene: Scene, packId: string, point: string) {
  const victim = await scene.start({ role: 'web', fault: `kill:${point}` })
  const member = await memberOf(scene)
  const paymentToken = await tokenOf(scene)
  const entered = await enter(scene, member, packId, { url: victim.url, paymentToken })
  if (entered.data) {
    await passBank(scene, entered.data)
    const paid = await pay(scene, member, packId, entered.data.accessID, victim.url)
    assert.equal(paid.status, 0, `a process that should die ${point} answered ${paid.text}`)
  }
  await assertDies(victim, point)
  return { member, paymentToken, accessID: entered.data?.accessID }
}

/** Kills a process at a random moment while it sells; the buyer continues at another one. */
async function buyAndKill(scene: Scene, packId: string, victim: Server): Promise<void> {
  const { arena, random } = scene
  const member = await memberOf(scene)
  const afterMs = random() * 250
  const bought = tryToBuy({ outside: arena.outside, webs: [victim, ...arena.webs] }, member, packId)
  await sleep(afterMs)
  await victim.kill()
  // its leases run out, again and again, until the buyer gets a response
  const clock = setInterval(() => void arena.moveClock('31 seconds'), 1500)
  const { end } = await bought.finally(() => clearInterval(clock))
  const isClean =
    end.kind === 'sold' || end.kind === 'declined' || (end.kind === 'refused' && end.code === 'PAYMENT_EXPIRED')
  assert.ok(isClean, `a buyer whose process was killed after ${afterMs} ms was shown ${JSON.stringify(end)}`)
}

async function killWebs(scene: Scene): Promise<string> {
  const rounds = scene.size(1, 5)
  const moments = scene.size(2, 200)
  const packId = await packOf(scene, { units: 2 * rounds * webPoints.length + moments })
  const points = times(rounds).flatMap(() => [...webPoints])
  const left: (Awaited<ReturnType<typeof buyAndDie>> & { expected: string; point: string })[] = []
  await inFours(points, async ([point, expected]) => {
    left.push({ ...(await buyAndDie(scene, packId, point)), expected, point })
  })
  await scene.arena.moveClock('31 seconds')
  for (const { member, paymentToken, accessID, expected, point } of left) {
    const own = async () => (await ordersOf(scene, packId)).filter(({ memberId }) => memberId === member.memberId)
    await until(`the order left ${point} is ${expected}`, async () => (await own())[0]?.state === expected)
    // the member's page gets no response and sends the same request again
    const again = await enter(scene, member, packId, { paymentToken })
    if (expected === 'expired') assert.ok(['PAYMENT_EXPIRED', 'PAYMENT_DECLINED'].includes(again.code), again.text)
    if (accessID !== undefined) {
      const paid = await pay(scene, member, packId, accessID)
      assert.equal(paid.data?.state ?? paid.code, expected === 'delivered' ? 'delivered' : paid.code)
    }
    assert.equal((await own()).length, 1, `the buyer who stopped ${point} has two orders`)
  }
  await inFours(times(moments), async () => buyAndKill(scene, packId, await scene.start({ role: 'web' })))
  return `${points.length} kills at ${webPoints.length} points, ${moments} at random moments`
}

const refundPoints = ['before card.refund', 'after card.refund'] as const
const finishPoints = [
  'before card.complete',
  'after card.complete',
  'before payment.capture',
  'after payment.capture',
] as const

async function killWorkers(scene: Scene): Promise<string> {
  const { arena } = scene
  const { deps } = arena
  const each = scene.size(2, 20)
  const units = each * (refundPoints.length + finishPoints.length)
  const packId = await packOf(scene, { units: units + finishPoints.length })
  const refunds: string[] = []
  for (const member of await membersOf(scene, each * refundPoints.length)) {
    const { orderId, accessID } = await enterAndPass(scene, member, packId)
    assert.equal((await pay(scene, member, packId, accessID)).data?.state, 'delivered')
    refunds.push(orderId)
  }
  await Promise.all(arena.workers.splice(0).map((worker) => worker.kill()))
  // refunds and payments that a dead process left half done: nobody works on them
  for (const orderId of refunds)
    await refundByHand(deps, { orderId, by: 'fault', reason: 'fault', isDryRun: false }, () => {})
  const victimWeb = await scene.start({ role: 'web', fault: 'sleep:before card.complete:60000' })
  const finishing: string[] = []
  for (const member of await membersOf(scene, each * finishPoints.length)) {
    const { orderId, accessID } = await enterAndPass(scene, member, packId)
    void pay(scene, member, packId, accessID, victimWeb.url)
    finishing.push(orderId)
  }
  const securing = async () =>
    (await deps.sql`select 1 from payments where state = 'securing' and order_id = any(${finishing})`).length
  await until('all are being paid', async () => (await securing()) === finishing.length)
  await victimWeb.kill()
  // each point has its own work: the other orders are held until then, so that no victim finishes
  // them before it dies
  const groups = [...refundPoints, ...finishPoints].map((point, place) => {
    const [whose, at] = place < refundPoints.length ? [refunds, place] : [finishing, place - refundPoints.length]
    return { point, orderIds: whose.slice(at * each, (at + 1) * each) }
  })
  const takeUp = (orderIds: readonly string[], after: string) =>
    deps.sql`update payments set worked_until = kura_now() + ${after}::interval where order_id = any(${[...orderIds]}::uuid[])`
  await takeUp([...refunds, ...finishing], '5 hours')
  for (const { point, orderIds } of groups) {
    await takeUp(orderIds, '0')
    const victim = await scene.start({ role: 'worker', fault: `kill:${point}`, mayDie: true })
    await assertDies(victim, point)
  }
  await takeUp([...refunds, ...finishing], '0')
  await arena.moveClock('31 seconds')
  // two of them race for the rest
  arena.workers.push(...(await Promise.all([arena.start({ role: 'worker' }), arena.start({ role: 'worker' })])))
  for (const orderId of refunds)
    await until('the money is back', async () => (await stateOf(scene, orderId)) === 'refunded')
  for (const orderId of finishing)
    await until('the order is paid', async () => (await stateOf(scene, orderId)) === 'delivered')
  for (const steps of await gatewaySteps(scene, [...refunds, ...finishing]))
    assert.equal(steps.filter((step) => step === 'CAPTURE').length, 1, steps.join(' '))
  for (const steps of await gatewaySteps(scene, refunds))
    assert.equal(steps.filter((step) => ['VOID', 'RETURN', 'RETURNX'].includes(step)).length, 1, steps.join(' '))
  const deliveries = await killDeliveries(scene)
  return `${refundPoints.length + finishPoints.length} kills over ${units} orders, ${deliveries}, two workers racing for the rest`
}

export const kills: Fault[] = [
  { name: 'F3', title: 'a server process is killed at each point of a purchase', run: killWebs },
  { name: 'F4', title: 'a worker is killed at each point, two race for what it left', run: killWorkers },
]
