import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FlowAddressOrEmpty, Instant, UserId, Uuid } from '../ids.ts'
import { paths } from '../paths.ts'
import { AccountProof } from './proof.ts'
import { Email, Password, Locale, Code, LinkToken } from './sign-in.ts'

export const AccountView = z.object({
  userId: UserId,
  email: z.string(),
  flowAddress: FlowAddressOrEmpty,
  displayName: z.string(),
  termsVersion: z.string(),
  /** True when the client must ask for the current terms, then call `agreeTerms`. */
  termsOutdated: z.boolean(),
  /**
   * False for a sign-up by wallet: no password is asked for, and a reset mail sets the first one.
   */
  hasPassword: z.boolean(),
  /** Asked once, before the first purchase; null until then. */
  birthday: z.iso.date().nullable(),
  isMinor: z.boolean(),
  /** When the account will be deleted, if the member asked for it; see `requestDeletion`. */
  deletionDueAt: Instant.nullable(),
})
export type AccountView = z.infer<typeof AccountView>

export const agreeTerms = endpoint(paths.agreeTerms, {
  summary:
    'Agrees to the terms and the privacy policy in force. TERMS_OUTDATED when `termsVersion` is another version.',
  body: z.strictObject({ termsVersion: z.string().max(32) }),
  output: AccountView,
  errors: ['TERMS_OUTDATED'],
})

const NewEmail = z.strictObject({
  email: Email,
  password: Password.optional(),
  proof: AccountProof.optional(),
  locale: Locale.optional(),
})

export const emailAdd = endpoint(paths.emailAdd, {
  summary:
    'For an account without e-mail address: sends a code (10 min) and a link (`/mypage/email?kind=add&token=`, 60 min) to the new one. Needs `proof` of the linked wallet over a nonce fetched with the session (`password` instead when the account has one); AUTHENTICATION_FAILED without. INVALID_INPUT when the account has an address: that is `emailChange`.',
  body: NewEmail,
  output: z.object({}),
  status: 202,
  errors: [
    'INVALID_EMAIL_FORMAT',
    'INVALID_INPUT',
    'AUTHENTICATION_FAILED',
    'NONCE_NOT_FOUND',
    'WALLET_PROOF_INVALID',
    'EMAIL_EXISTS_IN_AUTH',
  ],
})

export const emailAddComplete = endpoint(paths.emailAddComplete, {
  summary:
    'Confirms the added address by `code` or by `token` of the link, in a session of the same member. `password` may set the first password along with it.',
  body: z.strictObject({ code: Code.optional(), token: LinkToken.optional(), password: Password.optional() }),
  output: AccountView,
  errors: ['INVALID_INPUT', 'INVALID_PASSWORD_FORMAT', 'TOKEN_NOTFOUND', 'TOKEN_EXPIRED', 'EMAIL_EXISTS_IN_AUTH'],
})

export const emailChange = endpoint(paths.emailChange, {
  summary:
    'Sends a code (10 min) and a link (`/mypage/email?kind=change&token=`, 60 min) to the new address, and word to the old one. Needs `password`, or without one `proof` of the linked wallet over a nonce fetched with the session; AUTHENTICATION_FAILED when it is wrong or missing.',
  body: NewEmail,
  output: z.object({}),
  status: 202,
  errors: [
    'INVALID_EMAIL_FORMAT',
    'INVALID_INPUT',
    'AUTHENTICATION_FAILED',
    'NONCE_NOT_FOUND',
    'WALLET_PROOF_INVALID',
    'EMAIL_IS_SAME',
    'EMAIL_EXISTS_IN_AUTH',
  ],
})

export const emailChangeComplete = endpoint(paths.emailChangeComplete, {
  summary:
    'Confirms the new address by `code` or by `token` of the link, in a session of the same member. Codes and links mailed to the old address end.',
  body: z.strictObject({ code: Code.optional(), token: LinkToken.optional() }),
  output: AccountView,
  errors: ['INVALID_INPUT', 'TOKEN_NOTFOUND', 'TOKEN_EXPIRED', 'EMAIL_EXISTS_IN_AUTH'],
})

export const passwordChange = endpoint(paths.passwordChange, {
  summary:
    'Changes the password and ends every other session. An account without a password sets its first one by a reset mail: here it is AUTHENTICATION_FAILED, like a wrong one.',
  body: z.strictObject({ currentPassword: Password, password: Password }),
  output: z.object({}),
  errors: ['AUTHENTICATION_FAILED', 'INVALID_PASSWORD_FORMAT'],
})

export const SessionDeviceView = z.object({
  /** Names the device to `endOneSession`; it grants no access. */
  sessionId: Uuid,
  /** The browser, as its User-Agent names it; empty when unknown. */
  userAgent: z.string(),
  isCurrent: z.boolean(),
  signedInAt: Instant,
  lastUsedAt: Instant,
  /** When it ends at the latest, however much it is used. */
  expiresAt: Instant,
})
export type SessionDeviceView = z.infer<typeof SessionDeviceView>

export const listSessions = endpoint(paths.listSessions, {
  summary: 'The devices that are signed in, the current one first, then by last use.',
  output: z.object({ items: z.array(SessionDeviceView) }),
})

export const endSessions = endpoint(paths.endSessions, {
  summary:
    'Signs out everywhere; with `keep=current`, everywhere but here. Also cancels an open wallet recovery. `ended` counts the devices.',
  query: z.object({ keep: z.literal('current').optional() }),
  output: z.object({ ended: z.int() }),
})

export const endOneSession = endpoint(paths.endOneSession, {
  summary: 'Signs out one device.',
  params: z.object({ sessionId: Uuid }),
  output: z.object({}),
  errors: ['NOT_FOUND'],
})

export const account = endpoint(paths.account, { summary: 'The account of the session.', output: AccountView })
export const setBirthday = endpoint(paths.setBirthday, {
  summary: 'Stores the date of birth, once, before the first purchase. Afterwards only support can change it.',
  body: z.strictObject({ birthday: z.iso.date() }),
  output: z.object({ birthday: z.iso.date(), isMinor: z.boolean(), monthlyLimitYen: z.int().nullable() }),
  errors: ['INVALID_INPUT', 'BIRTHDAY_SET'],
})
