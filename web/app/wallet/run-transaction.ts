import type { SiteConfig } from '@kura/contract/site'
import { loadFcl } from './load-fcl.ts'
import type { Fcl } from './load-fcl.ts'
import { toWalletError } from './wallet-error.ts'

export type MemberTransaction = { cadence: string; limit: number }
export type SentTransaction = { txId: string; waitForSeal: () => Promise<void> }

/**
 * Has the member's wallet sign and send a transaction. Any failure, then or while waiting for the seal, signs the wallet out and
 * throws a WalletError.
 */
export async function runTransaction(
  site: SiteConfig,
  transaction: MemberTransaction,
  load: (site: SiteConfig) => Promise<Fcl> = loadFcl,
): Promise<SentTransaction> {
  const fcl = await load(site)
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      await fcl.unauthenticate()
      throw toWalletError(error)
    }
  }
  const txId = await guarded(() => fcl.mutate({ cadence: transaction.cadence, limit: transaction.limit }))
  return { txId, waitForSeal: () => guarded(async () => void (await fcl.tx(txId).onceSealed())) }
}
