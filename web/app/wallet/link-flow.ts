import type { ErrorCode } from '@kura/contract/errors'
import type { Result } from '@kura/contract/result'
import type { MemberTransaction, SentTransaction } from './run-transaction.ts'
import { isAlreadyInitialized, toWalletError } from './wallet-error.ts'
import type { ProofResult, WalletProof } from './wallet-proof.ts'

export type WalletMessageKey =
  | 'wallet.error.duplicated-addess'
  | 'wallet.error.timeout'
  | 'wallet.error.unknown'
  | 'wallet.error.different-address-detected'
  | 'wallet.error.transaction-failed'
  | 'wallet.error.unexpected-service'

export type LinkResult =
  | { status: 'linked'; address: string }
  | { status: 'cancelled' }
  /** The bot check refused: it falls back to its other version and the person tries again. */
  | { status: 'bot-denied' }
  | { status: 'failed'; messageKey: WalletMessageKey; cause?: unknown }

export type LinkSteps = {
  /** Address of the account now, '' when none is linked. */
  accountAddress: string
  email: string
  /** The one-time nonce; fetched before the click where it can be. */
  nonce: () => Promise<Result<{ nonce: string }>>
  prove: (nonce: string) => Promise<ProofResult>
  setup: (address: string) => Promise<Result<{ needsSetup: boolean; transaction: MemberTransaction | null }>>
  runTransaction: (transaction: MemberTransaction) => Promise<SentTransaction>
  add: (link: { nonce: string; proof: WalletProof; email: string }) => Promise<Result<unknown>>
  /** Counts transactions that wait for the chain: +1 when one is sent, -1 when it ended. */
  onPending: (change: 1 | -1) => void
}

/** Signs in to the wallet and links it to the account: nonce, proof, collection, registration. Never throws. */
export async function linkWallet(steps: LinkSteps): Promise<LinkResult> {
  const prepared = await steps.nonce()
  if (!prepared.ok) return ofRefusal(prepared.body.errorCode)
  let proven: ProofResult
  try {
    proven = await steps.prove(prepared.data.nonce)
  } catch (error) {
    return ofWallet(error, 'wallet.error.unknown')
  }
  if (proven.status === 'not-signed-in') return { status: 'cancelled' }
  if (proven.status === 'unexpected-service') return { status: 'failed', messageKey: 'wallet.error.unexpected-service' }
  const { proof } = proven
  if (steps.accountAddress !== '' && steps.accountAddress !== proof.address) {
    return { status: 'failed', messageKey: 'wallet.error.different-address-detected' }
  }
  const stopped = await ensureCollection(steps, proof.address)
  if (stopped) return stopped
  if (steps.accountAddress !== '') return { status: 'linked', address: proof.address }
  const added = await steps.add({ nonce: prepared.data.nonce, proof, email: steps.email })
  return added.ok ? { status: 'linked', address: proof.address } : ofRefusal(added.body.errorCode)
}

async function ensureCollection(steps: LinkSteps, address: string): Promise<LinkResult | undefined> {
  const answer = await steps.setup(address)
  if (!answer.ok) return ofRefusal(answer.body.errorCode)
  if (!answer.data.needsSetup || !answer.data.transaction) return undefined
  steps.onPending(1)
  try {
    const sent = await steps.runTransaction(answer.data.transaction)
    await sent.waitForSeal()
    return undefined
  } catch (error) {
    // somebody else created it meanwhile, perhaps this person in another tab: the chain has what we wanted
    if (isAlreadyInitialized((error as Error).cause ?? error)) return undefined
    return ofWallet(error, 'wallet.error.transaction-failed')
  } finally {
    steps.onPending(-1)
  }
}

function ofWallet(error: unknown, messageKey: WalletMessageKey): LinkResult {
  const known = toWalletError(error)
  return known.kind === 'user-rejected' ? { status: 'cancelled' } : { status: 'failed', messageKey, cause: known }
}

function ofRefusal(code: ErrorCode): LinkResult {
  if (code === 'BOT_DENY') return { status: 'bot-denied' }
  return { status: 'failed', messageKey: refusals[code] ?? 'wallet.error.unknown' }
}

const refusals: Partial<Record<ErrorCode, WalletMessageKey>> = {
  AUTHENTICATION_DUPLICATED: 'wallet.error.duplicated-addess',
  EMAIL_EXISTS_IN_AUTH: 'wallet.error.duplicated-addess',
  NONCE_NOT_FOUND: 'wallet.error.timeout',
  WALLET_DIFFERENT_ADDRESS: 'wallet.error.different-address-detected',
}
