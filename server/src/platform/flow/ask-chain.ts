import { AccessError } from '@kura/cadence/access-error'
import type { Account } from '@kura/cadence/access-node'
import { hasCollection as hasCollectionScript } from '@kura/cadence/collection'
import { AppError } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import { addressesOf } from './chain-config.ts'
import type { ChainDeps } from './chain-config.ts'

/**
 * Reads from the chain for a request. Fails with SERVICE_UNAVAILABLE when the node gives no usable
 * answer.
 */
export async function askChain<T>({ log }: Pick<Deps, 'log'>, question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    if (!(error instanceof AccessError)) throw error
    log.warn({ code: error.code, error: error.message.slice(0, 300) }, 'the chain could not be read')
    throw new AppError('SERVICE_UNAVAILABLE', { cause: error })
  }
}

/**
 * The account with its keys as sealed, for checking an account proof; undefined if there is no such
 * account.
 */
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
