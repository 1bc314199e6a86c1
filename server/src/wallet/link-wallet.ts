import { AppError, ensure } from '@kura/contract/errors'
import { findAccount } from '../chain/account.ts'
import type { Db } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import type { Viewer } from '../http/on.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { sendSoon } from '../mail/send-soon.ts'
import type { MailDeps } from '../mail/send-waiting-mails.ts'
import { siteLink } from '../mail/site-link.ts'
import { findEmail } from '../member/email-address.ts'
import { recordAct } from '../member/record-act.ts'
import { limitRate } from '../session/limit-rate.ts'
import { hashOfToken } from '../session/secret-token.ts'
import { holdsProof } from './account-proof.ts'
import type { ProofSignature } from './account-proof.ts'
import { appIdentifiers } from './app-identifiers.ts'
import { askChain } from './ask-chain.ts'
import { isEmailOfAnother, isNonceOpen, lockForLink, setAddress, useNonce } from './queries.ts'
import { readAddress } from './read-address.ts'

type LinkDeps = MailDeps & Pick<Deps, 'env' | 'background' | 'accessNode' | 'chain'>
type LinkRequest = {
  nonce: string
  address: string
  keyId: number
  signature: string
  moreSignatures?: ProofSignature[] | undefined
  email?: string | undefined
}

/**
 * Links the wallet whose keys signed our nonce. The nonce is used up by the first try that the chain could be asked about, right or
 * wrong. Linking the same address again is no failure. `email` is what the wallet says and is only compared, never stored.
 */
export async function linkWallet(deps: LinkDeps, viewer: Viewer, body: LinkRequest): Promise<Record<string, never>> {
  const address = readAddress(deps, body.address)
  ensure(viewer.flowAddress === '' || viewer.flowAddress === address, 'WALLET_DIFFERENT_ADDRESS')
  await limitRate(deps, 'walletPerMember', viewer.memberId)
  await checkProof(deps, viewer, { ...body, address })
  const mailId = await transaction(deps.sql, (db) => link(deps, db, viewer, address, body.email)).catch(asDuplicate)
  if (mailId) sendSoon(deps, mailId)
  return {}
}

async function checkProof(deps: LinkDeps, viewer: Viewer, body: LinkRequest): Promise<void> {
  const { address, nonce, keyId, signature, moreSignatures = [] } = body
  const nonceHash = hashOfToken(nonce)
  ensure(await isNonceOpen(deps.sql, nonceHash, viewer.memberId), 'NONCE_NOT_FOUND')
  // asked before the nonce is used up: a node that is away must not cost the member a second signature
  const account = await askChain(deps, () => findAccount(deps, address))
  ensure(await useNonce(deps.sql, nonceHash, viewer.memberId, 'link'), 'NONCE_NOT_FOUND')
  const signatures = [{ keyId, signature }, ...moreSignatures]
  const isProven = appIdentifiers(deps.env).some((appIdentifier) =>
    holdsProof(account?.keys ?? [], { appIdentifier, address, nonce, signatures }),
  )
  ensure(isProven, 'WALLET_PROOF_INVALID')
}

/** Answers the id of the mail that tells the member, or undefined when nothing changed. */
async function link(
  { env }: Pick<Deps, 'env'>,
  db: Db,
  { memberId }: Viewer,
  address: string,
  claimedEmail: string | undefined,
): Promise<string | undefined> {
  const member = await lockForLink(db, memberId)
  ensure(member, 'INVALID_SESSION')
  if (member.flowAddress === address) return undefined
  ensure(member.flowAddress === null, 'WALLET_DIFFERENT_ADDRESS')
  const email = findEmail(claimedEmail ?? '')
  if (email) ensure(!(await isEmailOfAnother(db, email, memberId)), 'EMAIL_EXISTS_IN_AUTH')
  ensure(await setAddress(db, memberId, address), 'WALLET_DIFFERENT_ADDRESS')
  await recordAct(db, { actor: memberId, act: 'wallet.linked', subject: memberId, details: { address } })
  if (!member.email) return undefined
  const words = { address, link: siteLink(env, '/') }
  return queueMail(db, { recipient: member.email, locale: member.locale, template: 'wallet-linked', words })
}

function asDuplicate(error: unknown): never {
  const { code, constraint_name: constraint } = error as { code?: string; constraint_name?: string }
  if (code !== '23505' || constraint !== 'members_flow_address') throw error
  throw new AppError('AUTHENTICATION_DUPLICATED', { cause: error })
}
