import { listOwnedIds } from '@kura/cadence/token'
import { addressesOf, type ChainDeps } from './chain-config.ts'
import { askEach, lookTwice } from './drift-looks.ts'
import { listMisdescribed, listOwners } from './index-queries.ts'

/**
 * A token whose row says something else than the chain: who holds it, or what it is. A vault that cannot be read is named by one of the
 * tokens it should hold; where it should hold none, `tokenId` is its address.
 */
export type Drift = { tokenId: string; what: string }

type DriftDeps = Pick<ChainDeps, 'sql' | 'accessNode' | 'chain'>

/**
 * Compares every token row with the chain. Run it after indexing: tokens under way at the moment are asked for twice. A vault that the node
 * cannot tell of is named and hides no other. Fails with an AccessError when it tells of none, or is away.
 */
export const reportDrift = (deps: DriftDeps): Promise<Drift[]> => lookTwice(() => compare(deps))

async function compare({ sql, accessNode, chain }: DriftDeps): Promise<Drift[]> {
  const rowOwner = new Map<string, string>()
  const chainOwner = new Map<string, string>()
  const silent: Drift[] = []
  const unread = new Set<string>()
  const owners = await listOwners(sql)
  for (const { address, tokenIds } of owners) for (const tokenId of tokenIds) rowOwner.set(tokenId, address)
  await askEach(
    owners,
    async ({ address }) => {
      const held = (await accessNode.runScript(listOwnedIds(addressesOf(chain), { address }))) as bigint[]
      for (const tokenId of held) chainOwner.set(tokenId.toString(), address)
    },
    ({ address, tokenIds }) => {
      silent.push({ tokenId: tokenIds[0] ?? address, what: `the chain does not tell what ${address} holds` })
      unread.add(address)
    },
  )
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
