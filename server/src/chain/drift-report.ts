import { listOwnedIds } from '@kura/cadence/token'
import { addressesOf, type ChainDeps } from './chain-config.ts'
import { listMisdescribed, listOwners } from './index-queries.ts'

/** A token whose row says something else than the chain: who holds it, or what it is. */
export type Drift = { tokenId: string; what: string }

type DriftDeps = Pick<ChainDeps, 'sql' | 'accessNode' | 'chain'>

/** Compares every token row with the chain. Run it after indexing: tokens under way at the moment are asked for twice. */
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
  for (const { address, tokenIds } of await listOwners(sql)) {
    for (const tokenId of tokenIds) rowOwner.set(tokenId, address)
    const held = (await accessNode.runScript(listOwnedIds(addressesOf(chain), { address }))) as bigint[]
    for (const tokenId of held) chainOwner.set(tokenId.toString(), address)
  }
  const strays = [...new Set([...rowOwner.keys(), ...chainOwner.keys()])]
    .filter((tokenId) => rowOwner.get(tokenId) !== chainOwner.get(tokenId))
    .map((tokenId) => {
      const [row = 'nobody', holder = 'nobody'] = [rowOwner.get(tokenId), chainOwner.get(tokenId)]
      return { tokenId, what: `the row says ${row} holds the token, the chain says ${holder}` }
    })
  return [...strays, ...(await listMisdescribed(sql))]
}
