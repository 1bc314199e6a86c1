import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FlowAddressOrEmpty, Instant, Picture, UserId, Uuid } from '../ids.ts'
import { limits } from '../limits.ts'
import { paths } from '../paths.ts'
import { AccountProof } from './proof.ts'

/** The format itself is checked by the server, which answers INVALID_EMAIL_FORMAT. */
const Email = z.string().max(254)
const Password = z.string().max(limits.passwordMost * 4)
const Locale = z.enum(['ja', 'en'])
/** The language chosen in this browser, if one was: signing in makes it that of the member's mails. */
const ChosenLocale = Locale.optional()
const Code = z.string().max(16)
const LinkToken = z.string().max(128)
/** Asking for a code returns it for any address; it names the code to the call that uses it. A try without it, or with another, is one of those that strangers share. */
const RequestId = Uuid
const AskedView = z.object({ requestId: RequestId })
const askedOften =
  'Earlier codes and links stay good for their time. BOT_DENY with a good v3 token asks for v2: the address, or this source for it, has had many mails; then at most one in five minutes is sent, and a call in between succeeds without another.'
/** What asks for a mail to an address: in which language, and where its link leads on to (a path of this site). */
const MailWish = z.strictObject({ email: Email, locale: Locale.optional(), redirect: z.string().max(2048).optional() })

export const SessionView = z.object({ userId: UserId, flowAddress: FlowAddressOrEmpty, sessionJwt: z.string() })
export type SessionView = z.infer<typeof SessionView>

export const AccountView = z.object({
  userId: UserId,
  email: z.string(),
  flowAddress: FlowAddressOrEmpty,
  displayName: z.string(),
  termsVersion: z.string(),
  /** True: ask for the current terms, then `agreeTerms`. */
  termsOutdated: z.boolean(),
  /** False: signed up by wallet; what needs the password does not ask for it, and a reset mail sets the first one. */
  hasPassword: z.boolean(),
  /** Asked once, before the first purchase; null until then. */
  birthday: z.iso.date().nullable(),
  isMinor: z.boolean(),
})
export type AccountView = z.infer<typeof AccountView>

export const emailSignUp = endpoint(paths.emailSignUp, {
  summary: `Sends a code and a link to the address. The answer is the same whether or not it has an account. ${askedOften}`,
  body: MailWish,
  output: AskedView,
  status: 202,
  errors: ['INVALID_EMAIL_FORMAT'],
})
export const emailSignUpResend = endpoint(paths.emailSignUpResend, {
  summary: 'Sends a new code; the earlier one stays good for its time. Otherwise as `emailSignUp`.',
  body: MailWish,
  output: AskedView,
  status: 202,
  errors: ['INVALID_EMAIL_FORMAT'],
})
export const emailSignUpComplete = endpoint(paths.emailSignUpComplete, {
  summary: 'Makes the account by the code (with its address) or the token of the link, and signs in.',
  body: z.strictObject({
    email: Email.optional(),
    code: Code.optional(),
    token: LinkToken.optional(),
    requestId: RequestId.optional(),
    password: Password,
    displayName: z.string().trim().max(limits.displayNameMost).optional(),
    isSubscribed: z.boolean().optional(),
    termsVersion: z.string().max(32),
  }),
  output: SessionView,
  errors: [
    'INVALID_INPUT',
    'INVALID_EMAIL_FORMAT',
    'INVALID_PASSWORD_FORMAT',
    'TOKEN_NOTFOUND',
    'TOKEN_EXPIRED',
    'TERMS_OUTDATED',
  ],
})
export const emailSignIn = endpoint(paths.emailSignIn, {
  summary:
    'Signs in with address and password. BOT_DENY with a good v3 token asks for v2: the account is being guessed at.',
  body: z.strictObject({ email: Email, password: Password, locale: ChosenLocale }),
  output: SessionView,
  errors: ['AUTHENTICATION_FAILED'],
})
export const signOut = endpoint(paths.signOut, { summary: 'Ends the session.', output: z.object({}) })
export const refresh = endpoint(paths.refresh, {
  summary:
    'Replaces the session token, sent as bearer in X-Auth-Session or Authorization; the old one stays good for 60 s. AUTHENTICATION_FAILED: no bearer or a garbled one. TOKEN_NOTFOUND: unknown. TOKEN_EXPIRED: idle for 7 days, or 30 days old. INVALID_SESSION: signed out, member banned or gone, or replaced more than 60 s ago, which ends the session everywhere.',
  output: SessionView,
  errors: ['AUTHENTICATION_FAILED', 'INVALID_SESSION', 'TOKEN_EXPIRED', 'TOKEN_NOTFOUND'],
})
export const passwordResetPrepare = endpoint(paths.passwordResetPrepare, {
  summary: `Sends a code (10 min) and a link (\`/login/reset?token=\`, 60 min) for a new password. The answer is the same whether or not the address has an account. ${askedOften}`,
  body: MailWish,
  output: AskedView,
  status: 202,
  errors: ['INVALID_EMAIL_FORMAT'],
})
export const passwordReset = endpoint(paths.passwordReset, {
  summary:
    'Sets a new password by the code (with its address) or the token of the link, ends every session of the member and starts a new one. Wrong, used and unknown codes are TOKEN_NOTFOUND.',
  body: z.strictObject({
    email: Email.optional(),
    code: Code.optional(),
    token: LinkToken.optional(),
    requestId: RequestId.optional(),
    password: Password,
    locale: ChosenLocale,
  }),
  output: SessionView,
  errors: ['INVALID_INPUT', 'INVALID_EMAIL_FORMAT', 'INVALID_PASSWORD_FORMAT', 'TOKEN_NOTFOUND', 'TOKEN_EXPIRED'],
})
export const onetimeTokenPrepare = endpoint(paths.onetimeTokenPrepare, {
  summary: `Sends a link that signs in without a password (\`/login/link?token=&redirect=\`, 15 min, once). The page must wait for a click before it uses the token: mail scanners open links. Same answer for unknown addresses. ${askedOften}`,
  body: MailWish,
  output: z.object({}),
  status: 202,
  errors: ['INVALID_EMAIL_FORMAT'],
})
export const onetimeTokenSignIn = endpoint(paths.onetimeTokenSignIn, {
  summary: 'Signs in by the token of the mailed link. Body only, no bot check: nobody guesses 256 bits.',
  body: z.strictObject({ token: LinkToken, locale: ChosenLocale }),
  output: SessionView,
  errors: ['TOKEN_NOTFOUND', 'TOKEN_EXPIRED'],
})
export const agreeTerms = endpoint(paths.agreeTerms, {
  summary: 'Agrees to the terms and the privacy policy in force; TERMS_OUTDATED when `termsVersion` is not theirs.',
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
  /** Names the device to `endOneSession`; it opens nothing. */
  sessionId: Uuid,
  /** The browser as it named itself; '' when it did not. */
  userAgent: z.string(),
  isCurrent: z.boolean(),
  signedInAt: Instant,
  lastUsedAt: Instant,
  /** Latest end, however much it is used. */
  expiresAt: Instant,
})
export type SessionDeviceView = z.infer<typeof SessionDeviceView>
export const listSessions = endpoint(paths.listSessions, {
  summary: 'The devices that are signed in, the current one first, then by last use.',
  output: z.object({ items: z.array(SessionDeviceView) }),
})
export const endSessions = endpoint(paths.endSessions, {
  summary:
    'Signs out everywhere; with `keep=current` everywhere but here, and cancels an open recovery of the wallet. `ended` counts the devices.',
  query: z.object({ keep: z.literal('current').optional() }),
  output: z.object({ ended: z.int() }),
})
export const endOneSession = endpoint(paths.endOneSession, {
  summary: 'Signs one device out.',
  params: z.object({ sessionId: Uuid }),
  output: z.object({}),
  errors: ['NOT_FOUND'],
})

/** @deprecated by the specification; `emailSignUp` in an older form. */
export const usersSignUp = endpoint(paths.usersSignUp, {
  summary:
    'Deprecated. Does what `emailSignUp` does, but mails nothing while an earlier code or link is good: makes no account and no session, answers alike for every address. The other fields are checked and not kept: they come from nobody we know yet.',
  body: z.strictObject({
    email: Email,
    displayName: z.string().trim().max(limits.displayNameMost).optional(),
    flowAddress: z.string().max(40).optional(),
    birthday: z.iso.date().optional(),
    isSubscribe: z.stringbool().or(z.boolean()).optional(),
  }),
  output: z.object({}),
  status: 202,
  errors: ['INVALID_EMAIL_FORMAT'],
})

export const account = endpoint(paths.account, { summary: 'The account of the session.', output: AccountView })

export const ProfileView = z.object({
  userId: UserId,
  displayName: z.string(),
  description: z.string(),
  thumbnail: Picture.nullable(),
  flowAddress: FlowAddressOrEmpty,
})
export type ProfileView = z.infer<typeof ProfileView>
/** `locale` is that of the mails to the member. */
export const OwnProfileView = ProfileView.extend({ email: z.string(), isSubscribed: z.boolean(), locale: Locale })
export type OwnProfileView = z.infer<typeof OwnProfileView>

export const showUser = endpoint(paths.showUser, {
  summary: 'What everybody may see of a member.',
  params: z.object({ userId: UserId }),
  output: ProfileView,
  errors: ['NOT_FOUND'],
})
export const showUserByAddress = endpoint(paths.showUserByAddress, {
  summary: 'The member whose wallet this is.',
  params: z.object({ flowAddress: z.string().max(40) }),
  output: ProfileView,
  errors: ['NOT_FOUND', 'INVALID_INPUT'],
})
export const countTokens = endpoint(paths.countTokens, {
  summary: 'How many tokens lie in the vault of the member.',
  params: z.object({ userId: UserId }),
  output: z.object({ count: z.int() }),
  errors: ['NOT_FOUND'],
})
export const showProfile = endpoint(paths.showProfile, { summary: 'The own profile.', output: OwnProfileView })
export const confirmUser = endpoint(paths.confirmUser, {
  summary:
    'Answers the own profile when `flowAddress` is the linked wallet. A wallet is linked only by its proof: WALLET_REQUIRED without one, WALLET_DIFFERENT_ADDRESS with another.',
  query: z.object({ flowAddress: z.string().max(40) }),
  output: OwnProfileView,
  errors: ['INVALID_INPUT', 'WALLET_REQUIRED', 'WALLET_DIFFERENT_ADDRESS'],
})
export const updateProfile = endpoint(paths.updateProfile, {
  summary:
    'Changes the fields that are sent; the thumbnail is the file part `thumbnail` (JPEG, PNG or WebP, at most 5 MB). `locale` is the language of the member’s mails: the language switch of somebody signed in sends it. INVALID_INPUT names the fault of a text: `unseen_characters` (nothing to see, or characters that hide or turn text), `stacked_accents`, `link` (the address of a page or a mailbox).',
  body: z.strictObject({
    displayName: z.string().trim().max(limits.displayNameMost).optional(),
    description: z.string().trim().max(limits.descriptionMost).optional(),
    isSubscribed: z.stringbool().or(z.boolean()).optional(),
    locale: Locale.optional(),
  }),
  files: ['thumbnail'],
  output: OwnProfileView,
  errors: ['INVALID_INPUT', 'UNSUPPORTED_MEDIA', 'UPLOAD_TOO_LARGE'],
})
export const deleteThumbnail = endpoint(paths.deleteThumbnail, {
  summary: 'Removes the thumbnail.',
  output: OwnProfileView,
})

export const setBirthday = endpoint(paths.setBirthday, {
  summary: 'Notes the date of birth, once, before the first purchase; afterwards only support changes it.',
  body: z.strictObject({ birthday: z.iso.date() }),
  output: z.object({ birthday: z.iso.date(), isMinor: z.boolean(), monthlyLimitYen: z.int().nullable() }),
  errors: ['INVALID_INPUT', 'BIRTHDAY_SET'],
})
