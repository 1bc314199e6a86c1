import assert from 'node:assert/strict'
import { pauseSales } from '@kura/server/chain/agent/pause-sales'
import { banMember } from '@kura/server/identity/account/ban-member'
import { callAt } from '../arena/call.ts'
import type { Answer } from '../arena/call.ts'
import type { SeenListing } from '../arena/token-purchase.ts'
import { untilRead } from '../arena/until-read.ts'
import { until } from '../arena/until.ts'
import type { Trader } from '../arena/traders.ts'
import { givePoints } from './points.ts'
import { assertOnly, stateOf, tally, times, tokenOf } from './scene.ts'
import type { Fault, Scene } from './scene.ts'
import { buyersOf, draft, list, payPoints, sign, tradersOf } from './trading.ts'

const ordersFor = async ({ arena }: Scene, listingId: string): Promise<number> =>
  (await arena.deps.sql`select 1 from orders where listing_id = ${listingId}`).length

/** Races one listing, one draft and one cancellation, each from many places at once. */
export async function raceListings(scene: Scene): Promise<string> {
  const { arena, size } = scene
  const many = size(12, 50)
  const [seller] = await tradersOf(scene, 1, 3)
  const [greedy, ...others] = await buyersOf(scene, 4)
  const [one, two, three] = seller?.tokens ?? []
  assert.ok(seller && greedy && one && two && three)
  const listing = await list(scene, seller, one)
  const bought = await Promise.all([
    ...times(many).map((place) => payPoints(scene, { ...greedy, ip: `192.0.2.${place}` }, listing)),
    ...others.map((other) => payPoints(scene, other, listing)),
  ])
  assertOnly(bought, ['200', 'LISTING_STATE', 'NOT_FOUND', 'TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE', 'FORBIDDEN'])
  assert.equal(
    await ordersFor(scene, listing.listingId),
    1,
    `one listing has several orders: ${JSON.stringify(tally(bought))}`,
  )
  assert.ok(new Set(bought.flatMap(({ data }) => data?.order.orderId ?? [])).size <= 1)
  // many drafts of one token: only the newest can still be signed
  const drafted = await Promise.all(times(many).map((n) => draft(scene, seller, two, { price: 1000 + n })))
  assertOnly(drafted, ['200', '201', 'TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE'])
  const good = drafted.flatMap(({ data }) => data ?? [])
  assert.ok(good.length > 1)
  let run = 0
  for (const each of good) if (!(await sign(scene, seller, each)).failed) run += 1
  assert.ok(run >= 1)
  const open = async () =>
    arena.deps.sql<
      { id: string }[]
    >`select id from listings where token_id = ${two.tokenId}::text::numeric and state = 'open'`
  await until('one of the drafts is open', async () => (await open()).length > 0)
  assert.equal((await open()).length, 1, 'one token is offered several times')
  const back = await list(scene, seller, three)
  const end = () => callAt(scene.anyWeb(), 'endListing', { params: { tokenRefId: three.refId } }, seller)
  assertOnly(await Promise.all(times(many).map(end)), ['200', 'SERVICE_UNAVAILABLE'])
  const wishes = await arena.deps
    .sql`select 1 from chain_transactions where kind = 'cancel-orders' and details -> 'orderIds' ? ${back.listingId}`
  assert.equal(wishes.length, 1, 'one cancellation was asked for several times')
  return `${bought.length} buyers of one listing at once, ${drafted.length} drafts of one token (${run} could be run), ${many} cancellations of one listing`
}

const orderOf = (answer: Answer<{ order: { orderId: string } }>): string => {
  assert.ok(answer.data, answer.text)
  return answer.data.order.orderId
}

const untilDelivered = (scene: Scene, orderId: string) =>
  until('the token is delivered', async () => (await stateOf(scene, orderId)) === 'delivered')

/**
 * Tries every member who may not buy: the seller, an account with the same mailbox, the member who
 * just sold it, a banned one, one who is not the target, and anyone while sales are paused.
 */
async function tradeInCircles(scene: Scene): Promise<string> {
  const { arena } = scene
  const { deps } = arena
  const rounds = scene.size(1, 10)
  const answers: Answer[] = []
  for (let round = 0; round < rounds; round += 1) {
    const [seller] = await tradersOf(scene, 1, 3)
    const [buyer, twin, banned] = await buyersOf(scene, 3, 50_000)
    const [one, two, three] = seller?.tokens ?? []
    assert.ok(seller && buyer && twin && banned && one && two && three)
    await givePoints(deps.sql, seller.memberId, 50_000)
    const listing = await list(scene, seller, one)
    const own = await tryAll(scene, seller, listing)
    assertOnly(own, ['FORBIDDEN'])
    // a second account with the same mailbox
    await deps.sql`update members set email = ${`seller-${round}-${Date.now()}@example.jp`} where id = ${seller.memberId}`
    await deps.sql`
      update members set email = (select replace(email, '@', '+second@') from members where id = ${seller.memberId}) where id = ${twin.memberId}`
    const same = await tryAll(scene, twin, listing)
    assertOnly(same, ['FORBIDDEN'])
    await banMember(deps, { memberId: banned.memberId, by: 'fault', reason: 'fault' })
    const out = await tryAll(scene, banned, listing)
    assertOnly(out, ['INVALID_SESSION'])
    const meant = await list(scene, seller, two, { targetUserId: buyer.memberId })
    assertOnly(await tryAll(scene, twin, meant), ['NOT_FOUND', 'FORBIDDEN'])
    // bought, and offered back at once: the same two cannot trade it in a circle
    await untilDelivered(scene, orderOf(await payPoints(scene, buyer, listing)))
    // the seal may be known before its block is read, and only the known holder can listing it
    await untilRead(arena)
    const circle = await list(scene, buyer, one, { price: 900, confirmedBelowFloor: true })
    const returned = await tryAll(scene, seller, circle)
    assertOnly(returned, ['FORBIDDEN'])
    answers.push(...own, ...same, ...out, ...returned)
    answers.push(...(await sellWhatIsGone(scene, seller, buyer, three)))
  }
  answers.push(...(await buyWhilePaused(scene)))
  return `${answers.length} tries to buy the own listing, by a second account, in a circle, banned, of a banned seller and while paused`
}

/**
 * The seller of an open listing is banned while a member buys it: it sells before the ban or not at
 * all.
 */
async function sellWhatIsGone(
  scene: Scene,
  seller: Trader,
  buyer: Trader,
  token: Trader['tokens'][number],
): Promise<Answer[]> {
  const { deps } = scene.arena
  const listing = await list(scene, seller, token)
  const [answer] = await Promise.all([
    payPoints(scene, buyer, listing),
    banMember(deps, { memberId: seller.memberId, by: 'fault', reason: 'fault' }),
  ])
  assertOnly([answer], ['200', 'NOT_FOUND', 'LISTING_STATE'])
  if (answer.data) await untilFinal(scene, orderOf(answer))
  const late = await payPoints(scene, buyer, listing)
  assertOnly([late], answer.data ? ['NOT_FOUND', 'LISTING_STATE', 'FORBIDDEN'] : ['NOT_FOUND', 'LISTING_STATE'])
  return [answer, late]
}

const untilFinal = (scene: Scene, orderId: string) =>
  until('the purchase is final', async () => ['delivered', 'refunded'].includes(await stateOf(scene, orderId)))

async function buyWhilePaused(scene: Scene): Promise<Answer[]> {
  const { deps } = scene.arena
  const [seller] = await tradersOf(scene, 1, 1)
  const [buyer] = await buyersOf(scene, 1)
  assert.ok(seller?.tokens[0] && buyer)
  const listing = await list(scene, seller, seller.tokens[0])
  const order = { by: 'fault', reason: 'fault', isDryRun: false }
  await pauseSales(deps, { act: 'pause', ...order }, () => {})
  try {
    const answers = await tryAll(scene, buyer, listing)
    assertOnly(answers, ['SALES_PAUSED'])
    return answers
  } finally {
    await pauseSales(deps, { act: 'resume', ...order }, () => {})
  }
}

/** Tries every way to begin a purchase. */
async function tryAll(
  scene: Scene,
  member: Trader,
  { refId, priceYen, contentAccessFee }: SeenListing,
): Promise<Answer[]> {
  const params = { refId }
  const seen = { priceYen, contentAccessFee }
  const card = { retUrl: '/', paymentToken: await tokenOf(scene) }
  const page = { lang: 'ja' as const, returnUrl: '/' }
  return [
    await callAt(scene.anyWeb(), 'buyTokenPoint', { params, body: seen }, member),
    await callAt(scene.anyWeb(), 'enterTokenNewCard', { params, body: { ...card, ...seen } }, member),
    await callAt(scene.anyWeb(), 'enterTokenPaidy', { params, body: seen }, member),
    await callAt(scene.anyWeb(), 'paymentUrlCredit', { params, body: { ...page, ...seen } }, member),
  ]
}

export const circles: Fault = {
  name: 'A35',
  title: 'the own listing, circles between two, banned members, paused sales',
  run: tradeInCircles,
}
