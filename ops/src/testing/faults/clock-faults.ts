import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../arena/until.ts'
import { enter, memberOf, packOf, passBank, pay, stateOf } from './scene.ts'
import type { Fault, Scene } from './scene.ts'

/** Arguments for Node that move the clock of one process by so many hours. */
const clockOff = (hours: number): string[] => {
  const code = `const Real = Date
    const by = ${hours} * 3600000
    globalThis.Date = class extends Real {
      constructor(...given) { if (given.length === 0) super(Real.now() + by); else super(...given) }
      static now() { return Real.now() + by }
    }`
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`]
}

const minutes = async ({ arena }: Scene, orderId: string): Promise<{ lease: number; age: number }> => {
  const [row] = await arena.deps.sql<[{ lease: number; age: number }]>`
    select extract(epoch from lease_until - kura_now())::float8 / 60 as lease,
           extract(epoch from kura_now() - created_at)::float8 / 60 as age from orders where id = ${orderId}`
  return row
}

/** Processes with wrong clocks sell, keep and expire orders by the clock of the database. */
async function skewClocks(scene: Scene): Promise<string> {
  const { arena } = scene
  const skews = scene.isFull ? [1, -1, 24, -24] : [1, -1]
  const packId = await packOf(scene, { units: 2 * skews.length + 1 })
  await Promise.all(arena.workers.splice(0).map((worker) => worker.kill()))
  for (const hours of skews) {
    const env = { TZ: hours > 0 ? 'America/New_York' : 'Pacific/Kiritimati' }
    const [web, worker] = await Promise.all([
      scene.start({ role: 'web', flags: clockOff(hours), env }),
      scene.start({ role: 'worker', flags: clockOff(hours), env }),
    ])
    const [buyer, idler] = [await memberOf(scene), await memberOf(scene)]
    const { data: left } = await enter(scene, idler, packId, { url: web.url })
    const { data } = await enter(scene, buyer, packId, { url: web.url })
    assert.ok(data && left)
    const { lease, age } = await minutes(scene, data.orderId)
    assert.ok(lease > 9 && lease <= 10 && age < 1, `a process ${hours} h off reserved for ${lease} minutes, ${age} ago`)
    await passBank(scene, data)
    const paid = await pay(scene, buyer, packId, data.accessID, web.url)
    assert.equal(paid.data?.state, 'delivered', paid.text)
    // by the worker's clock the order has expired; by the database's, which counts, it has not
    await sleep(2500)
    assert.equal(await stateOf(scene, left.orderId), 'reserved', `a worker ${hours} h off ended an order`)
    await arena.moveClock('1 hour')
    await until(
      'the order ends with the clock of the database',
      async () => (await stateOf(scene, left.orderId)) === 'expired',
    )
    await Promise.all([web.kill(), worker.kill()])
  }
  arena.workers.push(await arena.start({ role: 'worker' }), await arena.start({ role: 'worker' }))
  return `processes ${skews.join(' h, ')} h off; the clock of the database an hour ahead ${skews.length} times`
}

export const clockFaults: Fault[] = [
  { name: 'F17', title: 'clocks of processes are wrong, that of the database jumps', run: skewClocks },
]
