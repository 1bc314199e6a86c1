import { ensure } from '@kura/contract/errors'
import type { SessionView } from '@kura/contract/identity/sign-in'
import { termsVersion } from '@kura/contract/limits'
import { safeRedirect } from '@kura/contract/redirect'
import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { BotVersion } from '../../platform/gateways/captcha.ts'
import { limitRate, sourceOf } from '../../platform/http/limit-rate.ts'
import { queueMail, siteLink } from '../../platform/mail/queue-mail.ts'
import { sendSoon } from '../../platform/mail/send-waiting-mails.ts'
import type { MailDeps } from '../../platform/mail/send-waiting-mails.ts'
import { normalEmail } from '../member/email-address.ts'
import { emailProven, memberShown } from '../member/member-events.ts'
import { checkDisplayName, plainName } from '../member/member-text.ts'
import { ensurePassword } from '../member/password-rules.ts'
import { isEmailTaken, insertMember } from '../member/queries.ts'
import { findAge, keepBirthday } from '../member/spending-queries.ts'
import { startSession } from '../session/session.ts'
import { hasOpenCode, endMailCodes, useMailCode } from './code-queries.ts'
import { admitMail, needsMail, makeMailCode, checkMailCode, readMailProof } from './mail-codes.ts'

type SignUpDeps = MailDeps & Pick<Deps, 'env' | 'background'>
type SignUpInput = { email: string; locale?: 'ja' | 'en' | undefined; redirect?: string | undefined }
type Caller = { language: 'ja' | 'en'; ip: string; bot: BotVersion | undefined }
type Queued = { requestId: string; mailId: string | undefined }

/**
 * Mails a code and a link to the address; earlier ones stay valid for their time. An address that
 * has an account gets a mail saying so. Result, statements and work are the same, so that nobody
 * learns which it was. Fails with INVALID_EMAIL_FORMAT. Fails with BOT_DENY when the address or the
 * source had many mails and the bot check was not the visible one.
 */
export async function signUp(
  deps: SignUpDeps,
  input: SignUpInput,
  { language, ip, bot }: Caller,
): Promise<{ requestId: string }> {
  const email = normalEmail(input.email)
  await limitRate(deps, 'mailPerSource', sourceOf(ip))
  const request = { purpose: 'sign_up', email, ip, bot } as const
  const admission = await admitMail(deps, request)
  const { requestId, mailId } = await transaction(deps.sql, async (db) =>
    (await needsMail(db, admission, request)) ? mailCode(deps, db, { ...input, email }, language) : unmailed(),
  )
  if (mailId) sendSoon(deps, mailId)
  return { requestId }
}

const unmailed = (): Queued => ({ requestId: newId(), mailId: undefined })

/**
 * The deprecated sign-up. It has no bot check but rates that are useless to bots, and it leaves
 * earlier mails valid, so that it disturbs nobody. Name, birthday and subscription wait with the
 * code for a completion that sends none; a wallet needs its proof.
 */
export async function signUpAsBefore(
  deps: SignUpDeps,
  input: Pick<SignUpInput, 'email'> & OldFields,
  { language, ip }: Pick<Caller, 'language' | 'ip'>,
): Promise<Record<string, never>> {
  const email = normalEmail(input.email)
  await limitRate(deps, 'oldSignUpPerSource', sourceOf(ip))
  await limitRate(deps, 'mailPerSource', sourceOf(ip))
  await limitRate(deps, 'oldSignUpPerAddress', email)
  const { mailId } = await transaction(deps.sql, async (db) =>
    (await hasOpenCode(db, email, 'sign_up'))
      ? unmailed()
      : mailCode(deps, db, { email }, language, waitingFields(input)),
  )
  if (mailId) sendSoon(deps, mailId)
  return {}
}

type OldFields = {
  displayName?: string | undefined
  birthday?: string | undefined
  isSubscribe?: boolean | undefined
}

/** What of the deprecated sign-up waits with the code. A name against the rules is left out. */
const waitingFields = ({ displayName = '', birthday, isSubscribe }: OldFields): Record<string, string> => ({
  ...(plainName(displayName) === '' ? {} : { displayName: displayName.normalize('NFC').trim() }),
  ...(birthday === undefined ? {} : { birthday }),
  ...(isSubscribe === undefined ? {} : { isSubscribe: String(isSubscribe) }),
})

async function mailCode(
  { env }: Pick<Deps, 'env'>,
  db: Db,
  { email, ...input }: SignUpInput,
  language: 'ja' | 'en',
  waiting: Record<string, string> = {},
): Promise<Queued> {
  const locale = input.locale ?? language
  const redirect = safeRedirect(input.redirect)
  const onward: Record<string, string> = redirect === '/' ? {} : { redirect }
  const isTaken = await isEmailTaken(db, email)
  // also for a taken address, whose code is sent to nobody: wrong codes must fail in the same way
  const options = { purpose: 'sign_up', email, memberId: null, payload: { ...waiting, locale } } as const
  const { code, token, requestId } = await makeMailCode(db, options)
  const mail = { recipient: email, locale }
  if (isTaken) {
    const link = siteLink(env, '/login', onward)
    return { requestId, mailId: await queueMail(db, { ...mail, template: 'already-member', words: { link } }) }
  }
  const link = siteLink(env, '/signup/complete', { token, ...onward })
  return { requestId, mailId: await queueMail(db, { ...mail, template: 'sign-up', words: { code, link } }) }
}

type Completion = {
  email?: string | undefined
  code?: string | undefined
  token?: string | undefined
  requestId?: string | undefined
  password: string
  displayName?: string | undefined
  isSubscribed?: boolean | undefined
  termsVersion: string
}

/**
 * Makes the account by the mailed code (with its address) or the token of the link, and signs in. A
 * code is valid once, for ten minutes and five tries; using one ends the others of the address.
 * Unknown, used and wrong are all TOKEN_NOTFOUND.
 */
export async function completeSignUp(
  { sql, passwords }: Pick<Deps, 'sql' | 'passwords'>,
  body: Completion,
  { userAgent }: { userAgent: string },
): Promise<SessionView> {
  // checks that need no code come first, so that they cost no try
  const chosenName = body.displayName === undefined ? undefined : checkDisplayName(body.displayName)
  ensure(body.termsVersion === termsVersion, 'TERMS_OUTDATED')
  const proof = readMailProof(body)
  if ('email' in proof) ensurePassword(body.password, proof.email)
  const found = await checkMailCode(sql, 'sign_up', proof)
  ensurePassword(body.password, found.email)
  const passwordHash = await passwords.hash(body.password)
  return transaction(sql, async (db) => {
    ensure(await useMailCode(db, found.id), 'TOKEN_NOTFOUND')
    const id = newId()
    const { email, payload } = found
    const [locale, displayName] = [payload.locale ?? 'ja', chosenName ?? payload.displayName ?? '']
    const isSubscribed = body.isSubscribed ?? payload.isSubscribe === 'true'
    const isNew = await insertMember(db, { id, email, passwordHash, displayName, isSubscribed, locale, termsVersion })
    ensure(isNew, 'TOKEN_NOTFOUND')
    if (payload.birthday !== undefined && (await findAge(db, payload.birthday)))
      await keepBirthday(db, id, payload.birthday)
    await endMailCodes(db, { email }, 'sign_up')
    await recordAct(db, { actor: id, act: 'member.signed-up', subject: id, details: { termsVersion } })
    const sessionJwt = await startSession(db, { memberId: id, userAgent })
    await memberShown.publish(db, { memberId: id })
    await emailProven.publish(db, { memberId: id })
    return { userId: id, flowAddress: '', sessionJwt }
  })
}
