import { randomUUID } from 'node:crypto'
import { after, before } from 'node:test'
import type { TestContext } from 'node:test'
import { testDatabase } from '@kura/db/test-database'
import { startWorld, type World } from '../../../../cadence/tests/world.ts'
import { connect, type Sql } from '../../platform/db/connect.ts'
import type { ChainConfig, ChainDeps } from '../../platform/flow/chain-config.ts'
import { wireModules } from '../../wiring.ts'
import { findMintedIds } from '../agent/transaction-kinds.ts'

const quiet = { info() {}, warn() {}, error() {} }

/** One embedded network for the tests of a file, with the contracts on it. */
export function chainNetwork(): { world: () => World } {
  let world: World | undefined
  before(async () => {
    world = await startWorld()
  })
  after(() => world?.close())
  return { world: () => world! }
}

export const configOf = ({ addresses, agent }: World): ChainConfig => ({
  network: 'local',
  contractAddress: addresses.Collectible!,
  agentAddress: agent.address,
  nftAddress: addresses.NonFungibleToken!,
  ftAddress: addresses.FungibleToken!,
  cryptoAddress: addresses.FCLCrypto!,
})

/** A database of the test's own; the network is shared. */
export async function chainDeps(t: TestContext, world: World): Promise<ChainDeps & { sql: Sql; databaseUrl: string }> {
  wireModules()
  const database = await testDatabase()
  const sql = connect(database.url)
  t.after(async () => {
    await sql.end()
    await database.close()
    await playFaults(world, {})
  })
  const { accessNode, agent } = world
  return { sql, databaseUrl: database.url, accessNode, signer: agent.signer, chain: configOf(world), log: quiet }
}

/** Sets the faults of the sandbox's node; those not named are off. */
export async function playFaults(world: World, faults: Record<string, unknown>) {
  await put(world, 'PUT', 'faults', faults)
}

/** Seals empty blocks. The first is dated this much later, and the chain continues from there. */
export async function addBlocks(world: World, count: number, laterMs = 0) {
  await put(world, 'POST', 'blocks', { count, laterMs })
}

async function put({ url }: World, method: string, path: string, body: unknown) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/sandbox/${path}`, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
}

/** Moves the clock of the database on, so that leases and locks of the dead run out. */
export const passTime = (sql: Sql, minutes: number) =>
  sql`update kura_clock set time_offset = time_offset + make_interval(mins => ${minutes})`

/** A member with a vault, and tokens of a new item waiting to be minted to it. */
export async function newMint(world: World, count = 1) {
  const member = await world.newMember()
  const { itemId } = await world.newItem()
  const tokens = Array.from({ length: count }, (_, index) => ({ itemId, serial: index + 1, refId: randomUUID() }))
  return { member, mint: { cause: randomUUID(), to: member.address, tokens } }
}

/** How many of these references the chain has minted. */
export const countMinted = async (deps: ChainDeps, tokens: { refId: string }[]) =>
  (
    await findMintedIds(
      deps,
      tokens.map(({ refId }) => refId),
    )
  ).size
