import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { callAt } from '../arena/call.ts'
import type { SeenListing } from '../arena/token-purchase.ts'
import type { HeldToken, Trader } from '../arena/traders.ts'
import { untilRead } from '../arena/until-read.ts'
import { until } from '../arena/until.ts'
import { pointsOf } from './points.ts'
import { assertDies, stateOf } from './scene.ts'
import type { Scene } from './scene.ts'
import { buyersOf, deliveriesOf, holderOf, list, listingOf, payPoints, tradersOf } from './trading.ts'

/**
 * Where a worker can die while the agent delivers a token or cancels a listing; the small size uses
 * only the first.
 */
const allPoints = [
  'before flow.sendTransaction',
  'after flow.sendTransaction',
  'before trade.seal',
  'before chain.seal',
  'after trade.seal',
] as const

type Sold = { listing: SeenListing & { listingId: string }; token: HeldToken; orderId: string; buyer: Trader }

/** Starts a process that captures the money and leaves the delivery to the workers. */
const handsOff = (scene: Scene) => scene.start({ role: 'web', fault: 'throw:before background.trade' })

async function payFor(scene: Scene, buyer: Trader, listing: SeenListing, url: string): Promise<string> {
  const paid = await payPoints(scene, buyer, listing, url)
  assert.ok(paid.data, paid.text)
  return paid.data.order.orderId
}

async function cancelListing(scene: Scene, seller: Trader, { refId }: SeenListing): Promise<void> {
  const answer = await callAt(scene.anyWeb(), 'endListing', { params: { tokenRefId: refId } }, seller)
  assert.equal(answer.data?.state, 'ending', answer.text)
}

/** Asserts that the token was delivered once, to its payer; or refunded and never delivered. */
async function assertDelivered(scene: Scene, { listing, token, orderId, buyer }: Sold, why: string): Promise<void> {
  await until(`delivered after: ${why}`, async () => (await stateOf(scene, orderId)) === 'delivered')
  // the seal may be known before its block is read
  await untilRead(scene.arena)
  assert.deepEqual(await deliveriesOf(scene, listing.listingId), [buyer.wallet.address], why)
  assert.equal(await holderOf(scene, token), buyer.wallet.address, why)
  assert.equal((await listingOf(scene, listing.listingId)).state, 'sold', why)
}

/** How many of our transactions ended an order on chain. */
async function cancelsOf({ arena }: Scene, listingId: string): Promise<number> {
  const rows = await arena.deps.sql`
    select 1 from sale_events e join sale_orders o on o.order_hash = e.order_hash
     where e.kind = 'cancelled' and o.order_id = ${listingId}`
  return rows.length
}

/**
 * Kills a worker at each point of a delivery and of a cancellation; two others race to finish. Each
 * is done once. Returns how many died.
 */
export async function killDeliveries(scene: Scene): Promise<string> {
  const { arena } = scene
  const rounds = scene.size(1, 10)
  const points = allPoints.slice(0, scene.size(3, allPoints.length))
  const [buyer] = await buyersOf(scene, 1, 1_000_000)
  const web = await handsOff(scene)
  for (let round = 0; round < rounds; round += 1) {
    const [seller] = await tradersOf(scene, 1, points.length + 2)
    assert.ok(buyer && seller)
    const listings: (SeenListing & { listingId: string })[] = []
    for (const token of seller.tokens) listings.push(await list(scene, seller, token))
    await Promise.all(arena.workers.splice(0).map((worker) => worker.kill()))
    const back = listings.splice(0, 2)
    for (const listing of back) await cancelListing(scene, seller, listing)
    const sold: Sold[] = []
    for (const [place, point] of points.entries()) {
      const [listing, token]: [(typeof listings)[number] | undefined, HeldToken | undefined] = [
        listings[place],
        seller.tokens[place + back.length],
      ]
      assert.ok(listing && token?.refId === listing.refId)
      // one order for each point, or an earlier victim may have done all the work
      sold.push({ listing, token, buyer, orderId: await payFor(scene, buyer, listing, web.url) })
      await arena.moveClock('31 seconds')
      await assertDies(await scene.start({ role: 'worker', fault: `kill:${point}`, mayDie: true }), point)
    }
    await arena.moveClock('31 seconds')
    arena.workers.push(...(await Promise.all([arena.start({ role: 'worker' }), arena.start({ role: 'worker' })])))
    const clock = setInterval(() => void arena.moveClock('31 seconds'), 3000)
    try {
      for (const each of sold) await assertDelivered(scene, each, 'workers died')
      for (const { listingId } of back) {
        await until('the listing is ended', async () => (await listingOf(scene, listingId)).state === 'ended')
        assert.equal(await cancelsOf(scene, listingId), 1)
      }
    } finally {
      clearInterval(clock)
    }
  }
  return `${rounds * points.length} kills while ${rounds * points.length} tokens are delivered and ${2 * rounds} listings withdrawn`
}

/** `lasts`: how long by the clock of the database, where the sandbox's own time is too short. */
export type Trouble = { name: string; faults: object; mustWait?: boolean; lasts?: string }

/**
 * Delivers a token through each trouble of the network: later, but once. A delivery that is refused
 * for good is refunded.
 */
export async function troubleDeliveries(scene: Scene, troubles: readonly Trouble[]): Promise<string> {
  const { arena } = scene
  const { sql } = arena.deps
  const [buyer] = await buyersOf(scene, 1, 1_000_000)
  const [seller] = await tradersOf(scene, 1, troubles.length)
  const web = await handsOff(scene)
  assert.ok(buyer && seller)
  const ends: Record<string, number> = {}
  for (const [place, { name, faults, mustWait = false, lasts }] of troubles.entries()) {
    const token: HeldToken | undefined = seller.tokens[place]
    assert.ok(token)
    const listing = await list(scene, seller, token)
    const { booked } = await pointsOf(sql, buyer.memberId)
    // the checks before a purchase need the chain, so the trouble starts right after them
    const orderId = await payFor(scene, buyer, listing, web.url)
    await arena.playChain(faults)
    if (mustWait) {
      if (lasts) await arena.moveClock(lasts)
      await sleep(2000)
      assert.deepEqual(
        await deliveriesOf(scene, listing.listingId),
        [],
        `${name}: delivered while the network was away`,
      )
      await arena.playChain({})
    }
    const clock = setInterval(() => void arena.moveClock('31 seconds'), 2000)
    await until(
      `final after: ${name}`,
      async () => ['delivered', 'refunded'].includes(await stateOf(scene, orderId)),
      90,
    ).finally(() => clearInterval(clock))
    await arena.playChain({})
    const state = await stateOf(scene, orderId)
    if (state === 'delivered') await assertDelivered(scene, { listing, token, orderId, buyer }, name)
    else assert.deepEqual(await deliveriesOf(scene, listing.listingId), [], name)
    const { booked: left } = await pointsOf(sql, buyer.memberId)
    assert.equal(booked - left, state === 'delivered' ? listing.priceYen : 0, name)
    ends[state] = (ends[state] ?? 0) + 1
  }
  assert.ok((ends['delivered'] ?? 0) > troubles.length / 2, `only ${JSON.stringify(ends)}`)
  return `${troubles.length} tokens bought: ${JSON.stringify(ends)}`
}
