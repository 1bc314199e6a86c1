import { randomBytes } from 'node:crypto'
import type { AccountKey } from '@kura/cadence/access-node'
import { AppError, ensure } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import { findAccount, askChain } from '../../platform/flow/ask-chain.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { ownOrigins } from '../../platform/http/own-hosts.ts'
import { hashOfToken } from '../../platform/secret-token.ts'
import { checkPassword } from '../member/check-password.ts'
import { findAuth } from '../member/queries.ts'
import { holdsProof } from './account-proof.ts'
import type { ProofSignature } from './account-proof.ts'
import { findOpenNonce, useNonces, insertNonce } from './queries.ts'
import type { NoncePurpose } from './queries.ts'

export type ProofDeps = Pick<Deps, 'sql' | 'log' | 'env' | 'accessNode'>
/** A wallet's signature of our nonce, as it arrives. */
export type SentProof = {
  nonce: string
  keyId: number
  signature: string
  moreSignatures?: ProofSignature[] | undefined
}
/**
 * Who may use the nonce (null: one fetched without a session), for what, and the names a wallet may
 * have signed for.
 */
type Expected = { memberId: string | null; purpose: NoncePurpose; apps: readonly string[] }
type AddressedProof = SentProof & { address: string }
/** One of several proofs of a request; `field` is where the request has it. */
export type NamedProof = AddressedProof & { purpose: NoncePurpose; field: string }

/**
 * Passes when the keys of the account signed our nonce. The first try that the chain could be asked
 * about uses the nonce, right or wrong, and sets its purpose. Fails with NONCE_NOT_FOUND or
 * WALLET_PROOF_INVALID; `details` say when the nonce was fetched the other way (with or without a
 * session), and when the wallet signed the product's name instead of the origin.
 */
export const checkProof = (
  deps: ProofDeps,
  { memberId, purpose, apps }: Expected,
  sent: AddressedProof,
): Promise<void> => checkProofs(deps, { memberId, apps }, [{ ...sent, purpose, field: 'signature' }])

/**
 * The same for proofs that count only together, each over its own nonce. All are checked before a
 * nonce is used: if all are valid, all nonces are used at once. A wrong proof uses only its own, so
 * that the others need not be signed again. `details` name the wrong ones.
 */
export async function checkProofs(
  deps: ProofDeps,
  { memberId, apps }: Omit<Expected, 'purpose'>,
  sent: readonly NamedProof[],
): Promise<void> {
  const proofs = sent.map((proof) => ({ ...proof, nonceHash: hashOfToken(proof.nonce) }))
  ensure(new Set(proofs.map(({ nonce }) => nonce)).size === proofs.length, 'NONCE_NOT_FOUND')
  for (const { nonceHash, field } of proofs) {
    const open = await findOpenNonce(deps.sql, nonceHash)
    if (open?.memberId !== memberId) throw foreignNonce(open, memberId, field)
  }
  // asked before a nonce is used up: a node that is away must not cost the member another signature
  const accounts = await askChain(deps, () => Promise.all(proofs.map(({ address }) => findAccount(deps, address))))
  const keysAt = (at: number): readonly AccountKey[] => accounts[at]?.keys ?? []
  const wrong = proofs.flatMap((proof, at) => {
    if (isProven(proof, keysAt(at), apps)) return []
    const isOfName = isProven(proof, keysAt(at), [deps.env.SITE_NAME])
    return [{ ...proof, fault: isOfName ? 'app_identifier_is_not_the_origin' : 'does_not_hold' }]
  })
  ensure(await useNonces(deps.sql, memberId, wrong.length > 0 ? wrong : proofs), 'NONCE_NOT_FOUND')
  if (wrong.length === 0) return
  const details = wrong.map(({ field, fault }) => ({ field, fault }))
  throw new AppError('WALLET_PROOF_INVALID', { details })
}

type OpenNonce = { memberId: string | null } | undefined

/**
 * An open nonce that the caller may not use. It says whether the nonce was fetched with a session,
 * not whose session.
 */
function foreignNonce(open: OpenNonce, memberId: string | null, field: string): AppError {
  if (!open || (open.memberId !== null && memberId !== null)) return new AppError('NONCE_NOT_FOUND')
  const fault = open.memberId === null ? 'fetched_without_session' : 'fetched_with_session'
  const place = field === 'signature' ? 'nonce' : `${field}.nonce`
  return new AppError('NONCE_NOT_FOUND', { details: [{ field: place, fault }] })
}

function isProven(proof: AddressedProof, keys: readonly AccountKey[], apps: readonly string[]): boolean {
  const { address, nonce, keyId, signature, moreSignatures = [] } = proof
  const signatures = [{ keyId, signature }, ...moreSignatures]
  return apps.some((appIdentifier) => holdsProof(keys, { appIdentifier, address, nonce, signatures }))
}

/**
 * A nonce for one account proof: good once, for five minutes, and only for the member who asked, if
 * one did.
 */
export async function prepareProof({ sql }: Pick<Deps, 'sql'>, viewer: Viewer | undefined): Promise<{ nonce: string }> {
  const nonce = randomBytes(32).toString('hex')
  await insertNonce(sql, hashOfToken(nonce), viewer?.memberId ?? null)
  return { nonce }
}

type OwnerProof = { password?: string | undefined; proof?: SentProof | undefined }

/**
 * Asks a signed-in member for more than the session, which may be stolen: the password, or without
 * one a proof of the linked wallet. Returns the hash of the password, null without one, so that the
 * caller can see whether it changed meanwhile. Fails with AUTHENTICATION_FAILED, and with
 * NONCE_NOT_FOUND or WALLET_PROOF_INVALID for an invalid proof.
 */
export async function confirmOwner(
  deps: ProofDeps & Pick<Deps, 'env' | 'passwords'>,
  memberId: string,
  { password, proof }: OwnerProof,
): Promise<string | null> {
  const member = await findAuth(deps.sql, memberId)
  if (member?.passwordHash !== null) return checkPassword(deps, memberId, password)
  // without both there is nothing to show: a first password comes by mail
  ensure(member.flowAddress !== null && proof, 'AUTHENTICATION_FAILED')
  await limitRate(deps, 'walletPerMember', memberId)
  const expected = { memberId, purpose: 'confirm', apps: ownOrigins(deps.env) } as const
  await checkProof(deps, expected, { ...proof, address: member.flowAddress })
  return null
}
