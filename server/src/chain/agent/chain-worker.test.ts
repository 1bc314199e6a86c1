import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fresh } from '../../../../cadence/tests/world.ts'
import { until } from '../../testing/until.ts'
import { chainDeps, chainNetwork, playFaults, newMint } from '../testing/chain-world.ts'
import { chainRound, startChainWorker } from './chain-worker.ts'
import { intendMint } from './mint-tokens.ts'
import { resetChain } from './reset-chain.ts'

const { world } = chainNetwork()

test('two workers carry an intent to the chain and back into the rows, also across an outage', async (t) => {
  const deps = await chainDeps(t, world())
  const workers = [1, 2].map(() => startChainWorker(deps, { publicUrl: 'https://kura.example', pauseMs: 50 }))
  t.after(() => Promise.all(workers.map((worker) => worker.stop())))
  const { mint, member } = await newMint(world(), 2)
  await playFaults(world(), { down: true })
  await intendMint(deps.sql, mint)
  await new Promise((resolve) => setTimeout(resolve, 300))
  await playFaults(world(), {})
  const refIds = mint.tokens.map(({ refId }) => refId)
  const owners = async () =>
    (await deps.sql`select owner_address as owner from tokens where ref_id = any(${refIds}::uuid[])`).map(
      ({ owner }) => owner as string,
    )
  await until('both are minted and read', async () => (await owners()).length === 2)
  assert.deepEqual(await owners(), [member.address, member.address])
  await Promise.all(workers.map((worker) => worker.stop()))
})

test('a worker that is stopped waits for no seal', async (t) => {
  const deps = await chainDeps(t, world())
  await deps.sql`insert into series (id, name_ja, name_en, token_cap) values (${fresh('series')}, '四季', 'Seasons', 5)`
  await playFaults(world(), { holdSeals: true })
  const stopping = new AbortController()
  let asksAfter = 0
  const findResult: typeof deps.accessNode.findResult = (txId) => {
    if (stopping.signal.aborted) asksAfter += 1
    return deps.accessNode.findResult(txId)
  }
  const round = chainRound(
    { ...deps, accessNode: { ...deps.accessNode, findResult } },
    { publicUrl: 'https://kura.example', signal: stopping.signal },
  )
  const stateNow = async () => (await deps.sql`select state from chain_transactions`)[0]?.['state']
  await until('it is on its way', async () => (await stateNow()) === 'sent')
  stopping.abort()
  await round
  assert.equal(await stateNow(), 'sent', 'it is on its way still')
  assert.ok(asksAfter <= 1, `the network was asked ${asksAfter} times after it was stopped`)
})

test('when the local chain is thrown away, so is all that the database knows of it', async (t) => {
  const deps = await chainDeps(t, world())
  const { mint } = await newMint(world())
  await intendMint(deps.sql, mint)
  await resetChain({ databaseUrl: deps.databaseUrl, log: () => {} })
  assert.equal((await deps.sql`select 1 from chain_transactions`).length, 0)
})
