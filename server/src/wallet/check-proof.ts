import { ensure } from '@kura/contract/errors'
import { findAccount } from '../chain/account.ts'
import type { Deps } from '../deps.ts'
import { hashOfToken } from '../session/secret-token.ts'
import { holdsProof } from './account-proof.ts'
import type { ProofSignature } from './account-proof.ts'
import { askChain } from './ask-chain.ts'
import { isNonceOpen, useNonce } from './queries.ts'
import type { NoncePurpose } from './queries.ts'

export type ProofDeps = Pick<Deps, 'sql' | 'log' | 'accessNode'>
/** What a wallet answered to a nonce of ours, as it arrives. */
export type SentProof = {
  nonce: string
  keyId: number
  signature: string
  moreSignatures?: ProofSignature[] | undefined
}
/** Who may use the nonce (null: one fetched without a session), for what, and the names a wallet may have signed for. */
type Expected = { memberId: string | null; purpose: NoncePurpose; apps: readonly string[] }

/**
 * Passes when the keys of the account signed our nonce. The nonce is used up by the first try that the chain could be asked
 * about, right or wrong, and its purpose is fixed by it. Fails with NONCE_NOT_FOUND or WALLET_PROOF_INVALID.
 */
export async function checkProof(
  deps: ProofDeps,
  { memberId, purpose, apps }: Expected,
  sent: SentProof & { address: string },
): Promise<void> {
  const { address, nonce, keyId, signature, moreSignatures = [] } = sent
  const nonceHash = hashOfToken(nonce)
  ensure(await isNonceOpen(deps.sql, nonceHash, memberId), 'NONCE_NOT_FOUND')
  // asked before the nonce is used up: a node that is away must not cost the member a second signature
  const account = await askChain(deps, () => findAccount(deps, address))
  ensure(await useNonce(deps.sql, nonceHash, memberId, purpose), 'NONCE_NOT_FOUND')
  const signatures = [{ keyId, signature }, ...moreSignatures]
  const isProven = apps.some((appIdentifier) =>
    holdsProof(account?.keys ?? [], { appIdentifier, address, nonce, signatures }),
  )
  ensure(isProven, 'WALLET_PROOF_INVALID')
}
