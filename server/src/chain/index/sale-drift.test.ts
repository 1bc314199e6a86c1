import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AccessError } from '@kura/cadence/access-error'
import { cancelOrders, listGrants, readStandingOrders } from '@kura/cadence/sale'
import { checkInvariants } from '../../audit/check/check.ts'
import type { CheckScope } from '../../audit/check/check.ts'
import { checkSales } from '../../audit/check/run-checks.ts'
import { saleOrderUses } from '../../market/sale-order-uses.ts'
import { withdrawGhosts } from '../../market/sale-order/sale-order-jobs.ts'
import { marketWorld } from '../../market/listing/testing/market-world.ts'
import { pauseSales } from '../agent/pause-sales.ts'
import { chainNetwork } from '../testing/chain-world.ts'
import type { Deps } from '../../deps.ts'
import { reportDueDrift, reportSaleDrift } from './sale-drift-report.ts'

const { world } = chainNetwork()

test('a listing that somebody changed is named with what differs, and a true book is silent', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const seller = await market.trader(4)
  const [one, two, three, four] = await Promise.all(seller.tokens.map((token) => market.draft(seller, token)))
  assert.ok(one && two && three && four)
  for (const drafted of [one, two, three]) await market.sign(seller, drafted)
  await market.index()
  assert.deepEqual(await reportSaleDrift(deps), [])
  await deps.sql`update listings set price_yen = 6000 where id = ${one.listingId}`
  await deps.sql`
    update listings set state = 'ended', end_reason = 'moved', ended_at = kura_now() where id = ${two.listingId}`
  await deps.sql`update listings set state = 'open', opened_at = kura_now() where id = ${four.listingId}`
  const drift = await reportSaleDrift(deps)
  assert.deepEqual(
    drift.toSorted((a, b) => a.what.localeCompare(b.what)),
    [
      { orderId: four.listingId, what: 'the listing is open, the chain never had its order' },
      { orderId: one.listingId, what: 'the listing says price 6000, the chain 12000' },
      { orderId: two.listingId, what: 'the listing says state moved, the chain standing' },
    ],
  )
})

test('an order that the chain does not have, or has dead, is named', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const seller = await market.trader(1)
  const [token] = seller.tokens
  assert.ok(token)
  const { listingId } = await market.list(seller, token)
  await world().act(seller.account, world().attack('attacks/delete-controllers'))
  // the index has not read it yet
  const drift = await reportSaleDrift(deps)
  assert.deepEqual(
    drift.map(({ orderId }) => orderId),
    [listingId],
  )
  assert.match(drift[0]!.what, /the chain that the seller has revoked the right/)
  await market.index()
  assert.deepEqual(await reportSaleDrift(deps), [])
})

test('an order that both of its rows have ended is named while the chain has it alive', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const seller = await market.trader(4)
  const made: string[] = []
  for (const token of seller.tokens) made.push((await market.list(seller, token)).listingId)
  const [ended, moved, cancelled, hidden] = made
  await world().act(seller.account, cancelOrders(world().addresses, { orderIds: [cancelled!] }))
  await market.index()
  for (const [id, reason] of [
    [ended!, 'cancelled'],
    [moved!, 'moved'],
    [hidden!, 'hidden'],
  ] as const) {
    await deps.sql`
      update sale_orders set end_reason = ${reason}, ended_at = kura_now(), ended_tx_id = opened_tx_id where order_id = ${id}`
    await deps.sql`update listings set state = 'ended', end_reason = ${reason}, ended_at = kura_now() where id = ${id}`
  }
  const over = (id: string, reason: string) => ({
    orderId: id,
    what: `the rows say that it is over (${reason}), the chain that it stands`,
  })
  const all = [over(ended!, 'cancelled'), over(moved!, 'moved'), over(hidden!, 'hidden')]
  const drift = (await reportSaleDrift(deps)).toSorted((a, b) => made.indexOf(a.orderId) - made.indexOf(b.orderId))
  assert.deepEqual(drift, all, 'nothing stands any more as far as the rows say, and the account is asked')
  assert.equal((await checkSales(deps)).length, 3)
  await market.moveClock('11 minutes')
  await withdrawGhosts(deps, saleOrderUses)
  assert.equal((await market.stateOf(ended!)).state, 'ended', 'a look for ghosts changes no row that is over')
})

test('an account that cannot be read is no drift where nothing of it stands, though it is the only one', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const seller = await market.trader(1)
  const { listingId } = await market.list(seller, seller.tokens[0]!)
  const { flawed, asked, fail } = flawedNode(deps, [seller.flowAddress])
  const unread = [{ orderId: listingId, what: `the chain does not show what the account ${seller.flowAddress} shows` }]
  assert.deepEqual(await checkSales(flawed), unread)
  assert.deepEqual(await reportSaleDrift(flawed), unread)
  await world().act(seller.account, cancelOrders(world().addresses, { orderIds: [listingId] }))
  await market.index()
  asked.length = 0
  assert.deepEqual(await checkSales(flawed), [])
  assert.deepEqual(await reportSaleDrift(flawed), [])
  assert.deepEqual(asked, [seller.flowAddress, seller.flowAddress], 'it is asked about all the same')
  fail.all = true
  await assert.rejects(checkSales(flawed), { code: 'SERVICE_UNAVAILABLE' })
})

test('accounts without open orders are compared in turn, and one with a difference again until it is gone', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const sellers = [await market.trader(2), await market.trader(2), await market.trader(2)]
  const [standing, one, two] = sellers.toSorted((a, b) => (a.flowAddress < b.flowAddress ? -1 : 1))
  assert.ok(standing && one && two)
  await market.list(standing, standing.tokens[0]!)
  const listAndCancel = async (seller: typeof one) => {
    const { listingId } = await market.list(seller, seller.tokens[1]!)
    await world().act(seller.account, cancelOrders(world().addresses, { orderIds: [listingId] }))
  }
  await listAndCancel(standing)
  await listAndCancel(one)
  const { listingId: second } = await market.list(two, two.tokens[1]!)
  await market.index()
  // of this one only the row says that it is over
  await deps.sql`
    update sale_orders set end_reason = 'cancelled', ended_at = kura_now(), ended_tx_id = opened_tx_id where order_id = ${second}`
  const { flawed: node, asked } = flawedNode(deps, [])
  const look = async () => {
    asked.length = 0
    const drift = await reportDueDrift(node, { most: 1 })
    return [drift.map(({ orderId }) => orderId), [...asked]]
  }
  const always = standing.flowAddress
  assert.deepEqual(await look(), [[], [always, one.flowAddress]])
  // its difference is checked twice, and nobody else
  assert.deepEqual(await look(), [[second], [always, two.flowAddress, two.flowAddress]])
  assert.deepEqual(await look(), [[second], [always, two.flowAddress, two.flowAddress]])
  await world().act(two.account, cancelOrders(world().addresses, { orderIds: [second] }))
  await market.index()
  assert.deepEqual(await look(), [[], [always, two.flowAddress]])
  assert.deepEqual(await look(), [[], [always, one.flowAddress]])
  assert.deepEqual(await look(), [[], [always, two.flowAddress]])
  // by hand everybody is asked
  asked.length = 0
  assert.deepEqual(await reportSaleDrift(node), [])
  assert.deepEqual(asked.toSorted(), [standing, one, two].map(({ flowAddress }) => flowAddress).toSorted())
})

test('grants that were hidden and are shown again are over here, and no drift', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const seller = await market.trader(1)
  const { listingId } = await market.list(seller, seller.tokens[0]!)
  const contract = world().addresses.Collectible!
  const act = (cadence: string) => world().act(seller.account, { cadence, args: [], limit: 9999 })
  await act(unpublish)
  await market.index()
  assert.equal((await market.stateOf(listingId)).reason, 'hidden')
  await act(publish(contract))
  await market.index()
  const [shown] = readStandingOrders(await world().ask(listGrants(world().addresses, { seller: seller.flowAddress })))
  assert.equal(shown?.refusal, null, 'the chain would deliver it')
  assert.deepEqual(await reportSaleDrift(deps), [])
})

test('a changed row of an order is found by the regular comparison, with what differs, and counted', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const { sql } = deps
  const seller = await market.trader(3)
  const [one, two, three] = seller.tokens
  assert.ok(one && two && three)
  const made = []
  for (const token of [one, two, three]) made.push((await market.list(seller, token)).listingId)
  const [price, both, kept] = made
  const check = async (scope: CheckScope = {}) =>
    (await checkInvariants(deps, scope))
      .filter(({ invariant }) => invariant === 'I21' || invariant === 'I19')
      .map(({ id, what }) => `${id} ${what}`)
  const since = new Date(Date.now() - 3_600_000)
  assert.deepEqual(await check({ withChain: true }), [])
  assert.deepEqual(await checkSales(deps), [])
  await sql`update sale_orders set price_yen = 5 where order_id = ${price!}`
  // order and listing alike: only the chain can tell
  await sql`update sale_orders set price_yen = 77, fee_yen = 7 where order_id = ${both!}`
  await sql`update listings set price_yen = 77, fee_yen = 7, royalty_yen = 1 where id = ${both!}`
  await sql`update sale_orders set royalty_yen = 1 where order_id = ${both!}`
  await sql`update item_listings set floor_yen = 3`
  const byRows = `${price} the listing says price 12000, the chain 5`
  const byChain = [
    `${price} the row of the order says price 5, the chain 12000`,
    `${both} the row of the order says price 77, the chain 12000`,
  ]
  assert.deepEqual(await check({ since }), [byRows])
  const floor = `${one.itemId} floor/sold are said to be 3/0, the listings say 77/0`
  assert.deepEqual((await check()).toSorted(), [byRows, floor].toSorted())
  const all = await check({ withChain: true })
  assert.deepEqual(all.toSorted(), [byRows, floor, ...byChain].toSorted())
  assert.deepEqual(
    (await checkSales(deps)).map(({ orderId, what }) => `${orderId} ${what}`).toSorted(),
    byChain.toSorted(),
  )
  const [result] = await sql`select violations from check_results where invariant = 'sales-on-chain'`
  assert.equal(result?.['violations'], 2)
  const [alarm] = await sql`select message from alarms where kind = 'invariant' and subject = 'sales-on-chain'`
  assert.ok(String(alarm?.['message']).includes(`${both}: the row of the order says price 77`))
  assert.ok(!all.some((line) => line.includes(kept!)))
})

test('sales are paused and resumed by hand: nobody lists meanwhile, and it is in the audit', async (t) => {
  const market = await marketWorld(t, world())
  const { deps, call } = market
  const seller = await market.trader(1)
  const [token] = seller.tokens
  assert.ok(token)
  const lines: string[] = []
  const act = (verb: 'pause' | 'resume', isDryRun = false) =>
    pauseSales(deps, { act: verb, by: 'kim', reason: 'a bug', isDryRun }, (line) => void lines.push(line))
  const attempt = async () => {
    const body = { tokenRefId: token.refId, price: 5000, contentAccessFee: 0 }
    const answer = await call('draftListing', { body }, { session: seller.session })
    return answer.ok ? 'signed' : answer.body.errorCode
  }
  const mayList = async () => {
    const answer = await call('showItemControl', { params: { itemId: token.itemId } }, { session: seller.session })
    return answer.ok && answer.data.list
  }
  await act('pause', true)
  assert.deepEqual(await mayList(), { isAllowed: true, reason: null })
  await act('pause')
  await assert.rejects(act('pause'), /sales are paused already/)
  assert.equal(await attempt(), 'SALES_PAUSED')
  assert.deepEqual(await mayList(), { isAllowed: false, reason: 'sales-paused' })
  await act('resume')
  assert.equal(await attempt(), 'signed')
  assert.deepEqual(await mayList(), { isAllowed: true, reason: null })
  assert.match(lines[0] ?? '', /nothing was changed/)
  assert.equal(lines.length, 3)
  const acts = await deps.sql`select act, actor from audit_rows order by id`
  assert.deepEqual(
    acts.map((row) => [row['act'], row['actor']]),
    [
      ['sales.pause', 'operator:kim'],
      ['sales.resume', 'operator:kim'],
    ],
  )
})

/**
 * A node that counts whom it is asked about, and refuses to tell of these accounts; of nothing at
 * all once `all` is set.
 */
function flawedNode(deps: Deps, refused: string[]) {
  const asked: string[] = []
  const fail = { all: false }
  const runScript: typeof deps.accessNode.runScript = async (call, height) => {
    const [seller] = /0x[0-9a-f]{16}/.exec(JSON.stringify(call.args)) ?? []
    if (seller !== undefined) asked.push(seller)
    if (fail.all) throw new AccessError('NODE_UNREACHABLE', 'away')
    if (refused.includes(seller ?? '')) throw new AccessError('NODE_REFUSED', 'computation exceeds the limit')
    return deps.accessNode.runScript(call, height)
  }
  return { flawed: { ...deps, accessNode: { ...deps.accessNode, runScript } }, asked, fail }
}

const unpublish = `transaction {
  prepare(seller: auth(UnpublishCapability) &Account) { seller.capabilities.unpublish(/public/kuraSaleGrants) }
}`
const publish = (contract: string) => `import SalePermission from ${contract}
transaction {
  prepare(seller: auth(IssueStorageCapabilityController, PublishCapability) &Account) {
    seller.capabilities.publish(
      seller.capabilities.storage.issue<&SalePermission.Grants>(/storage/kuraSaleGrants),
      at: /public/kuraSaleGrants
    )
  }
}`
