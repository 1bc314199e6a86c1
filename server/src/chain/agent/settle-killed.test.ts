import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '../../testing/until.ts'
import { indexAll } from '../index/index-once.ts'
import { chainDeps, chainNetwork, passTime, playFaults, newMint } from '../testing/chain-world.ts'
import type { MintingOrder } from '../testing/minting-process.ts'
import { intendMint } from './mint-tokens.ts'
import { settleTransactions } from './submit-transaction.ts'

const { world } = chainNetwork()
const rounds = Number(process.env['KILL_ROUNDS'] ?? 5)
const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 100_000)

// A small generator of our own, so that a failing run can be repeated by its seed.
function randomFrom(start: number) {
  let state = start
  return () => (state = (state * 48_271 + 11) % 2_147_483_647) / 2_147_483_647
}

test(`workers killed at any moment mint every intent exactly once (seed ${seed}, ${rounds} kills)`, async (t) => {
  const deps = await chainDeps(t, world())
  const random = randomFrom(seed + 1)
  const order: MintingOrder = {
    databaseUrl: deps.databaseUrl,
    nodeUrl: world().url,
    keyFile: join(world().home, 'keys', 'agent.key'),
    chain: deps.chain,
  }
  const refIds: string[] = []
  await playFaults(world(), { latencyMs: 4 })
  for (let round = 0; round < rounds; round++) {
    for (let count = 0; count < 6; count++) {
      const { mint } = await newMint(world())
      refIds.push(mint.tokens[0]!.refId)
      await intendMint(deps.sql, mint)
    }
    const child = spawn(process.execPath, [
      join(import.meta.dirname, '../testing/minting-process.ts'),
      JSON.stringify(order),
    ])
    const ended = once(child, 'exit')
    await once(child.stdout, 'data')
    await new Promise((resolve) => setTimeout(resolve, 5 + random() * 120))
    child.kill('SIGKILL')
    await ended
  }
  await playFaults(world(), {})
  // Locks and leases of the dead run out.
  await passTime(deps.sql, 16)
  const open = async () => (await deps.sql`select 1 from chain_transactions where state <> 'sealed'`).length
  await until('everything is sealed', async () => {
    await settleTransactions(deps)
    return (await open()) === 0
  })
  await indexAll(deps)
  const minted = await deps.sql`
    select payload->>'refId' as ref from chain_events
     where kind = 'minted' and payload->>'refId' = any(${refIds})`
  assert.equal(minted.length, refIds.length)
  assert.equal(new Set(minted.map(({ ref }) => ref)).size, refIds.length)
  assert.equal((await deps.sql`select 1 from chain_keys where leased_by is not null`).length, 0)
})
