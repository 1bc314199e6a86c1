import type { AccessNode } from './access-node.ts'
import type { ContractAddresses } from './addresses.ts'
import type { ScriptCall } from './door.ts'
import { listOwned, listOwnedIds, ownedPage } from './token.ts'

/** A token as the chain has it. */
export type OwnedToken = { id: bigint; refId: string; itemId: string; serial: bigint }
/** `most` tokens are read per call. */
type Vault = { address: string; most?: number }

/**
 * Ids of the tokens an account holds at one block, without those its owner stored by hand. Fails
 * with an AccessError.
 */
export const readOwnedIds = (
  accessNode: AccessNode,
  addresses: ContractAddresses,
  { address, most = ownedPage.ids }: Vault,
): Promise<bigint[]> => readPages(accessNode, most, (from) => listOwnedIds(addresses, { address, from, most }))

/**
 * The tokens an account holds at one block, without those its owner stored by hand. Fails with an
 * AccessError.
 */
export const readOwned = (
  accessNode: AccessNode,
  addresses: ContractAddresses,
  { address, most = ownedPage.tokens }: Vault,
): Promise<OwnedToken[]> => readPages(accessNode, most, (from) => listOwned(addresses, { address, from, most }))

/**
 * Reads all pages. Their order holds for one block only: a token that arrives or leaves moves the
 * others. So when there are several pages, all are read at the same block.
 */
async function readPages<T>(accessNode: AccessNode, most: number, page: (from: number) => ScriptCall): Promise<T[]> {
  const first = (await accessNode.runScript(page(0))) as (T | null)[]
  if (first.length < most) return first.filter((one) => one !== null)
  const { height } = await accessNode.getSealedBlock()
  const all: (T | null)[] = []
  for (let read = most; read === most;) {
    const entries = (await accessNode.runScript(page(all.length), height)) as (T | null)[]
    all.push(...entries)
    read = entries.length
  }
  return all.filter((one) => one !== null)
}
