import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { FlowAddressOrEmpty, Picture, UserId } from './ids.ts'
import { limits } from './limits.ts'
import { paths } from './paths.ts'

/** The format itself is checked by the server, which answers INVALID_EMAIL_FORMAT. */
const Email = z.string().max(254)
const Password = z.string().max(limits.passwordMost * 4)
const Locale = z.enum(['ja', 'en'])

export const SessionView = z.object({ userId: UserId, flowAddress: FlowAddressOrEmpty, sessionJwt: z.string() })
export type SessionView = z.infer<typeof SessionView>

export const AccountView = z.object({
  userId: UserId,
  email: z.string(),
  flowAddress: FlowAddressOrEmpty,
  displayName: z.string(),
  termsVersion: z.string(),
  termsOutdated: z.boolean(),
})
export type AccountView = z.infer<typeof AccountView>

export const emailSignUp = endpoint(paths.emailSignUp, {
  summary: 'Sends a code and a link to the address. The answer is the same whether or not it has an account.',
  body: z.strictObject({ email: Email, locale: Locale.optional(), redirect: z.string().max(2048).optional() }),
  output: z.object({}),
  status: 202,
  errors: ['INVALID_EMAIL_FORMAT'],
})
export const emailSignUpResend = endpoint(paths.emailSignUpResend, {
  summary: 'Sends a new code; the earlier one ends.',
  body: z.strictObject({ email: Email, locale: Locale.optional(), redirect: z.string().max(2048).optional() }),
  output: z.object({}),
  status: 202,
  errors: ['INVALID_EMAIL_FORMAT'],
})
export const emailSignUpComplete = endpoint(paths.emailSignUpComplete, {
  summary: 'Makes the account by the code (with its address) or the token of the link, and signs in.',
  body: z.strictObject({
    email: Email.optional(),
    code: z.string().max(16).optional(),
    token: z.string().max(128).optional(),
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
  body: z.strictObject({ email: Email, password: Password }),
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
export const account = endpoint(paths.account, { summary: 'The account of the session.', output: AccountView })

export const ProfileView = z.object({
  userId: UserId,
  displayName: z.string(),
  description: z.string(),
  thumbnail: Picture.nullable(),
  flowAddress: FlowAddressOrEmpty,
})
export type ProfileView = z.infer<typeof ProfileView>
export const OwnProfileView = ProfileView.extend({ email: z.string(), isSubscribed: z.boolean() })
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
export const updateProfile = endpoint(paths.updateProfile, {
  summary:
    'Changes the fields that are sent; the thumbnail is the file part `thumbnail` (JPEG, PNG or WebP, at most 5 MB).',
  body: z.strictObject({
    displayName: z.string().trim().max(limits.displayNameMost).optional(),
    description: z.string().trim().max(limits.descriptionMost).optional(),
    isSubscribed: z.stringbool().or(z.boolean()).optional(),
  }),
  output: OwnProfileView,
  errors: ['INVALID_INPUT', 'UNSUPPORTED_MEDIA', 'UPLOAD_TOO_LARGE'],
})
export const deleteThumbnail = endpoint(paths.deleteThumbnail, {
  summary: 'Removes the thumbnail.',
  output: OwnProfileView,
})
