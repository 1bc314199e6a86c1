import assert from 'node:assert/strict'
import { until } from '../arena/until.ts'
import { newVault } from '../arena/vault.ts'
import { troubleDeliveries } from './delivery-faults.ts'
import type { Trouble } from './delivery-faults.ts'
import { enterAndPass, memberOf, packOf, pay } from './scene.ts'
import type { Fault, Scene } from './scene.ts'
import type { Member } from '../arena/members.ts'

/**
 * What the network does while a pack is minted or a token is delivered. With `mustWait`, nothing is
 * delivered before the trouble ends. In the full size it is down for ten minutes of the clock and
 * seals after thirty real seconds.
 */
const troublesOf = ({ isFull }: Scene): Trouble[] => [
  { name: 'down', faults: { down: true }, mustWait: true, ...(isFull ? { lasts: '10 minutes' } : {}) },
  { name: '5xx after accepting', faults: { acceptThen5xx: 2 } },
  { name: 'refused', faults: { rejectSubmit: 2 } },
  { name: 'sealed with an error', faults: { failNext: { code: 1103, count: 1 } } },
  { name: 'expired', faults: { expireNext: 1 } },
  { name: 'stale blocks', faults: { staleBlocks: 3 }, mustWait: true },
  { name: 'slow', faults: { latencyMs: 300, slowSealMs: isFull ? 30_000 : 1500 } },
  { name: 'connections dropped', faults: { dropConnections: true }, mustWait: true },
]

async function troubleChain(scene: Scene): Promise<string> {
  const { arena } = scene
  const { sql } = arena.deps
  const member = await memberOf(scene, await newVault(arena))
  const repeats = scene.size(1, 10)
  const troubles = troublesOf(scene)
  const packId = await packOf(scene, { kind: 'single', units: troubles.length * repeats + 1, isRegistered: false })
  await until('the item is on the chain', async () => {
    const [item] = await sql`select registered_at from items where id = ${packId}`
    return item?.['registered_at'] !== null
  })
  for (let repeat = 0; repeat < repeats; repeat += 1)
    for (const trouble of troubles) await mintThrough(scene, member, packId, trouble)
  const sold: string[] = []
  for (let repeat = 0; repeat < repeats; repeat += 1) sold.push(await troubleDeliveries(scene, troubles))
  return `${troubles.length * repeats} packs minted, ${sold.join(', ')} through: ${troubles.map(({ name }) => name).join(', ')}`
}

async function mintThrough(
  scene: Scene,
  { ...member }: Member,
  packId: string,
  { name, faults, mustWait = false, lasts }: Trouble,
): Promise<void> {
  const { arena } = scene
  const { sql } = arena.deps
  // one member buys often here, and this test is not about the limit of reservations
  await sql`delete from rate_limits`
  await arena.playChain(faults)
  const { orderId, accessID } = await enterAndPass(scene, member, packId)
  const bought = await pay(scene, member, packId, accessID)
  assert.equal(bought.data?.state, 'delivered', `${name}: ${bought.text}`)
  const opening = async () => {
    const [row] = await sql<{ state: string }[]>`select state from openings where order_id = ${orderId}`
    return row?.state ?? 'none'
  }
  if (mustWait) {
    if (lasts) await arena.moveClock(lasts)
    await new Promise((resolve) => setTimeout(resolve, 700))
    assert.notEqual(await opening(), 'sealed', `${name}: sealed while the network was away`)
    await arena.playChain({})
  }
  const clock = setInterval(() => void arena.moveClock('31 seconds'), 2000)
  await until(`the pack is minted after: ${name}`, async () => (await opening()) === 'sealed', 90).finally(() =>
    clearInterval(clock),
  )
  await arena.playChain({})
  const minted = async () => {
    const [row] = await sql<[{ cards: number; tokens: number }]>`
      select count(*)::int as cards, count(t.id)::int as tokens
        from orders o join pack_cards c on c.unit_id = o.unit_id left join tokens t on t.ref_id = c.ref_id where o.id = ${orderId}`
    return row
  }
  await until(`its token is seen after: ${name}`, async () => (await minted()).tokens > 0)
  const { cards, tokens } = await minted()
  assert.deepEqual({ cards, tokens }, { cards: 1, tokens: 1 }, name)
}

export const chainFaults: Fault[] = [
  { name: 'F7', title: 'the chain is down, slow, stale, or answers an error after accepting', run: troubleChain },
]
