import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createAccessNode } from '@kura/cadence/access-node'
import type { ChainDeps } from '../../platform/flow/chain-config.ts'
import { until } from '../../testing/until.ts'
import {
  addBlocks,
  chainDeps,
  chainNetwork,
  countMinted,
  passTime,
  playFaults,
  newMint,
} from '../testing/chain-world.ts'
import { intendMint, mintTokens } from './mint-tokens.ts'
import { settleTransaction } from './settle-transaction.ts'
import { settleTransactions, waitForSeal } from './submit-transaction.ts'
import { getTransaction } from './transaction-queries.ts'

const { world } = chainNetwork()
const leased = async ({ sql }: ChainDeps) => (await sql`select 1 from chain_keys where leased_by is not null`).length
const dying = (deps: ChainDeps, call: 'sendTransaction' | 'getSealedBlock'): ChainDeps => ({
  ...deps,
  accessNode: {
    ...deps.accessNode,
    [call]: () => {
      throw new Error('the process dies here')
    },
  },
})

test('a mint is sealed once, under the id of its row, and releases its key', async (t) => {
  const deps = await chainDeps(t, world())
  const { mint } = await newMint(world(), 3)
  const first = await mintTokens(deps, mint)
  const row = await waitForSeal(deps, first.id)
  assert.equal(row.state, 'sealed')
  assert.equal((await deps.accessNode.findResult(row.txId!))?.status, 'Sealed')
  assert.equal(await countMinted(deps, mint.tokens), 3)
  assert.equal(await leased(deps), 0)
  assert.equal((await mintTokens(deps, mint)).id, first.id)
})

test('a process that dies between signing and sending leaves bytes that the next one sends', async (t) => {
  const deps = await chainDeps(t, world())
  const { mint } = await newMint(world())
  await assert.rejects(mintTokens(dying(deps, 'sendTransaction'), mint), /dies here/)
  const [left] = await deps.sql<{ id: string; txId: string; state: string }[]>`
    select id, state, tx_id as "txId" from chain_transactions`
  assert.equal(left!.state, 'signed')
  // A dead process does not even unlock its row.
  await deps.sql`update chain_transactions set locked_by = ${randomUUID()}, locked_until = kura_now() + interval '1 minute'`
  await settleTransactions(deps)
  assert.equal((await getTransaction(deps.sql, left!.id)).state, 'signed')
  await passTime(deps.sql, 2)
  const row = await waitForSeal(deps, left!.id)
  assert.deepEqual([row.state, row.txId, row.builds], ['sealed', left!.txId, 1])
  assert.equal(await countMinted(deps, mint.tokens), 1)
})

test('a process that dies before signing leaves an intent that the next one carries out', async (t) => {
  const deps = await chainDeps(t, world())
  const { mint } = await newMint(world())
  await assert.rejects(mintTokens(dying(deps, 'getSealedBlock'), mint), /dies here/)
  const { id } = await intendMint(deps.sql, mint)
  assert.equal((await waitForSeal(deps, id)).state, 'sealed')
  assert.equal(await leased(deps), 0)
})

test('two workers and more intents than keys: each is minted once', async (t) => {
  const deps = await chainDeps(t, world())
  const other = { ...deps, accessNode: createAccessNode({ url: world().url }) }
  const wishes = []
  for (let count = 0; count < 12; count++) {
    const { mint } = await newMint(world())
    wishes.push({ mint, id: (await intendMint(deps.sql, mint)).id })
  }
  await until('every wish is sealed', async () => {
    await Promise.all([settleTransactions(deps), settleTransactions(other), settleTransactions(other)])
    return (await deps.sql`select 1 from chain_transactions where state <> 'sealed'`).length === 0
  })
  for (const { mint, id } of wishes) {
    const row = await getTransaction(deps.sql, id)
    assert.deepEqual([row.state, row.builds], ['sealed', 1])
    assert.equal(await countMinted(deps, mint.tokens), 1)
  }
  assert.equal(await leased(deps), 0)
})

test('a mint whose answer was lost is found by its id', async (t) => {
  const deps = await chainDeps(t, world())
  const { mint } = await newMint(world())
  await playFaults(world(), { acceptThen5xx: 1 })
  const doubtful = await mintTokens(deps, mint)
  assert.equal(doubtful.state, 'signed')
  const row = await waitForSeal(deps, doubtful.id)
  assert.deepEqual([row.state, row.txId, row.builds], ['sealed', doubtful.txId, 1])
  assert.equal(await countMinted(deps, mint.tokens), 1)
})

test('a mint that the node accepted and forgot is sent again as it was', async (t) => {
  const deps = await chainDeps(t, world())
  const { mint } = await newMint(world())
  await playFaults(world(), { loseNext: 1 })
  const sent = await mintTokens(deps, mint)
  const row = await waitForSeal(deps, sent.id)
  assert.deepEqual([row.state, row.txId, row.builds], ['sealed', sent.txId, 1])
})

test('a transaction whose sequence number was taken is signed again', async (t) => {
  const deps = await chainDeps(t, world())
  const { mint } = await newMint(world())
  await playFaults(world(), { failNext: { code: 1007, count: 2 } })
  const row = await waitForSeal(deps, (await mintTokens(deps, mint)).id)
  assert.deepEqual([row.state, row.builds], ['sealed', 3])
  assert.equal(await countMinted(deps, mint.tokens), 1)
})

test('bytes too old to run are built again, and exactly one mint comes of it', async (t) => {
  const deps = await chainDeps(t, world())
  const { mint } = await newMint(world(), 2)
  await assert.rejects(mintTokens(dying(deps, 'sendTransaction'), mint), /dies here/)
  const { id } = await intendMint(deps.sql, mint)
  const { txId } = await getTransaction(deps.sql, id)
  await addBlocks(world(), 600)
  await playFaults(world(), { rejectSubmit: 100 })
  assert.equal((await settleTransaction(deps, id)).txId, txId, 'not yet provably dead')
  await addBlocks(world(), 60)
  await playFaults(world(), {})
  const row = await waitForSeal(deps, id)
  assert.deepEqual([row.state, row.builds], ['sealed', 2])
  assert.notEqual(row.txId, txId)
  assert.equal(await countMinted(deps, mint.tokens), 2)
})

test('a transaction that ends as expired is built again', async (t) => {
  const deps = await chainDeps(t, world())
  const { mint } = await newMint(world())
  await playFaults(world(), { expireNext: 1 })
  const row = await waitForSeal(deps, (await mintTokens(deps, mint)).id)
  assert.deepEqual([row.state, row.builds], ['sealed', 2])
  assert.equal(await countMinted(deps, mint.tokens), 1)
})

test('references that another cause minted are not minted again, the others are', async (t) => {
  const deps = await chainDeps(t, world())
  const { mint } = await newMint(world(), 3)
  const part = { ...mint, cause: randomUUID(), tokens: mint.tokens.slice(0, 2) }
  assert.equal((await waitForSeal(deps, (await mintTokens(deps, part)).id)).state, 'sealed')
  assert.equal((await waitForSeal(deps, (await mintTokens(deps, mint)).id)).state, 'sealed')
  assert.equal(await countMinted(deps, mint.tokens), 3)
  const again = { ...mint, cause: randomUUID() }
  const row = await waitForSeal(deps, (await mintTokens(deps, again)).id)
  assert.deepEqual([row.state, row.txId], ['sealed', null], 'it was done, but not by this')
})

test('what the contract refuses fails for good with its code, and the cause may be tried again', async (t) => {
  const deps = await chainDeps(t, world())
  const { mint } = await newMint(world())
  const wrong = { ...mint, tokens: [{ ...mint.tokens[0]!, serial: 100_000 }] }
  const row = await waitForSeal(deps, (await mintTokens(deps, wrong)).id)
  assert.deepEqual([row.state, row.errorCode], ['failed', 1101])
  assert.match(row.error!, /serial 100000 of .* is not in 1 to 100/)
  assert.equal(await leased(deps), 0)
  assert.equal((await waitForSeal(deps, (await mintTokens(deps, mint)).id)).state, 'sealed')
})

test('while the node is away nothing is lost, and afterwards everything is sealed once', async (t) => {
  const deps = await chainDeps(t, world())
  const { mint } = await newMint(world())
  for (const fault of [{ down: true }, { dropConnections: true }]) {
    await playFaults(world(), fault)
    assert.equal((await mintTokens(deps, mint)).state, 'intended')
  }
  await playFaults(world(), {})
  const { id } = await intendMint(deps.sql, mint)
  const row = await waitForSeal(deps, id)
  assert.deepEqual([row.state, row.builds], ['sealed', 1])
})

test('a node that shows old blocks costs time and no second mint', async (t) => {
  const deps = await chainDeps(t, world())
  const { mint } = await newMint(world())
  await addBlocks(world(), 5)
  await playFaults(world(), { staleBlocks: 3 })
  const { id } = await mintTokens(deps, mint)
  await waitForSeal(deps, id, { timeoutMs: 1000 })
  await addBlocks(world(), 5)
  await playFaults(world(), {})
  assert.equal((await waitForSeal(deps, id)).state, 'sealed')
  assert.equal(await countMinted(deps, mint.tokens), 1)
})

test('the key of a worker that never came back is leased again', async (t) => {
  const deps = await chainDeps(t, world())
  const { mint } = await newMint(world())
  await waitForSeal(deps, (await mintTokens(deps, mint)).id)
  await deps.sql`update chain_keys set leased_by = ${randomUUID()}, leased_until = kura_now() + interval '15 minutes'`
  const next = await newMint(world())
  assert.equal((await mintTokens(deps, next.mint)).state, 'intended')
  await passTime(deps.sql, 16)
  const { id } = await intendMint(deps.sql, next.mint)
  assert.equal((await waitForSeal(deps, id)).state, 'sealed')
})
