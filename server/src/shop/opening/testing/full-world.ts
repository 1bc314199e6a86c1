import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { World } from '../../../../../cadence/tests/world.ts'
import { startWorker } from '../../../start-worker.ts'
import { testWorld } from '../../../testing/test-world.ts'
import type { TestWorld } from '../../../testing/test-world.ts'

/** The settings of a server on a test's own network. */
export const chainEnv = (chain: World): Record<string, string> => ({
  FLOW_ACCESS_NODE: chain.url,
  FLOW_CONTRACT_ADDRESS: chain.addresses['Collectible'] ?? '',
  FLOW_AGENT_ADDRESS: chain.agent.address,
  FLOW_AGENT_KEY_FILE: join(chain.home, 'keys', 'agent.key'),
  FLOW_AGENT_KEYS: '3',
  FLOW_SALE_KEY_FILE: join(chain.home, 'keys', 'sale.key'),
  FLOW_SALE_KEY_INDEX: String(chain.saleKey.keyIndex),
  FLOW_NFT_ADDRESS: chain.addresses['NonFungibleToken'] ?? '',
  FLOW_FT_ADDRESS: chain.addresses['FungibleToken'] ?? '',
  FLOW_CRYPTO_ADDRESS: chain.addresses['FCLCrypto'] ?? '',
})

/** Server, sandbox and chain of one test, with `workers` in this process. */
export async function fullWorld(
  t: Pick<TestContext, 'after'>,
  chain: World | undefined,
  { workers = 1, more = {} }: { workers?: number; more?: Record<string, string> } = {},
): Promise<TestWorld> {
  const ends: (() => unknown)[] = []
  const world = await testWorld(
    { after: (end) => void ends.push(end as () => unknown) },
    { ...(chain ? chainEnv(chain) : {}), ...more },
  )
  const started = await Promise.all(Array.from({ length: workers }, () => startWorker(world.deps)))
  t.after(async () => {
    // workers end first, as they use what ends after them
    await Promise.all(started.map((worker) => worker.stop()))
    for (const end of ends) await end()
  })
  return world
}
