import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AccessError } from '@kura/cadence/access-error'
import type { AccessNode, EventBlock } from '@kura/cadence/access-node'
import { deployContract } from '@kura/cadence/account'
import { address, uint64 } from '@kura/cadence/json-cdc'
import { burnToken, transferToken } from '@kura/cadence/token'
import type { ChainDeps } from '../../platform/flow/chain-config.ts'
import { mintTokens } from '../agent/mint-tokens.ts'
import { waitForSeal } from '../agent/submit-transaction.ts'
import { addBlocks, chainDeps, chainNetwork, newMint } from '../testing/chain-world.ts'
import { reportDrift } from './drift-report.ts'
import { indexAll, indexOnce, rebuildIndex } from './index-once.ts'

const { world } = chainNetwork()

type Row = { tokenId: string; refId: string; owner: string | null; burned: boolean }
const tokensOf = ({ sql }: ChainDeps, refIds: string[]) =>
  sql<Row[]>`
    select id::text as "tokenId", ref_id as "refId", owner_address as owner, burned_at is not null as burned
      from tokens where ref_id = any(${refIds}::uuid[]) order by id`
const cursorOf = async ({ sql }: ChainDeps) =>
  (await sql<{ height: bigint }[]>`select height from chain_cursors`)[0]?.height
const everything = async ({ sql }: ChainDeps) => [
  [...(await sql`select * from tokens order by id`)],
  [...(await sql`select * from chain_events order by tx_id, event_index`)],
]

/** Starts at the present block, so that what earlier tests did is not read. */
async function fromNow(deps: ChainDeps): Promise<ChainDeps> {
  const { height } = await deps.accessNode.getSealedBlock()
  return { ...deps, chain: { ...deps.chain, startHeight: height + 1 } }
}

async function minted(deps: ChainDeps, count: number) {
  const { mint, member } = await newMint(world(), count)
  const row = await waitForSeal(deps, (await mintTokens(deps, mint)).id)
  assert.equal(row.state, 'sealed')
  return { member, refIds: mint.tokens.map(({ refId }) => refId) }
}

const withEvents = (deps: ChainDeps, change: (blocks: EventBlock[], type: string) => EventBlock[]): ChainDeps => ({
  ...deps,
  accessNode: {
    ...deps.accessNode,
    listEvents: async (type, from, to) => change(await deps.accessNode.listEvents(type, from, to), type),
  } satisfies AccessNode,
})

test('what members do on chain is what the rows say', async (t) => {
  const deps = await fromNow(await chainDeps(t, world()))
  const { member, refIds } = await minted(deps, 3)
  await indexAll(deps)
  const before = await tokensOf(deps, refIds)
  assert.deepEqual(
    before.map(({ owner }) => owner),
    [member.address, member.address, member.address],
  )
  const friend = await world().newMember()
  const idOf = (refId: string) => BigInt(before.find((row) => row.refId === refId)!.tokenId)
  const { addresses } = world()
  await world().act(member, transferToken(addresses, { id: idOf(refIds[0]!), to: friend.address }))
  await world().act(member, burnToken(addresses, { id: idOf(refIds[1]!) }))
  await world().act(member, world().attack('attacks/destroy-token', [uint64(idOf(refIds[2]!))]))
  await indexAll(deps)
  const after = new Map((await tokensOf(deps, refIds)).map((row) => [row.refId, row]))
  assert.deepEqual([after.get(refIds[0]!)!.owner, after.get(refIds[0]!)!.burned], [friend.address, false])
  assert.deepEqual([after.get(refIds[1]!)!.owner, after.get(refIds[1]!)!.burned], [null, true])
  assert.deepEqual([after.get(refIds[2]!)!.owner, after.get(refIds[2]!)!.burned], [null, true])
  const history = await deps.sql<{ kind: string }[]>`
    select kind from chain_events where token_id = ${idOf(refIds[0]!).toString()} order by height, tx_index, event_index`
  assert.deepEqual(
    history.map(({ kind }) => kind),
    ['minted', 'deposited', 'withdrawn', 'deposited'],
  )
})

test('a range with a missing block, a doubled block or a foreign event moves nothing', async (t) => {
  const deps = await fromNow(await chainDeps(t, world()))
  const { refIds } = await minted(deps, 1)
  const faults: ((blocks: EventBlock[]) => EventBlock[])[] = [
    (blocks) => blocks.slice(1),
    (blocks) => blocks.slice(0, -1),
    (blocks) => [...blocks, blocks[0]!],
    (blocks) => blocks.map((block, index) => (index === 0 ? blocks[1]! : block)),
  ]
  for (const fault of faults) {
    const broken = withEvents(deps, (blocks, type) => (type.endsWith('.Withdrawn') ? fault(blocks) : blocks))
    await assert.rejects(indexOnce(broken), { code: 'INDEX_GAP' })
    assert.equal(await cursorOf(deps), undefined)
    assert.equal((await tokensOf(deps, refIds)).length, 0)
  }
  await indexAll(deps)
  assert.equal((await tokensOf(deps, refIds)).length, 1)
})

test('two responses that contradict each other about a block are not used', async (t) => {
  const deps = await fromNow(await chainDeps(t, world()))
  await minted(deps, 1)
  const forked = withEvents(deps, (blocks, type) =>
    type.endsWith('.Minted') ? blocks.map((block) => ({ ...block, blockId: 'f'.repeat(64) })) : blocks,
  )
  await assert.rejects(indexOnce(forked), { code: 'INDEX_GAP' })
})

test('events that a node lists late are found by reading again', async (t) => {
  const deps = await fromNow(await chainDeps(t, world()))
  const { refIds, member } = await minted(deps, 2)
  const late = withEvents(deps, (blocks, type) =>
    type.endsWith('.Minted') ? blocks.map((block) => ({ ...block, events: [] })) : blocks,
  )
  await indexOnce(late)
  assert.equal((await tokensOf(deps, refIds)).length, 0)
  await addBlocks(world(), 1)
  await indexOnce(deps)
  assert.deepEqual(
    (await tokensOf(deps, refIds)).map(({ owner }) => owner),
    [member.address, member.address],
  )
})

test('a restart continues where the rows end, and reading twice changes nothing', async (t) => {
  const deps = await fromNow(await chainDeps(t, world()))
  await minted(deps, 2)
  await indexAll(deps)
  const rows = await everything(deps)
  assert.equal(await indexOnce(deps), undefined)
  await deps.sql`update chain_cursors set height = height - 3`
  await indexAll(deps)
  assert.deepEqual(await everything(deps), rows)
})

test('a process that dies before the commit leaves neither rows nor a moved cursor', async (t) => {
  const deps = await fromNow(await chainDeps(t, world()))
  const { refIds } = await minted(deps, 1)
  await deps.sql`alter table chain_cursors add constraint dies check (height < 0) not valid`
  await assert.rejects(indexOnce(deps))
  assert.equal((await deps.sql`select 1 from chain_events`).length, 0)
  await deps.sql`alter table chain_cursors drop constraint dies`
  await indexAll(deps)
  assert.equal((await tokensOf(deps, refIds)).length, 1)
})

test('several indexers at once make the same rows as one', async (t) => {
  const deps = await fromNow(await chainDeps(t, world()))
  const { refIds } = await minted(deps, 5)
  await addBlocks(world(), 600)
  const more = await minted(deps, 5)
  await Promise.all([indexAll(deps), indexAll(deps), indexAll(deps)])
  assert.equal((await tokensOf(deps, [...refIds, ...more.refIds])).length, 10)
  const events = await deps.sql`select 1 from chain_events`
  assert.equal(events.length, 20)
})

test('reading the chain again from the start gives the same rows', async (t) => {
  const deps = await fromNow(await chainDeps(t, world()))
  const { member, refIds } = await minted(deps, 3)
  await indexAll(deps)
  const [first] = await tokensOf(deps, refIds)
  const friend = await world().newMember()
  await world().act(member, transferToken(world().addresses, { id: BigInt(first!.tokenId), to: friend.address }))
  await indexAll(deps)
  const rows = await everything(deps)
  await deps.sql`update tokens set owner_address = '0x0000000000000001'`
  await deps.sql`delete from chain_events where kind = 'deposited'`
  await rebuildIndex(deps)
  assert.deepEqual(await everything(deps), rows)
})

test('tokens of other contracts are not ours, whatever their ids', async (t) => {
  const deps = await fromNow(await chainDeps(t, world()))
  const { refIds, member } = await minted(deps, 1)
  await indexAll(deps)
  const [token] = await tokensOf(deps, refIds)
  const hostile = await world().newAccount()
  const { cadence: code } = world().attack('attacks/HostileReceiver')
  await world().act(hostile, deployContract({}, { name: 'HostileReceiver', code }))
  const more = { HostileReceiver: hostile.address }
  const call = world().attack('attacks/deposit-fake', [uint64(BigInt(token!.tokenId)), address(member.address)], more)
  const { events } = await world().act(hostile, call)
  assert.ok(events.some(({ type }) => type.endsWith('NonFungibleToken.Deposited')))
  await indexAll(deps)
  assert.deepEqual([...(await tokensOf(deps, refIds))], [token])
  assert.equal((await deps.sql`select 1 from chain_events`).length, 2)
})

test('a vault that the node cannot read is reported and hides no planted owner, and a node that is away is no drift', async (t) => {
  const deps = await fromNow(await chainDeps(t, world()))
  const { member: silent, refIds: unread } = await minted(deps, 2)
  const { member: holder, refIds } = await minted(deps, 2)
  await indexAll(deps)
  const [first] = await tokensOf(deps, unread)
  const [token] = await tokensOf(deps, refIds)
  const away = () => Promise.reject(new AccessError('NODE_REFUSED', 'computation exceeds the limit'))
  const runScript: typeof deps.accessNode.runScript = (call) =>
    JSON.stringify(call.args).includes(silent.address) ? away() : deps.accessNode.runScript(call)
  const flawed = { ...deps, accessNode: { ...deps.accessNode, runScript } }
  const expected = { tokenId: first!.tokenId, what: `the chain does not show what ${silent.address} holds` }
  assert.deepEqual(await reportDrift(flawed), [expected])
  await deps.sql`update tokens set owner_address = ${deps.chain.agentAddress} where id = ${token!.tokenId}`
  const what = `the row says ${deps.chain.agentAddress} holds the token, the chain says ${holder.address}`
  const found = await reportDrift(flawed)
  assert.ok(found.some((drift) => drift.tokenId === token!.tokenId && drift.what === what))
  assert.equal(found.length, 2)
  await assert.rejects(reportDrift({ ...deps, accessNode: { ...deps.accessNode, runScript: away } }), AccessError)
})

test('a reference is the same however the chain writes it, and another is named', async (t) => {
  const deps = await fromNow(await chainDeps(t, world()))
  const { refIds } = await minted(deps, 1)
  await indexAll(deps)
  const [refId] = refIds
  const [token] = await tokensOf(deps, refIds)
  assert.ok(refId && token)
  let changed = 0
  const writtenAs = (written: string) => {
    const runScript: typeof deps.accessNode.runScript = async (call, height) => {
      const text = JSON.stringify(await deps.accessNode.runScript(call, height), (_, value: unknown) =>
        typeof value === 'bigint' ? `${value}n` : value,
      )
      if (text.includes(refId)) changed += 1
      return JSON.parse(text.replaceAll(refId, written), (_, value: unknown) =>
        typeof value === 'string' && /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
      )
    }
    return { ...deps, accessNode: { ...deps.accessNode, runScript } }
  }
  for (const written of [refId.toUpperCase(), refId.replaceAll('-', ''), `{${refId}}`])
    assert.deepEqual(await reportDrift(writtenAs(written)), [])
  const other = refId.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
  assert.deepEqual(await reportDrift(writtenAs(other)), [
    { tokenId: token.tokenId, what: `the row says reference ${refId}, the chain ${other}` },
  ])
  assert.equal(changed, 5, 'the last difference is checked twice')
})

test('a planted owner is named by the drift report, and a true book is silent', async (t) => {
  const deps = await fromNow(await chainDeps(t, world()))
  const { member, refIds } = await minted(deps, 2)
  await indexAll(deps)
  assert.deepEqual(await reportDrift(deps), [])
  const [first] = await tokensOf(deps, refIds)
  await deps.sql`update tokens set owner_address = ${deps.chain.agentAddress} where id = ${first!.tokenId}`
  const id = first!.tokenId
  const held = (row: string) => ({
    tokenId: id,
    what: `the row says ${row} holds the token, the chain says ${member.address}`,
  })
  assert.deepEqual(await reportDrift(deps), [held(deps.chain.agentAddress)])
  // nobody else's row leads to that account
  await deps.sql`update tokens set owner_address = null`
  const unheld = await reportDrift(deps)
  assert.equal(unheld.length, 2)
  assert.ok(unheld.some((drift) => drift.tokenId === id && drift.what === held('nobody').what))
  await deps.sql`update tokens set owner_address = ${member.address}, serial = serial + 7 where id = ${id}`
  await deps.sql`update tokens set owner_address = ${member.address}`
  const [row] = await deps.sql`select serial from tokens where id = ${id}`
  const serial = Number(row?.['serial'])
  assert.deepEqual(await reportDrift(deps), [
    { tokenId: id, what: `the row says serial ${serial}, its minting ${serial - 7}` },
  ])
  // the event that is kept says what the row says: only the chain tells
  await deps.sql`
    update chain_events set payload = payload || jsonb_build_object('serial', ${serial}::int) where token_id = ${id} and kind = 'minted'`
  assert.deepEqual(await reportDrift(deps), [
    { tokenId: id, what: `the row says serial ${serial}, the chain ${serial - 7}` },
  ])
})
