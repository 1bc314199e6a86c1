import type { AccessNode } from './access-node.ts'
import type { ContractAddresses } from './addresses.ts'
import type { ScriptCall } from './door.ts'
import { listOwned, listOwnedIds, ownedPage } from './token.ts'

/** A token as the chain has it. */
export type OwnedToken = { id: bigint; refId: string; itemId: string; serial: bigint }
/** `most` tokens are asked for at once. */
type Vault = { address: string; most?: number }

/**
 * Ids of the tokens an account holds, at one moment; what its owner put by hand is left out. Fails
 * with an AccessError.
 */
export const readOwnedIds = (
  accessNode: AccessNode,
  addresses: ContractAddresses,
  { address, most = ownedPage.ids }: Vault,
): Promise<bigint[]> => readPages(accessNode, most, (from) => listOwnedIds(addresses, { address, from, most }))

/**
 * The tokens an account holds, at one moment; what its owner put by hand is left out. Fails with an
 * AccessError.
 */
export const readOwned = (
  accessNode: AccessNode,
  addresses: ContractAddresses,
  { address, most = ownedPage.tokens }: Vault,
): Promise<OwnedToken[]> => readPages(accessNode, most, (from) => listOwned(addresses, { address, from, most }))

/**
 * All pages. Their order is one block's: a token that comes or goes moves others to another place.
 * So where one page is not all, every page is read at the same block.
 */
async function readPages<T>(accessNode: AccessNode, most: number, page: (from: number) => ScriptCall): Promise<T[]> {
  const first = (await accessNode.runScript(page(0))) as (T | null)[]
  if (first.length < most) return first.filter((one) => one !== null)
  const { height } = await accessNode.getSealedBlock()
  const all: (T | null)[] = []
  for (let read = most; read === most;) {
    const told = (await accessNode.runScript(page(all.length), height)) as (T | null)[]
    all.push(...told)
    read = told.length
  }
  return all.filter((one) => one !== null)
}
