import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SigningKey } from '@kura/cadence/send'
import { limits } from '@kura/contract/limits'
import { settleTransactions } from '../../chain/agent/submit-transaction.ts'
import { chainNetwork, playFaults } from '../../chain/testing/chain-world.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { marketWorld } from '../listing/testing/market-world.ts'
import type { MarketWorld, Trader } from '../listing/testing/market-world.ts'
import { allWell, pointsOf, work } from '../../checkout/order/testing/tenders.ts'
import { moveLink } from '../../identity/wallet/move-link.ts'
import { holdTrades } from './start-trade.ts'
import { settleTrade } from './settle-trade.ts'
import { look, lookUntilOver, pause, transactionsOf } from './testing/look-at-trade.ts'
import { deliveriesOf, payForToken, standingOf, type Paid } from './testing/paid-trade.ts'

const { world } = chainNetwork()

/** What `requestRecovery` writes, and both outcomes: the wallet changes, or nothing does. */
const askRecovery = ({ deps }: MarketWorld, { memberId, flowAddress }: Trader, newAddress: string) =>
  transaction(deps.sql, async (db) => {
    await db`select 1 from members where id = ${memberId} for no key update`
    await db`
      insert into wallet_changes (id, member_id, kind, old_address, new_address, state)
      values (${newId()}, ${memberId}, 'recovery', ${flowAddress}, ${newAddress}, 'requested')`
    await holdTrades(db, memberId)
  })
const endRecovery = ({ deps }: MarketWorld, { memberId, flowAddress }: Trader, newAddress: string | undefined) =>
  transaction(deps.sql, async (db) => {
    await db`select 1 from members where id = ${memberId} for no key update`
    const to = newAddress === undefined ? 'cancelled' : 'done'
    await db`update wallet_changes set state = ${to}, ended_at = kura_now() where member_id = ${memberId}`
    const change = {
      id: memberId,
      memberId,
      kind: 'recovery',
      oldAddress: flowAddress,
      newAddress: newAddress ?? '',
    } as const
    if (newAddress !== undefined) await moveLink(db, change, { actor: 'test' })
  })

test('a waiting trade is not delivered during its buyer’s recovery, and is refunded when it expires first', async (t) => {
  const market = await marketWorld(t, world())
  const buyers = [await market.trader(0), await market.trader(0), await market.trader(0)] as const
  const [moves, stays, waits] = buyers
  const paid = []
  for (const buyer of buyers) paid.push(await payForToken(market, { buyer }))
  const [moved, stayed, late] = paid
  assert.ok(moved && stayed && late)
  const other = await world().newMember()
  await pause(market, 'pause')
  try {
    for (const { tradeId } of paid) await look(market, tradeId)
    for (const buyer of buyers) await askRecovery(market, buyer, other.address)
  } finally {
    await pause(market, 'resume')
  }
  for (const { tradeId, drafted } of paid) {
    for (let round = 0; round < 3; round += 1) await look(market, tradeId)
    await settleTransactions(market.deps)
    assert.deepEqual(await transactionsOf(market, tradeId), [{ state: 'failed', builds: 0 }])
    await market.index()
    assert.deepEqual(await deliveriesOf(market, drafted.listingId), [])
  }
  await endRecovery(market, moves, other.address)
  await endRecovery(market, stays, undefined)
  for (const { tradeId } of [moved, stayed]) await lookUntilOver(market, tradeId)
  assert.deepEqual(await deliveriesOf(market, moved.drafted.listingId), [other.address])
  assert.deepEqual(await deliveriesOf(market, stayed.drafted.listingId), [stays.flowAddress])
  await market.moveClock(`${limits.tradeDeliveryMinutes} minutes 1 second`)
  await lookUntilOver(market, late.tradeId)
  await work(market)
  const { order, trade, listing } = await standingOf(market, late.tradeId)
  assert.deepEqual([order, trade, listing], ['refunded', 'failed', 'open'])
  assert.equal(await pointsOf(market, waits), 1100)
  assert.deepEqual(await allWell(market), [])
})

test('a recovery that comes while a delivery is being signed: before the bytes are kept they are thrown away, after it they arrive', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const lost = await world().newMember()
  /** The recovery comes at the moment when the sender asks the node this. */
  const lookMeanwhile = async ({ tradeId, buyer }: Paid, call: 'getSealedBlock' | 'sendTransaction') => {
    const asked: string[] = []
    const accessNode = {
      ...deps.accessNode,
      [call]: async (...given: never[]) => {
        if (asked.push(call) === 1) await askRecovery(market, buyer, lost.address)
        return (deps.accessNode[call] as (...given: never[]) => unknown)(...given)
      },
    }
    await deps.sql`update trades set worked_until = kura_now() where id = ${tradeId}`
    await settleTrade({ ...deps, accessNode }, tradeId)
    assert.ok(asked.length > 0, `${call} was never asked`)
  }
  const [unsigned, signed, died] = [await payForToken(market), await payForToken(market), await payForToken(market)]
  await lookMeanwhile(unsigned, 'getSealedBlock')
  assert.deepEqual(await transactionsOf(market, unsigned.tradeId), [{ state: 'failed', builds: 0 }])
  await lookMeanwhile(signed, 'sendTransaction')
  await lookUntilOver(market, signed.tradeId)
  assert.deepEqual(await deliveriesOf(market, signed.drafted.listingId), [signed.buyer.flowAddress])
  // bytes that never ran are not followed by others to the same wallet
  await playFaults(world(), { expireNext: 1 })
  await lookMeanwhile(died, 'sendTransaction')
  await playFaults(world(), {})
  for (let round = 0; round < 3; round += 1) await look(market, died.tradeId)
  assert.deepEqual(await transactionsOf(market, died.tradeId), [{ state: 'failed', builds: 1 }])
  const next = await world().newMember()
  for (const { buyer } of [unsigned, died]) {
    const address = buyer === died.buyer ? next.address : lost.address
    await endRecovery(market, buyer, address)
  }
  for (const { tradeId } of [unsigned, died]) await lookUntilOver(market, tradeId)
  assert.deepEqual(await deliveriesOf(market, unsigned.drafted.listingId), [lost.address])
  assert.deepEqual(await deliveriesOf(market, died.drafted.listingId), [next.address])
  assert.deepEqual(await allWell(market), [])
})

test('recoveries in parallel with senders of several processes: each trade is on its way as it was, or waits', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const [paid, there]: [Paid[], SigningKey[]] = [[], []]
  for (let count = 0; count < 8; count += 1) {
    paid.push(await payForToken(market))
    there.push(await world().newMember())
  }
  const senders = paid.map(({ tradeId }) => settleTrade(deps, tradeId))
  const workers = [settleTransactions(deps), settleTransactions(deps)]
  await Promise.all([
    ...senders,
    ...workers,
    ...paid.map(({ buyer }, at) => askRecovery(market, buyer, there[at]!.address)),
  ])
  for (const { tradeId } of paid) {
    for (let round = 0; round < 3; round += 1) await look(market, tradeId)
    await market.index()
    const { trade } = await standingOf(market, tradeId)
    const [row] = await transactionsOf(market, tradeId)
    assert.ok(trade === 'delivered' || row?.state === 'failed' || row?.state === 'sent', `${trade}, ${row?.state}`)
  }
  const atRest = new Set<string>()
  for (const { tradeId } of paid)
    if ((await transactionsOf(market, tradeId))[0]?.state === 'failed') atRest.add(tradeId)
  await settleTransactions(deps)
  const leased = await deps.sql`
    select 1 from chain_keys k join chain_transactions x on x.id = k.leased_by where x.state in ('failed', 'sealed')`
  assert.equal(leased.length, 0, 'a key is kept from others for nothing')
  for (const [at, { buyer }] of paid.entries()) await endRecovery(market, buyer, there[at]!.address)
  for (const { tradeId } of paid)
    if ((await standingOf(market, tradeId)).trade === 'delivering') {
      await lookUntilOver(market, tradeId)
      // the keys of what the index saw first are released
      await settleTransactions(deps)
    }
  for (const [at, { tradeId, buyer, drafted }] of paid.entries())
    assert.deepEqual(await deliveriesOf(market, drafted.listingId), [
      atRest.has(tradeId) ? there[at]!.address : buyer.flowAddress,
    ])
  assert.deepEqual(await allWell(market), [])
})
