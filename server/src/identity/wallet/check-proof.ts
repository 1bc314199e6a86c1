import type { AccountKey } from '@kura/cadence/access-node'
import { AppError, ensure } from '@kura/contract/errors'
import { findAccount } from '../../platform/flow/account.ts'
import type { Deps } from '../../deps.ts'
import { hashOfToken } from '../../platform/secret-token.ts'
import { holdsProof } from './account-proof.ts'
import type { ProofSignature } from './account-proof.ts'
import { askChain } from '../../platform/flow/ask-chain.ts'
import { isNonceOpen, useNonces } from './queries.ts'
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
type AddressedProof = SentProof & { address: string }
/** One of several proofs of a request; `field` is where the request has it. */
export type NamedProof = AddressedProof & { purpose: NoncePurpose; field: string }

/**
 * Passes when the keys of the account signed our nonce. The nonce is used up by the first try that the chain could be asked
 * about, right or wrong, and its purpose is fixed by it. Fails with NONCE_NOT_FOUND or WALLET_PROOF_INVALID.
 */
export const checkProof = (
  deps: ProofDeps,
  { memberId, purpose, apps }: Expected,
  sent: AddressedProof,
): Promise<void> => checkProofs(deps, { memberId, apps }, [{ ...sent, purpose, field: 'signature' }])

/**
 * The same for proofs that count only together, each over a nonce of its own. All are looked at before any nonce is used up: where
 * all hold, all are, at once; a wrong one uses up its own alone, so that the others need not be signed again. `details` name the
 * wrong ones.
 */
export async function checkProofs(
  deps: ProofDeps,
  { memberId, apps }: Omit<Expected, 'purpose'>,
  sent: readonly NamedProof[],
): Promise<void> {
  const proofs = sent.map((proof) => ({ ...proof, nonceHash: hashOfToken(proof.nonce) }))
  ensure(new Set(proofs.map(({ nonce }) => nonce)).size === proofs.length, 'NONCE_NOT_FOUND')
  for (const { nonceHash } of proofs) ensure(await isNonceOpen(deps.sql, nonceHash, memberId), 'NONCE_NOT_FOUND')
  // asked before a nonce is used up: a node that is away must not cost the member another signature
  const accounts = await askChain(deps, () => Promise.all(proofs.map(({ address }) => findAccount(deps, address))))
  const wrong = proofs.filter((proof, at) => !isProven(proof, accounts[at]?.keys ?? [], apps))
  ensure(await useNonces(deps.sql, memberId, wrong.length > 0 ? wrong : proofs), 'NONCE_NOT_FOUND')
  if (wrong.length === 0) return
  const details = wrong.map(({ field }) => ({ field, fault: 'does_not_hold' }))
  throw new AppError('WALLET_PROOF_INVALID', { details })
}

function isProven(proof: AddressedProof, keys: readonly AccountKey[], apps: readonly string[]): boolean {
  const { address, nonce, keyId, signature, moreSignatures = [] } = proof
  const signatures = [{ keyId, signature }, ...moreSignatures]
  return apps.some((appIdentifier) => holdsProof(keys, { appIdentifier, address, nonce, signatures }))
}
