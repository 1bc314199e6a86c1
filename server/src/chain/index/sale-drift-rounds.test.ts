import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AccessError } from '@kura/cadence/access-error'
import { checkSales } from '../../audit/check/run-checks.ts'
import { saleOrderUses } from '../../market/sale-order-uses.ts'
import { withdrawGhosts } from '../../market/sale-order/sale-order-jobs.ts'
import { marketWorld } from '../../market/listing/testing/market-world.ts'
import { until } from '../../testing/until.ts'
import { addBlocks, chainDeps, chainNetwork } from '../testing/chain-world.ts'
import { indexAll } from './index-once.ts'
import { compareAgainAfter } from './sale-drift-queries.ts'

const { world } = chainNetwork()

test('an account that the node cannot read hides no ghost of others, and is compared again in its turn', async (t) => {
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
  await Promise.all([
    withdrawGhosts(flawed, saleOrderUses),
    withdrawGhosts(flawed, saleOrderUses),
    withdrawGhosts(flawed, saleOrderUses),
  ])
  assert.equal((await market.stateOf(ghost)).state, 'ending')
  assert.equal((await market.stateOf(kept)).state, 'open')
  assert.deepEqual(asked.toSorted(), [broken.flowAddress, gone.flowAddress].toSorted())
  await withdrawGhosts(deps, saleOrderUses)
  assert.equal((await market.stateOf(kept)).state, 'open', 'it was checked just now')
  await market.moveClock('17 minutes')
  await withdrawGhosts(deps, saleOrderUses)
  assert.equal((await market.stateOf(kept)).state, 'ending')
})

test('a seller who deletes the link to the grants is compared the next time, not at the next turn', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const [seller, other] = [await market.trader(1), await market.trader(1)]
  const { listingId } = await market.list(seller, seller.tokens[0]!)
  const { listingId: kept } = await market.list(other, other.tokens[0]!)
  const compared = async () => {
    const rows = await deps.sql<{ seller: string }[]>`select seller from seller_checks`
    return rows.map((row) => row.seller).toSorted()
  }
  const both = [seller.flowAddress, other.flowAddress].toSorted()
  await market.moveClock('11 minutes')
  await withdrawGhosts(deps, saleOrderUses)
  assert.deepEqual(await compared(), both)
  await world().act(seller.account, { cadence: unlink, args: [], limit: 9999 })
  await withdrawGhosts(deps, saleOrderUses)
  assert.equal((await market.stateOf(listingId)).state, 'open', 'no event reached us yet')
  await market.index()
  assert.deepEqual(await compared(), [other.flowAddress])
  await withdrawGhosts(deps, saleOrderUses)
  assert.equal((await market.stateOf(listingId)).state, 'ending')
  assert.equal((await market.stateOf(kept)).state, 'open')
  // what is read a second time with newer blocks asks for nothing
  await addBlocks(world(), 1)
  await market.index()
  assert.deepEqual(await compared(), both)
})

test('a cancelled order whose event the node lists late makes its account compared too, once', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const seller = await market.trader(1)
  const { listingId } = await market.list(seller, seller.tokens[0]!)
  const countCompared = async () => (await deps.sql`select 1 from seller_checks`).length
  await market.moveClock('11 minutes')
  await withdrawGhosts(deps, saleOrderUses)
  const { blockId } = await world().act(seller.account, { cadence: unlink, args: [], limit: 9999 })
  const listEvents: typeof deps.accessNode.listEvents = async (type, from, to) => {
    const blocks = await deps.accessNode.listEvents(type, from, to)
    return type === 'flow.StorageCapabilityControllerDeleted' ? blocks.map((each) => ({ ...each, events: [] })) : blocks
  }
  await indexAll({ ...deps, accessNode: { ...deps.accessNode, listEvents } })
  assert.equal(await countCompared(), 1, 'no event was emitted')
  // the comparison was before the block, whatever the clock of the test says
  const { timestamp } = await blockOf(blockId)
  await deps.sql`update seller_checks set checked_at = ${timestamp}::timestamptz - interval '1 second'`
  await addBlocks(world(), 1)
  await market.index()
  assert.equal(await countCompared(), 0, 'it is due')
  await withdrawGhosts(deps, saleOrderUses)
  assert.equal((await market.stateOf(listingId)).state, 'ending')
  await addBlocks(world(), 1)
  await market.index()
  assert.equal(await countCompared(), 1, 'it was seen by a comparison that came later')
})

test('events of a block lock the comparisons in the order of sellers, and only known ones', async (t) => {
  const { sql } = await chainDeps(t, world())
  const early = '2026-01-01T00:00:00Z'
  await sql`
    insert into seller_checks select s, ${early}::timestamptz + make_interval(secs => later)
      from (values ('0xa', 0), ('0xb', 0), ('0xc', 29), ('0xd', 30), ('0xe', 40)) checks (s, later)`
  const events = ['0xb', '0xe', '0xd', '0xf', '0xa', '0xc', '0xb'].map((seller) => ({
    seller,
    blockAt: early,
    isNew: seller === '0xe',
  }))
  let waiting: Promise<unknown> | undefined
  await sql.begin(async (other) => {
    await other`update seller_checks set checked_at = checked_at where seller = '0xa'`
    waiting = sql.begin((db) => compareAgainAfter(db, events))
    await until('the second one waits', async () => {
      const rows = await sql`
        select 1 from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`
      return rows.length > 0
    })
    // who holds one in the middle while waiting for an earlier one, would not let this one have it
    await other`update seller_checks set checked_at = checked_at where seller > '0xa'`
  })
  await waiting
  assert.deepEqual(
    (await sql`select seller from seller_checks`).map(({ seller }) => seller),
    ['0xd'],
  )
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
