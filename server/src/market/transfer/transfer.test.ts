import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CadenceValue } from '@kura/cadence/json-cdc'
import { transferToken } from '@kura/cadence/token'
import { rebuildIndex } from '../../chain/index/index-once.ts'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import { checkInvariants } from '../../audit/check/check.ts'
import { codeOf, giftWorld } from '../gift/testing/gift-world.ts'
import type { MarketToken, Trader } from '../listing/testing/market-world.ts'
import { askForHints, giveUpOldTransfers } from './follow-transfers.ts'
import { draft, report, stateOf } from './testing/transfers.ts'

const { world } = chainNetwork()

test('obstacles to sending are shown before the wallet opens, and the calls refuse them alike', async (t) => {
  const gifts = await giftWorld(t, world())
  const { call, deps } = gifts
  const [owner, friend] = [await gifts.trader(2), await gifts.trader(0)]
  const [token, listed] = owner.tokens
  assert.ok(token && listed)
  await gifts.list(owner, listed)
  const noVault = await world().newAccount()
  const seen = async (who: Trader, tokenId: string, address?: string) => {
    const query = { tokenId, ...(address === undefined ? {} : { address }) }
    const prepared = await call('prepareTransfer', { query }, { session: who.session })
    assert.ok(prepared.ok, JSON.stringify(prepared))
    return prepared.data
  }
  const refused = async (who: Trader, tokenId: string, address: string) =>
    codeOf(await call('draftTransfer', { body: { tokenId, address } }, { session: who.session }))
  const mistyped = `0x${friend.flowAddress.slice(2).replace(/.$/, (last) => (last === '0' ? '1' : '0'))}`
  const cases: [Trader, MarketToken, string, string, string][] = [
    [friend, token, owner.flowAddress, 'not-owned', 'FORBIDDEN,not_owner'],
    [owner, listed, friend.flowAddress, 'listed', 'TOKEN_LISTED,listed'],
    [owner, token, mistyped, 'not-an-address', 'INVALID_INPUT,not_an_address_of_the_network'],
    // right on the main network
    [owner, token, '0x1d7e57aa55817448', 'not-an-address', 'INVALID_INPUT,not_an_address_of_the_network'],
    [owner, token, 'hanako@example.jp', 'not-an-address', 'INVALID_INPUT,not_an_address_of_the_network'],
    [owner, token, owner.flowAddress, 'own-address', 'INVALID_INPUT,yourself'],
    [owner, token, deps.chain.agentAddress, 'shop-address', 'INVALID_INPUT,shop'],
    [owner, token, noVault.address, 'no-collection', 'RECIPIENT_NOT_READY,no_collection'],
  ]
  for (const [who, { tokenId }, address, obstacle, code] of cases) {
    assert.deepEqual((await seen(who, tokenId, address)).obstacles[0], obstacle, obstacle)
    assert.equal(await refused(who, tokenId, address), code, obstacle)
  }
  // how people write an address
  for (const spelled of [
    friend.flowAddress,
    friend.flowAddress.slice(2),
    `0x${friend.flowAddress.slice(2).toUpperCase()}`,
  ]) {
    const good = await seen(owner, token.tokenId, spelled)
    assert.deepEqual([good.obstacles, good.address], [[], friend.flowAddress])
    assert.deepEqual(good.recipient, { userId: friend.memberId, displayName: '出品 花子' })
    assert.ok(good.storage && good.storage.used > 0 && good.storage.capacity > good.storage.used)
    assert.equal(good.token.tokenId, token.tokenId)
  }
  assert.deepEqual((await seen(owner, token.tokenId)).obstacles, [])
  // the rows say that it is there, the chain does not
  await deps.sql`update tokens set owner_address = ${friend.flowAddress} where id = ${token.tokenId}::numeric`
  assert.deepEqual((await seen(friend, token.tokenId, owner.flowAddress)).obstacles, ['not-owned'])
  assert.equal(await refused(friend, token.tokenId, owner.flowAddress), 'FORBIDDEN,not_owner')
  await deps.sql`update tokens set owner_address = ${owner.flowAddress} where id = ${token.tokenId}::numeric`
  // the member
  await deps.sql`update members set terms_version = 'old' where id = ${owner.memberId}`
  assert.deepEqual((await seen(owner, token.tokenId)).obstacles, ['terms-outdated'])
  assert.equal(await refused(owner, token.tokenId, friend.flowAddress), 'FORBIDDEN,terms_outdated')
  await deps.sql`update members set flow_address = null where id = ${owner.memberId}`
  assert.deepEqual((await seen(owner, token.tokenId, friend.flowAddress)).obstacles, ['wallet-required', 'not-owned'])
  assert.equal(await refused(owner, token.tokenId, friend.flowAddress), 'WALLET_REQUIRED')
  assert.equal(
    codeOf(await call('prepareTransfer', { query: { tokenId: '999999999' } }, { session: owner.session })),
    'NOT_FOUND',
  )
  assert.equal((await deps.sql`select 1 from transfers`).length, 0)
})

test('an account without room is explained; a network that counts no bytes is none', async (t) => {
  const gifts = await giftWorld(t, world())
  const { call, deps } = gifts
  const [owner, friend] = [await gifts.trader(1), await gifts.trader(0)]
  const [token] = owner.tokens
  assert.ok(token)
  const real = deps.accessNode
  const answer = (capacity: (used: bigint) => bigint) => {
    deps.accessNode = {
      ...real,
      runScript: async (script) => {
        const value = (await real.runScript(script)) as { [field: string]: CadenceValue }
        return typeof value?.['used'] === 'bigint' ? { ...value, capacity: capacity(value['used']) } : value
      },
    }
  }
  t.after(() => (deps.accessNode = real))
  const query = { tokenId: token.tokenId, address: friend.flowAddress }
  const look = async () => {
    const prepared = await call('prepareTransfer', { query }, { session: owner.session })
    assert.ok(prepared.ok, JSON.stringify(prepared))
    return prepared.data
  }
  answer((used) => used + 1999n)
  const full = await look()
  assert.deepEqual(full.obstacles, ['storage-full'])
  assert.equal(full.storage!.capacity - full.storage!.used, 1999)
  const body = { tokenId: token.tokenId, address: friend.flowAddress }
  assert.equal(
    codeOf(await call('draftTransfer', { body }, { session: owner.session })),
    'RECIPIENT_NOT_READY,storage_full',
  )
  answer((used) => used + 2000n)
  assert.deepEqual((await look()).obstacles, [])
  answer(() => 18_446_744_073_709_551_615n)
  const unlimited = await look()
  assert.deepEqual([unlimited.obstacles, unlimited.storage], [[], null])
})

test('a transfer has arrived when the chain says so, and a hint says nothing', async (t) => {
  const gifts = await giftWorld(t, world())
  const [owner, friend] = [await gifts.trader(1), await gifts.trader(0)]
  const [token] = owner.tokens
  assert.ok(token)
  const drafted = await draft(gifts, owner, token, friend.flowAddress)
  assert.deepEqual(drafted.arguments, { id: token.tokenId, to: friend.flowAddress })
  const { cadence, limit } = transferToken(world().addresses, { id: 1n, to: friend.flowAddress })
  assert.deepEqual(drafted.transaction, { cadence, limit })
  const reported = await report(gifts, owner, drafted.transferId, `0x${'AB'.repeat(32)}`)
  assert.ok(reported.ok && reported.data.state === 'pending')
  await gifts.index()
  assert.equal((await stateOf(gifts, owner, drafted.transferId)).state, 'pending', 'a hint moves nothing')

  const { txId } = await gifts.move(owner, token, friend.flowAddress)
  assert.equal((await stateOf(gifts, owner, drafted.transferId)).state, 'pending')
  await gifts.index()
  const there = await stateOf(gifts, owner, drafted.transferId)
  assert.deepEqual(
    [there.state, there.txId, there.toAddress, there.recipient?.userId],
    ['sealed', txId, friend.flowAddress, friend.memberId],
  )
  // nobody else's business, and over
  const { transferId } = drafted
  assert.equal(
    codeOf(await gifts.call('showTransfer', { params: { transferId } }, { session: friend.session })),
    'NOT_FOUND',
  )
  assert.equal(codeOf(await report(gifts, friend, transferId, 'ab'.repeat(32))), 'NOT_FOUND')
  assert.equal(
    codeOf(await gifts.call('rollBackTransfer', { params: { transferId } }, { session: owner.session })),
    'TRANSFER_STATE',
  )
  const moves = await gifts.deps.sql`select state from transfer_moves order by number`
  assert.deepEqual(
    moves.map(({ state }) => state),
    ['drafted', 'pending', 'sealed'],
  )
  await gifts.expectSound()
  // after a rebuild of the index the rows are exactly the same
  const rows = () => gifts.deps.sql`select * from transfers order by id`
  const before = [...(await rows())]
  await rebuildIndex(gifts.deps)
  assert.deepEqual([...(await rows())], before)
  await gifts.deps.sql`update transfers set sealed_tx_id = 'nothing'`
  assert.deepEqual(
    (await checkInvariants({ sql: gifts.deps.sql })).map(({ invariant, id }) => [invariant, id]),
    [['G7', transferId]],
  )
  await rebuildIndex(gifts.deps)
  const said = (all: readonly Record<string, unknown>[]) => all.map((row) => [row['state'], row['sealed_tx_id']])
  assert.deepEqual(said(await rows()), [['sealed', txId]])
  assert.deepEqual(said(before), [['sealed', txId]])
})

test('what arrives after all counts, however it was given up', async (t) => {
  const gifts = await giftWorld(t, world())
  const { call, deps } = gifts
  const [owner, friend] = [await gifts.trader(3), await gifts.trader(0)]
  const [taken, slow, failed] = owner.tokens
  assert.ok(taken && slow && failed)

  // cancelled in the browser while the wallet's window was open
  const first = await draft(gifts, owner, taken, friend.flowAddress)
  const rolled = await call(
    'rollBackTransfer',
    { params: { transferId: first.transferId } },
    { session: owner.session },
  )
  assert.ok(rolled.ok && rolled.data.state === 'given-up')
  await gifts.move(owner, taken, friend.flowAddress)

  // reported, and then nothing for an hour
  const second = await draft(gifts, owner, slow, friend.flowAddress)
  await deps.sql`update transfers set created_at = created_at - interval '3 hours' where id = ${second.transferId}`
  const { txId } = await gifts.move(owner, slow, friend.flowAddress)
  await report(gifts, owner, second.transferId, txId)
  await giveUpOldTransfers(deps)
  assert.equal((await stateOf(gifts, owner, second.transferId)).state, 'given-up')

  // the wallet's first transaction fails, its second does not
  const third = await draft(gifts, owner, failed, friend.flowAddress)
  const stranger = await world().newAccount()
  const call1 = transferToken(world().addresses, { id: BigInt(failed.tokenId), to: stranger.address })
  const bad = await world().send(owner.account, call1)
  assert.ok(bad.failed)
  assert.ok('txId' in bad && typeof bad.txId === 'string')
  await report(gifts, owner, third.transferId, bad.txId)
  await askForHints(deps)
  const said = await stateOf(gifts, owner, third.transferId)
  assert.deepEqual([said.state, said.failureCode], ['failed', 1101])
  await gifts.move(owner, failed, friend.flowAddress)

  await gifts.index()
  for (const { transferId } of [first, second, third])
    assert.equal((await stateOf(gifts, owner, transferId)).state, 'sealed')
  await gifts.expectSound()
})

test('a transaction that the network let expire is given up at once', async (t) => {
  const gifts = await giftWorld(t, world())
  const { deps } = gifts
  const [owner, friend] = [await gifts.trader(1), await gifts.trader(0)]
  const [token] = owner.tokens
  assert.ok(token)
  const { transferId } = await draft(gifts, owner, token, friend.flowAddress)
  await report(gifts, owner, transferId, 'cd'.repeat(32))
  const real = deps.accessNode
  const findResult: typeof real.findResult = async () => ({
    status: 'Expired',
    failed: true,
    errorMessage: '',
    computationUsed: 0,
    blockId: '',
    events: [],
  })
  deps.accessNode = { ...real, findResult }
  await askForHints(deps)
  deps.accessNode = real
  assert.equal((await stateOf(gifts, owner, transferId)).state, 'given-up')
})

test('a member’s own transfers are listed newest first, page by page, and no others', async (t) => {
  const gifts = await giftWorld(t, world())
  const [owner, friend] = [await gifts.trader(5), await gifts.trader(1)]
  for (const token of owner.tokens) await draft(gifts, owner, token, friend.flowAddress)
  await draft(gifts, friend, friend.tokens[0]!, owner.flowAddress)
  await gifts.give(owner, owner.tokens[0]!, friend.flowAddress)
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const query = { limit: 2, ...(cursor === undefined ? {} : { cursor }) }
    const page = await gifts.call('listTransfers', { query }, { session: owner.session })
    assert.ok(page.ok, JSON.stringify(page))
    ids.push(...page.data.items.map(({ token }) => token.tokenId))
    cursor = page.data.cursor
  } while (cursor !== undefined)
  assert.deepEqual(ids, owner.tokens.map(({ tokenId }) => tokenId).toReversed())
})
