import { ensure } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import { checkPassword } from '../member/check-password.ts'
import { findAuth } from '../member/find-auth.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import { ownOrigins } from '../../platform/http/own-hosts.ts'
import { checkProof } from './check-proof.ts'
import type { ProofDeps, SentProof } from './check-proof.ts'

type Shown = { password?: string | undefined; proof?: SentProof | undefined }

/**
 * Asks whoever is signed in for more than the session, which may be stolen: the password, or where there is none a proof of the
 * linked wallet. Fails with AUTHENTICATION_FAILED, and with NONCE_NOT_FOUND or WALLET_PROOF_INVALID for a proof that is no good.
 */
export async function confirmOwner(
  deps: ProofDeps & Pick<Deps, 'env' | 'passwords'>,
  memberId: string,
  { password, proof }: Shown,
): Promise<void> {
  const member = await findAuth(deps, memberId)
  if (member?.passwordHash !== null) {
    await checkPassword(deps, memberId, password)
    return
  }
  // without both there is nothing to show: a first password comes by mail
  ensure(member.flowAddress !== null && proof, 'AUTHENTICATION_FAILED')
  await limitRate(deps, 'walletPerMember', memberId)
  const expected = { memberId, purpose: 'confirm', apps: ownOrigins(deps.env) } as const
  await checkProof(deps, expected, { ...proof, address: member.flowAddress })
}
