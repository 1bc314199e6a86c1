import { AccessError } from '@kura/cadence/access-error'
import { listOwnedIds } from '@kura/cadence/token'
import { addressesOf, type ChainDeps } from './chain-config.ts'
import { listMisdescribed, listOwners } from './index-queries.ts'

/** A token whose row says something else than the chain: who holds it, or what it is; of a vault that cannot be read, one it should hold, or its address. */
export type Drift = { tokenId: string; what: string }

/** A node that fails for so many accounts is away. */
const mostFailures = 5

type DriftDeps = Pick<ChainDeps, 'sql' | 'accessNode' | 'chain'>

/**
 * Compares every token row with the chain. Run it after indexing: tokens under way at the moment are asked for twice. A vault that the node
 * cannot tell of is named and hides no other. Fails with an AccessError when it tells of none.
 */
export async function reportDrift(deps: DriftDeps): Promise<Drift[]> {
  const first = await compare(deps)
  if (first.length === 0) return []
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const second = new Set((await compare(deps)).map((drift) => JSON.stringify(drift)))
  return first.filter((drift) => second.has(JSON.stringify(drift)))
}

async function compare({ sql, accessNode, chain }: DriftDeps): Promise<Drift[]> {
  const rowOwner = new Map<string, string>()
  const chainOwner = new Map<string, string>()
  const owners = await listOwners(sql)
  const silent: Drift[] = []
  const unread = new Set<string>()
  for (const { address, tokenIds } of owners) {
    for (const tokenId of tokenIds) rowOwner.set(tokenId, address)
    try {
      const held = (await accessNode.runScript(listOwnedIds(addressesOf(chain), { address }))) as bigint[]
      for (const tokenId of held) chainOwner.set(tokenId.toString(), address)
    } catch (error) {
      if (!(error instanceof AccessError)) throw error
      silent.push({ tokenId: tokenIds[0] ?? address, what: `the chain does not tell what ${address} holds` })
      if (silent.length === Math.min(owners.length, mostFailures)) throw error
      unread.add(address)
    }
  }
  const strays = [...new Set([...rowOwner.keys(), ...chainOwner.keys()])]
    .filter((tokenId) => rowOwner.get(tokenId) !== chainOwner.get(tokenId))
    // what nobody can look at is not missed
    .filter((tokenId) => chainOwner.has(tokenId) || !unread.has(rowOwner.get(tokenId) ?? ''))
    .map((tokenId) => {
      const [row = 'nobody', holder = 'nobody'] = [rowOwner.get(tokenId), chainOwner.get(tokenId)]
      return { tokenId, what: `the row says ${row} holds the token, the chain says ${holder}` }
    })
  return [...strays, ...silent, ...(await listMisdescribed(sql))]
}
