import type { Result } from '@kura/contract/result'
import type { MemberTransaction, SentTransaction } from './run-transaction.ts'
import { signAndSeal } from './signing.ts'
import type { SigningStage } from './signing.ts'
import { ofRefusal, ofWallet, takeProof } from './take-proof.ts'
import type { ProofSteps, WalletStop } from './take-proof.ts'
import { isAlreadyInitialized } from './wallet-error.ts'
import type { WalletProof } from './wallet-proof.ts'
import '../../words/identity-words.ts'

export type LinkResult = { status: 'linked'; address: string } | WalletStop

export type SetupSteps = {
  setup: (address: string) => Promise<Result<{ needsSetup: boolean; transaction: MemberTransaction | null }>>
  runTransaction: (transaction: MemberTransaction) => Promise<SentTransaction>
  onStage: (stage: SigningStage) => void
}
export type LinkToAdd = { nonce: string; proof: WalletProof; email: string; password?: string }
export type LinkSteps = ProofSteps &
  SetupSteps & {
    /** The address linked to the account, '' when none is. */
    accountAddress: string
    email: string
    add: (link: LinkToAdd) => Promise<Result<unknown>>
    /**
     * The password, which a session that is not fresh needs for a first wallet; undefined when the
     * person leaves.
     */
    askPassword: (asked: { isAgain: boolean }) => Promise<string | undefined>
  }

/**
 * Signs in to the wallet and links it to the account: nonce, proof, collection, registration. Never
 * throws.
 */
export async function linkWallet(steps: LinkSteps): Promise<LinkResult> {
  const taken = await takeProof(steps)
  if (taken.status !== 'proven') return taken
  const { nonce, proof } = taken
  if (steps.accountAddress !== '' && steps.accountAddress !== proof.address) {
    return { status: 'failed', messageKey: 'wallet.error.different-address-detected' }
  }
  const stopped = await ensureCollection(steps, proof.address)
  if (stopped) return stopped
  if (steps.accountAddress !== '') return { status: 'linked', address: proof.address }
  return register(steps, { nonce, proof, email: steps.email })
}

/** A missing or wrong password does not use up nonce and proof: the next try sends them again. */
async function register(steps: LinkSteps, link: LinkToAdd, tries = 0): Promise<LinkResult> {
  const added = await steps.add(link)
  if (added.ok) return { status: 'linked', address: link.proof.address }
  if (added.body.errorCode !== 'AUTHENTICATION_FAILED') return ofRefusal(added.body.errorCode)
  steps.onStage('asking')
  const password = await steps.askPassword({ isAgain: tries > 0 })
  if (password === undefined) return { status: 'cancelled' }
  steps.onStage('preparing')
  return register(steps, { ...link, password }, tries + 1)
}

/**
 * Has the signed-in wallet create its collection if there is none; returns undefined on success.
 */
export async function ensureCollection(steps: SetupSteps, address: string): Promise<WalletStop | undefined> {
  const prepared = await steps.setup(address)
  if (!prepared.ok) return ofRefusal(prepared.body.errorCode)
  const { needsSetup, transaction } = prepared.data
  if (!needsSetup || !transaction) return undefined
  const end = await signAndSeal(() => steps.runTransaction(transaction), steps.onStage)
  // it may have been created meanwhile in another tab: the collection exists
  if (end.status === 'done' || isAlreadyInitialized(end.error.cause)) return undefined
  return ofWallet(end, 'wallet.error.transaction-failed')
}
