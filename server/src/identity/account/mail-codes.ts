import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { ensure, AppError } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import type { BotVersion } from '../../platform/gateways/captcha.ts'
import { sourceOf, takesRate } from '../../platform/http/limit-rate.ts'
import { hashOfToken, newSecretToken } from '../../platform/secret-token.ts'
import { mailboxOf, normalEmail } from '../member/email-address.ts'
import { hasOpenCode, endMailCodes, insertMailCode, findByLinkToken, takeTries } from './code-queries.ts'
import type { CodePurpose, CodeOwner, FoundCode } from './code-queries.ts'

/** `recent`: the visible check was passed, but the address got such a mail minutes ago. */
type Admission = 'mail' | 'recent'
type Request = { purpose: CodePurpose; email: string; ip: string; bot: BotVersion | undefined }

/**
 * Whether an address may be mailed. Anybody can request mail to any address, so no limit refuses:
 * past it, one source or many need the visible bot check (BOT_DENY without it) and get one mail in
 * `mailAgainMinutes`. So a stranger can neither keep the owner from a new code nor flood the
 * mailbox. It knows nothing of accounts.
 */
export async function admitMail(deps: { sql: Db }, { purpose, email, ip, bot }: Request): Promise<Admission> {
  const who = `${purpose} ${mailboxOf(email)}`
  // the wide one last: a source that has used up its own takes nothing from it
  const isUsual =
    (await takesRate(deps, 'mailPerAddressAndSource', `${who} ${sourceOf(ip)}`)) &&
    (await takesRate(deps, 'mailPerAddress', who))
  if (isUsual) return 'mail'
  ensure(bot === 'v2', 'BOT_DENY')
  return (await takesRate(deps, 'checkedMailPerAddress', `${purpose} ${email}`)) ? 'mail' : 'recent'
}

/**
 * Whether a mail has to be written: not where it is spare and the one of minutes ago is still good.
 */
export const needsMail = async (
  db: Db,
  admission: Admission,
  { purpose, email }: Pick<Request, 'purpose' | 'email'>,
): Promise<boolean> => admission === 'mail' || !(await hasOpenCode(db, email, purpose, limits.mailAgainMinutes))

type CodeOptions = {
  purpose: CodePurpose
  email: string
  /**
   * The member it is for; null when nobody has the address (its code and token are then sent to
   * nobody).
   */
  memberId: string | null
  payload?: Record<string, string>
  linkMinutes?: number
}

/**
 * Makes a code and a link token for one purpose. Earlier ones to the address stay valid for their
 * time, since a stranger may request them too. Codes that change an address end the earlier ones,
 * since only the member can request them. Returns what the mail says, and the id by which the
 * requesting browser names its code; only hashes are stored.
 */
export async function makeMailCode(
  db: Db,
  options: CodeOptions,
): Promise<{ code: string; token: string; requestId: string }> {
  const { purpose, email, memberId, payload = {}, linkMinutes = limits.linkMinutes } = options
  const [id, code, token] = [newId(), newMailCode(), newSecretToken()]
  const isOfMember = purpose === 'email_add' || purpose === 'email_change'
  if (isOfMember && memberId !== null) await endMailCodes(db, { memberId }, purpose)
  const [codeHash, tokenHash] = [hashOfCode(id, code), hashOfToken(token)]
  await insertMailCode(db, { id, purpose, email, memberId, codeHash, tokenHash, payload, linkMinutes })
  return { code, token, requestId: id }
}

type Sent = {
  email?: string | undefined
  code?: string | undefined
  token?: string | undefined
  requestId?: string | undefined
}
type MailProof = (CodeOwner & { code: string; requestId?: string | undefined }) | { token: string }

/**
 * What a visitor proves a mailbox by: a code with its address, or the token of the link. Fails with
 * INVALID_INPUT.
 */
export function readMailProof({ email, code, token, requestId }: Sent): MailProof {
  if (token !== undefined && code === undefined && email === undefined) return { token }
  if (token === undefined && code !== undefined && email !== undefined)
    return { email: normalEmail(email), code, requestId }
  throw eitherOr('either_token_or_email_and_code')
}

/** The same inside a session, where the code is found by the member. */
export function readMemberProof({ code, token }: Pick<Sent, 'code' | 'token'>, memberId: string): MailProof {
  if (token !== undefined && code === undefined) return { token }
  if (token === undefined && code !== undefined) return { memberId, code }
  throw eitherOr('either_token_or_code')
}

const eitherOr = (fault: string) => new AppError('INVALID_INPUT', { details: [{ field: 'token', fault }] })

/**
 * The proven code, of all open ones for the purpose; a wrong code costs a try of each. Wrong, used
 * and unknown are all TOKEN_NOTFOUND, too old is TOKEN_EXPIRED. `useMailCode` uses it, in the
 * transaction of what it is for.
 */
export async function checkMailCode(db: Db, purpose: CodePurpose, proof: MailProof): Promise<FoundCode> {
  if ('token' in proof) {
    const found = await findByLinkToken(db, hashOfToken(proof.token), purpose)
    ensure(found, 'TOKEN_NOTFOUND')
    ensure(!found.isLinkExpired, 'TOKEN_EXPIRED')
    return found
  }
  const tried = await takeTries(db, proof, purpose, proof.requestId)
  const found = tried.find(({ id, codeHash }) => isCode(id, codeHash, proof.code))
  ensure(found, 'TOKEN_NOTFOUND')
  ensure(!found.isCodeExpired, 'TOKEN_EXPIRED')
  return found
}

/** A new code of eight digits: 26 bits. */
const newMailCode = (): string => String(randomInt(100_000_000)).padStart(8, '0')

/** What is kept of a code, bound to its row. */
const hashOfCode = (rowId: string, code: string): Buffer => createHash('sha256').update(`${rowId}:${code}`).digest()

/** What a person typed, also full-width and with gaps, as plain digits. */
const plainCode = (typed: string): string => typed.normalize('NFKC').replace(/[\s-]/g, '')

/** Whether a typed code is the one behind the hash, in constant time. */
const isCode = (rowId: string, codeHash: Buffer, typed: string): boolean =>
  timingSafeEqual(codeHash, hashOfCode(rowId, plainCode(typed)))
