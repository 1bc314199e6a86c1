import type { OutputOf } from '@kura/contract/endpoint'
import { ensure } from '@kura/contract/errors'
import type { flowSignIn } from '@kura/contract/identity/wallet'
import { termsVersion } from '@kura/contract/limits'
import type { Deps } from '../../deps.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { readAddress } from '../../platform/flow/read-address.ts'
import { limitRate, sourceOf } from '../../platform/http/limit-rate.ts'
import { ownOrigins } from '../../platform/http/own-hosts.ts'
import { ensureWalletMember } from '../member/ensure-wallet-member.ts'
import { startSession } from '../session/session.ts'
import { checkProof } from './check-proof.ts'
import type { ProofDeps, SentProof } from './check-proof.ts'

type SignIn = SentProof & { address: string; termsVersion?: string | undefined; locale?: 'ja' | 'en' | undefined }
type Caller = { ip: string; userAgent: string; language: 'ja' | 'en' }

/**
 * Signs in by an account proof over a nonce that was fetched without a session. Only our own
 * origins count as the app: a proof for another site is invalid here, whatever name that site uses.
 * An unknown wallet makes a new member.
 */
export async function signInByWallet(
  deps: ProofDeps & Pick<Deps, 'env' | 'chain'>,
  body: SignIn,
  { ip, userAgent, language }: Caller,
): Promise<OutputOf<typeof flowSignIn>> {
  const address = readAddress(deps, body.address)
  ensure(body.termsVersion === undefined || body.termsVersion === termsVersion, 'TERMS_OUTDATED')
  await limitRate(deps, 'tokenSignInPerSource', sourceOf(ip))
  const expected = { memberId: null, purpose: 'sign_in', apps: ownOrigins(deps.env) } as const
  await checkProof(deps, expected, { ...body, address })
  const options = { address, locale: body.locale ?? language, agreesToTerms: body.termsVersion !== undefined }
  const session = await transaction(deps.sql, async (db) => {
    const { memberId, isNew } = await ensureWalletMember(db, options)
    const sessionJwt = await startSession(db, { memberId, userAgent, locale: body.locale })
    return { userId: memberId, flowAddress: address, sessionJwt, isNew }
  })
  const facts = { act: 'sign-in', memberId: session.userId, by: 'wallet', source: sourceOf(ip) }
  deps.log.info(facts, 'somebody signed in by a wallet')
  return session
}
