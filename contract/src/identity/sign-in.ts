import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FlowAddressOrEmpty, UserId, Uuid } from '../ids.ts'
import { limits } from '../limits.ts'
import { paths } from '../paths.ts'

/** The server checks the format and returns INVALID_EMAIL_FORMAT. */
export const Email = z.string().max(254)
export const Password = z.string().max(limits.passwordMost * 4)
export const Locale = z.enum(['ja', 'en'])

/**
 * The language chosen in this browser, if any: signing in makes it the language of the member's
 * mails.
 */
const ChosenLocale = Locale.optional()
export const Code = z.string().max(16)
export const LinkToken = z.string().max(128)

/**
 * Returned for any address when a code is requested; names the code to the call that uses it. An
 * attempt without it, or with another one, counts against the attempts that strangers share.
 */
const RequestId = Uuid
const AskedView = z.object({ requestId: RequestId })
const askedOften =
  'Earlier codes and links stay good for their time. BOT_DENY with a good v3 token asks for v2: the address, or this source for it, has had many mails; then at most one in five minutes is sent, and a call in between succeeds without another.'

/**
 * A request for a mail: its address and language, and the path of this site that its link leads to.
 */
const MailWish = z.strictObject({ email: Email, locale: Locale.optional(), redirect: z.string().max(2048).optional() })
export const SessionView = z.object({ userId: UserId, flowAddress: FlowAddressOrEmpty, sessionJwt: z.string() })
export type SessionView = z.infer<typeof SessionView>

export const emailSignUp = endpoint(paths.emailSignUp, {
  summary: `Sends a code and a link to the address. The answer is the same whether or not it has an account. ${askedOften}`,
  body: MailWish,
  output: AskedView,
  status: 202,
  errors: ['INVALID_EMAIL_FORMAT'],
})

export const emailSignUpResend = endpoint(paths.emailSignUpResend, {
  summary: 'Sends a new code; the earlier one stays valid until it expires. Otherwise as `emailSignUp`.',
  body: MailWish,
  output: AskedView,
  status: 202,
  errors: ['INVALID_EMAIL_FORMAT'],
})

export const emailSignUpComplete = endpoint(paths.emailSignUpComplete, {
  summary: 'Creates the account with the code (and its address) or the token of the link, and signs in.',
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
    'Signs in with address and password. BOT_DENY despite a valid v3 token asks for v2: somebody is guessing passwords of the account.',
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
  summary: 'Signs in with the token of the mailed link. In the body only. No bot check: nobody guesses 256 bits.',
  body: z.strictObject({ token: LinkToken, locale: ChosenLocale }),
  output: SessionView,
  errors: ['TOKEN_NOTFOUND', 'TOKEN_EXPIRED'],
})

/** @deprecated by the specification; an older form of `emailSignUp`. */
export const usersSignUp = endpoint(paths.usersSignUp, {
  summary:
    'Deprecated. Does what `emailSignUp` does, but sends no mail while an earlier code or link is valid. Creates no account and no session, and returns the same for every address. The other fields wait with the code: name, birthday and subscription are used at completion where that sends none. `flowAddress` is checked only: a wallet is linked by its proof.',
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
