import type { Account } from '@kura/cadence/access-node'
import { hasCollection as hasCollectionScript } from '@kura/cadence/collection'
import { addressesOf, type ChainDeps } from './chain-config.ts'

/** The account with its keys as sealed, for checking an account proof; undefined if there is no such account. */
export const findAccount = (
  { accessNode }: Pick<ChainDeps, 'accessNode'>,
  address: string,
): Promise<Account | undefined> => accessNode.findAccount(address)

/** Whether the account can receive tokens. Fails with an AccessError when the node does not answer. */
export async function hasCollection(
  { accessNode, chain }: Pick<ChainDeps, 'accessNode' | 'chain'>,
  address: string,
): Promise<boolean> {
  return (await accessNode.runScript(hasCollectionScript(addressesOf(chain), { address }))) === true
}
