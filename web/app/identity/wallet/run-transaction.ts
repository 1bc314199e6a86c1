import type { MakeArguments } from '@onflow/fcl'
import type { SiteConfig } from '@kura/contract/site'
import { loadFcl } from './load-fcl.ts'
import type { Fcl } from './load-fcl.ts'
import { toWalletError, WalletError } from './wallet-error.ts'
import { withPrefix } from './wallet-proof.ts'

export type MemberTransaction = {
  cadence: string
  /** The most computation it may use. */
  limit: number
  args?: MakeArguments
  /** The only address that may sign it; if left out, any that is signed in to the wallet. */
  signer?: string
}
export type SentTransaction = {
  transactionId: string
  /** Resolves when it is sealed with success, and fails as running it does. */
  waitForSeal: () => Promise<void>
}

type LoadFcl = (site: SiteConfig) => Promise<Fcl>
/** The network's status of a transaction that was not sealed in time; it never has an effect. */
const expired = 5

/**
 * Has the member's wallet sign and send a transaction. Any failure, also while waiting for the
 * seal, signs the wallet out and throws a WalletError with its cause. A wallet with another address
 * than the signer's fails before it is asked to sign.
 */
export async function runTransaction(
  site: SiteConfig,
  { signer, ...transaction }: MemberTransaction,
  load: LoadFcl = loadFcl,
): Promise<SentTransaction> {
  const transactionId = await guarded(bring(site, load), async (fcl) => {
    if (signer !== undefined) await signInAs(fcl, signer)
    return fcl.mutate(transaction)
  })
  return { transactionId, waitForSeal: () => waitForSeal(site, transactionId, load) }
}

/**
 * Waits until a transaction that was sent is sealed with success. Fails as `runTransaction` does.
 */
export const waitForSeal = (site: SiteConfig, transactionId: string, load: LoadFcl = loadFcl): Promise<void> =>
  guarded(load(site), async (fcl) => {
    const end = await fcl.tx(transactionId).onceSealed()
    if (end?.status === expired) throw new WalletError('transaction-expired', end)
  })

/** Signs the wallet out when something failed before it could be asked. */
export const leaveWallet = async (site: SiteConfig, load: LoadFcl = loadFcl): Promise<void> =>
  signOut(await load(site).catch(() => undefined))

/**
 * Without the library nothing can have been sent: a different error from a network that fails
 * later.
 */
const bring = (site: SiteConfig, load: LoadFcl): Promise<Fcl> =>
  load(site).catch((thrown) => {
    throw new WalletError('not-loaded', thrown)
  })

async function guarded<T>(loading: Promise<Fcl>, work: (fcl: Fcl) => Promise<T>): Promise<T> {
  let fcl: Fcl | undefined
  try {
    fcl = await loading
    return await work(fcl)
  } catch (error) {
    await signOut(fcl)
    throw toWalletError(error)
  }
}

/** Never throws: the first error is the one to show. */
async function signOut(fcl: Fcl | undefined): Promise<void> {
  try {
    await fcl?.unauthenticate()
  } catch {
    // the wallet library forgets its member when the tab closes at the latest
  }
}

async function signInAs(fcl: Fcl, signer: string): Promise<void> {
  const user = await fcl.authenticate()
  if (!user?.loggedIn || !user.addr) throw new WalletError('user-rejected', 'the wallet was left')
  if (withPrefix(user.addr) !== signer) throw new WalletError('different-address', user.addr)
}
