import { createCollection } from '@kura/cadence/collection'
import type { OutputOf } from '@kura/contract/endpoint'
import { ensure, AppError } from '@kura/contract/errors'
import type { flowSetup } from '@kura/contract/identity/wallet'
import type { Deps } from '../../deps.ts'
import type { Env } from '../../env.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { hasCollection, askChain } from '../../platform/flow/ask-chain.ts'
import { addressesOf } from '../../platform/flow/chain-config.ts'
import { readAddress } from '../../platform/flow/read-address.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { ownOrigins } from '../../platform/http/own-hosts.ts'
import { notifyAccount } from '../notification/notify.ts'
import { queueMail, siteLink } from '../../platform/mail/queue-mail.ts'
import { sendSoon } from '../../platform/mail/send-waiting-mails.ts'
import type { MailDeps } from '../../platform/mail/send-waiting-mails.ts'
import { checkPassword } from '../member/check-password.ts'
import { findEmail } from '../member/email-address.ts'
import { noteCollection } from '../member/ensure-full-member.ts'
import { firstWalletLinked } from '../member/member-events.ts'
import { isFreshSignIn } from '../session/session.ts'
import { checkProof } from './check-proof.ts'
import type { SentProof } from './check-proof.ts'
import { asDuplicate } from './move-link.ts'
import { isEmailOfAnother, lockForLink, setAddress } from './queries.ts'

type LinkDeps = MailDeps & Pick<Deps, 'env' | 'background' | 'accessNode' | 'chain' | 'passwords'>
type LinkRequest = SentProof & { address: string; email?: string | undefined; password?: string | undefined }

/**
 * Links the wallet whose keys signed our nonce; a first one in an older session needs the password,
 * too. The first try that the chain could be asked about uses the nonce, right or wrong. Linking
 * the same address again is no failure. `email` is what the wallet says; it is only compared, never
 * stored.
 */
export async function linkWallet(deps: LinkDeps, viewer: Viewer, body: LinkRequest): Promise<Record<string, never>> {
  const address = readAddress(deps, body.address)
  ensure(viewer.flowAddress === '' || viewer.flowAddress === address, 'WALLET_DIFFERENT_ADDRESS')
  await limitRate(deps, 'walletPerMember', viewer.memberId)
  if (viewer.flowAddress === '') await confirmFirstLink(deps, viewer, body.password)
  // the result says whether another address has an account, so its rate is as low as for a new
  // address
  const claimed = findEmail(body.email ?? '')
  if (claimed && claimed !== viewer.email) await limitRate(deps, 'emailChangePerMember', viewer.memberId)
  const expected = { memberId: viewer.memberId, purpose: 'link', apps: appIdentifiers(deps.env) } as const
  await checkProof(deps, expected, { ...body, address })
  const mailId = await transaction(deps.sql, (db) => link(deps, db, viewer, address, body.email)).catch(asDuplicate)
  if (mailId) sendSoon(deps, mailId)
  return {}
}

/** Returns the id of the mail to the member, or undefined when nothing changed. */
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
  await notifyAccount(db, memberId, 'wallet-linked')
  // points go to accounts with a proven address: keys cost nothing, and are no sign of another
  // person
  if (!member.email) return undefined
  await firstWalletLinked.publish(db, { memberId })
  const words = { address, link: siteLink(env, '/') }
  return queueMail(db, { recipient: member.email, locale: member.locale, template: 'wallet-linked', words })
}

/**
 * Asks for the password before a first wallet is linked, unless this device signed in a moment ago:
 * a wallet is a lasting way into the account, which a stolen session must not gain. Uses no nonce.
 * Fails with AUTHENTICATION_FAILED; `details` say when the password was missing, not wrong.
 */
async function confirmFirstLink(
  deps: Pick<Deps, 'sql' | 'passwords' | 'log'>,
  viewer: Viewer,
  password: string | undefined,
): Promise<void> {
  if (await isFreshSignIn(deps, viewer)) return
  if (password === undefined)
    throw new AppError('AUTHENTICATION_FAILED', { details: [{ field: 'password', fault: 'required' }] })
  await checkPassword(deps, viewer.memberId, password)
}

/**
 * The app names that a wallet may have signed: our origins. Any site can use the product's name, so
 * it counts only outside a live site, and only for linking by a signed-in member.
 */
export const appIdentifiers = (env: Pick<Env, 'PUBLIC_URL' | 'LIVE' | 'SITE_NAME'>): string[] => [
  ...ownOrigins(env),
  ...(env.LIVE ? [] : [env.SITE_NAME]),
]

/**
 * Whether the address must still create its collection, and the transaction for that, which its own
 * wallet signs and sends. Fails with WALLET_DIFFERENT_ADDRESS when the member has another wallet.
 */
export async function setUpCollection(
  deps: Pick<Deps, 'sql' | 'accessNode' | 'chain' | 'log'>,
  viewer: Viewer,
  body: { address: string },
): Promise<OutputOf<typeof flowSetup>> {
  const address = readAddress(deps, body.address)
  ensure(viewer.flowAddress === '' || viewer.flowAddress === address, 'WALLET_DIFFERENT_ADDRESS')
  await limitRate(deps, 'walletPerMember', viewer.memberId)
  const isThere = await askChain(deps, () => hasCollection(deps, address))
  await noteCollection(deps, viewer.memberId, { address, isThere })
  if (isThere) return { needsSetup: false, transaction: null }
  const { cadence, limit } = createCollection(addressesOf(deps.chain), {})
  return { needsSetup: true, transaction: { cadence, limit } }
}
