import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AccessError } from '@kura/cadence/access-error'
import { cancelOrders, listGrants, readStandingOrders } from '@kura/cadence/sale'
import { checkInvariants, type CheckScope } from '../check/check.ts'
import { checkSales } from '../check/check-sales.ts'
import { withdrawGhosts } from '../listing/listing-jobs.ts'
import { marketWorld } from '../listing/testing/market-world.ts'
import { indexAll } from './index-once.ts'
import { pauseSales } from './pause-sales.ts'
import { reportSaleDrift } from './sale-drift-report.ts'
import { addBlocks, chainNetwork } from './testing/chain-world.ts'

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
  assert.match(drift[0]!.what, /the chain that the seller has taken back the right/)
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
  await withdrawGhosts(deps)
  assert.equal((await market.stateOf(ended!)).state, 'ended', 'a look for ghosts changes no row that is over')
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

test('a row of an order that somebody changed is named by the regular looks, with what differs, and counted', async (t) => {
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
  const told: string[] = []
  const act = (verb: 'pause' | 'resume', isDryRun = false) =>
    pauseSales(deps, { act: verb, by: 'kim', reason: 'a bug', isDryRun }, (line) => void told.push(line))
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
  assert.match(told[0] ?? '', /nothing was changed/)
  assert.equal(told.length, 3)
  const acts = await deps.sql`select act, actor from audit_rows order by id`
  assert.deepEqual(
    acts.map((row) => [row['act'], row['actor']]),
    [
      ['sales.pause', 'operator:kim'],
      ['sales.resume', 'operator:kim'],
    ],
  )
})

test('an account that the node cannot tell of hides no ghost of others, and is asked about again in its turn', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const [broken, gone] = [await market.trader(1), await market.trader(1)]
  const { listingId: kept } = await market.list(broken, broken.tokens[0]!)
  const { listingId: ghost } = await market.list(gone, gone.tokens[0]!)
  for (const { account } of [broken, gone]) await world().act(account, { cadence: unlink, args: [], limit: 9999 })
  await market.index()
  await market.moveClock('11 minutes')
  const asked: string[] = []
  const runScript: typeof deps.accessNode.runScript = async (call) => {
    const seller = [broken, gone].find(({ flowAddress }) => JSON.stringify(call.args).includes(flowAddress))
    if (seller) asked.push(seller.flowAddress)
    if (seller === broken) throw new AccessError('NODE_REFUSED', 'computation exceeds the limit')
    return deps.accessNode.runScript(call)
  }
  const flawed = { ...deps, accessNode: { ...deps.accessNode, runScript } }
  const drift = await checkSales(flawed)
  assert.deepEqual(drift.map(({ orderId }) => orderId).toSorted(), [kept, ghost].toSorted())
  asked.length = 0
  await Promise.all([withdrawGhosts(flawed), withdrawGhosts(flawed), withdrawGhosts(flawed)])
  assert.equal((await market.stateOf(ghost)).state, 'ending')
  assert.equal((await market.stateOf(kept)).state, 'open')
  assert.deepEqual(asked.toSorted(), [broken.flowAddress, gone.flowAddress].toSorted())
  await withdrawGhosts(deps)
  assert.equal((await market.stateOf(kept)).state, 'open', 'it was looked at just now')
  await market.moveClock('17 minutes')
  await withdrawGhosts(deps)
  assert.equal((await market.stateOf(kept)).state, 'ending')
})

test('a seller who deletes the link to the grants is looked at by the next look, not at the next turn', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const [seller, other] = [await market.trader(1), await market.trader(1)]
  const { listingId } = await market.list(seller, seller.tokens[0]!)
  const { listingId: kept } = await market.list(other, other.tokens[0]!)
  const looked = async () => {
    const rows = await deps.sql<{ seller: string }[]>`select seller from seller_looks`
    return rows.map((row) => row.seller).toSorted()
  }
  const both = [seller.flowAddress, other.flowAddress].toSorted()
  await market.moveClock('11 minutes')
  await withdrawGhosts(deps)
  assert.deepEqual(await looked(), both)
  await world().act(seller.account, { cadence: unlink, args: [], limit: 9999 })
  await withdrawGhosts(deps)
  assert.equal((await market.stateOf(listingId)).state, 'open', 'nobody told yet')
  await market.index()
  assert.deepEqual(await looked(), [other.flowAddress])
  await withdrawGhosts(deps)
  assert.equal((await market.stateOf(listingId)).state, 'ending')
  assert.equal((await market.stateOf(kept)).state, 'open')
  // what is read a second time with newer blocks asks for nothing
  await addBlocks(world(), 1)
  await market.index()
  assert.deepEqual(await looked(), both)
})

test('what a seller took back and the node lists late has its account looked at too, once', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const seller = await market.trader(1)
  const { listingId } = await market.list(seller, seller.tokens[0]!)
  const looks = async () => (await deps.sql`select 1 from seller_looks`).length
  await market.moveClock('11 minutes')
  await withdrawGhosts(deps)
  const { blockId } = await world().act(seller.account, { cadence: unlink, args: [], limit: 9999 })
  const listEvents: typeof deps.accessNode.listEvents = async (type, from, to) => {
    const blocks = await deps.accessNode.listEvents(type, from, to)
    return type === 'flow.StorageCapabilityControllerDeleted' ? blocks.map((each) => ({ ...each, events: [] })) : blocks
  }
  await indexAll({ ...deps, accessNode: { ...deps.accessNode, listEvents } })
  assert.equal(await looks(), 1, 'nobody was told')
  // the look was before the block, whatever the clock of the test says
  const { timestamp } = await blockOf(blockId)
  await deps.sql`update seller_looks set looked_at = ${timestamp}::timestamptz - interval '1 second'`
  await addBlocks(world(), 1)
  await market.index()
  assert.equal(await looks(), 0, 'it is due')
  await withdrawGhosts(deps)
  assert.equal((await market.stateOf(listingId)).state, 'ending')
  await addBlocks(world(), 1)
  await market.index()
  assert.equal(await looks(), 1, 'it was seen by a look that came later')
})

/** The block of this id, among the newest. */
async function blockOf(blockId: string) {
  const { accessNode } = world()
  const { height: newest } = await accessNode.getSealedBlock()
  for (let height = newest; height > newest - 5; height -= 1) {
    const block = await accessNode.findBlock(height)
    if (block?.id === blockId) return block
  }
  throw new Error(`no block ${blockId}`)
}

const unlink = `transaction {
  prepare(seller: auth(GetStorageCapabilityController) &Account) {
    for controller in seller.capabilities.storage.getControllers(forPath: /storage/kuraSaleGrants) { controller.delete() }
  }
}`

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
