import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FlowAddressOrEmpty, Instant, listOf, pageQuery, Picture, plainText, UserId } from '../ids.ts'
import { limits } from '../limits.ts'
import { paths } from '../paths.ts'
import { Locale } from './sign-in.ts'

/** Another member in a list or a line of text; `handle` is null for one who has chosen none. */
export const MemberCardView = z.object({
  userId: UserId,
  displayName: z.string(),
  handle: z.string().nullable(),
  thumbnail: Picture.nullable(),
})
export type MemberCardView = z.infer<typeof MemberCardView>

/** What a member shows to others: the pieces, whom they follow and who follows them, the favourites. */
const shown = { showsCollection: z.boolean(), showsFollows: z.boolean(), showsFavorites: z.boolean() }

export const ProfileView = MemberCardView.extend({
  ...shown,
  description: z.string(),
  flowAddress: FlowAddressOrEmpty,
})
export type ProfileView = z.infer<typeof ProfileView>

/**
 * `locale` is the language of the member's mails. Until `handleRestsUntil`, if it is not null, the
 * handle stays as it is.
 */
export const OwnProfileView = ProfileView.extend({
  email: z.string(),
  isSubscribed: z.boolean(),
  locale: Locale,
  handleRestsUntil: Instant.nullable(),
})
export type OwnProfileView = z.infer<typeof OwnProfileView>

export const showUser = endpoint(paths.showUser, {
  summary: 'The public profile of a member.',
  params: z.object({ userId: UserId }),
  output: ProfileView,
  errors: ['NOT_FOUND'],
})

export const showUserByAddress = endpoint(paths.showUserByAddress, {
  summary: 'The member who has linked this wallet.',
  params: z.object({ flowAddress: z.string().max(40) }),
  output: ProfileView,
  errors: ['NOT_FOUND', 'INVALID_INPUT'],
})

/** Lower case, as it is stored; a query takes any case. */
export const Handle = z.string().regex(/^[a-z][a-z0-9_]{2,19}$/)

export const showUserByHandle = endpoint(paths.showUserByHandle, {
  summary:
    'The member with this handle. A handle that its member gave up still finds them for a while: `handle` of the response is the current one.',
  params: z.object({ handle: plainText(40) }),
  output: ProfileView,
  errors: ['NOT_FOUND'],
})

export const setHandle = endpoint(paths.setHandle, {
  summary: `Chooses the readable address of the own profile: 3 to 20 letters, digits and underscores, a letter first. It can be changed once in ${limits.handleRestDays} days (HANDLE_RESTING); the former one leads to the profile for ${limits.handleKeptDays} days and is nobody else’s until then. HANDLE_TAKEN also for one that looks like another. INVALID_INPUT: \`handle_reserved\`.`,
  body: z.strictObject({ handle: Handle }),
  output: OwnProfileView,
  errors: ['INVALID_INPUT', 'HANDLE_TAKEN', 'HANDLE_RESTING'],
})

const searchQuery = {
  q: plainText(100).optional(),
  limit: pageQuery.limit,
  offset: pageQuery.offset,
  cursor: pageQuery.cursor,
}

export const searchUsersPerfect = endpoint(paths.searchUsersPerfect, {
  summary: 'Members whose display name, handle, wallet address or id is exactly `q`; width and case do not matter.',
  query: z.object(searchQuery),
  output: listOf(MemberCardView),
})

export const searchUsersPartial = endpoint(paths.searchUsersPartial, {
  summary:
    'Members whose display name or handle contains `q`, those that begin with it first. Width, case and the kind of kana do not matter.',
  query: z.object(searchQuery),
  output: listOf(MemberCardView),
})

export const countTokens = endpoint(paths.countTokens, {
  summary: 'How many tokens are in the member’s vault.',
  params: z.object({ userId: UserId }),
  output: z.object({ count: z.int() }),
  errors: ['NOT_FOUND'],
})

export const showProfile = endpoint(paths.showProfile, { summary: 'The own profile.', output: OwnProfileView })
export const confirmUser = endpoint(paths.confirmUser, {
  summary:
    'Returns the own profile when `flowAddress` is the linked wallet. A wallet is linked only by its proof: WALLET_REQUIRED without one, WALLET_DIFFERENT_ADDRESS with another.',
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
    showsCollection: z.stringbool().or(z.boolean()).optional(),
    showsFollows: z.stringbool().or(z.boolean()).optional(),
    showsFavorites: z.stringbool().or(z.boolean()).optional(),
  }),
  files: ['thumbnail'],
  output: OwnProfileView,
  errors: ['INVALID_INPUT', 'UNSUPPORTED_MEDIA', 'UPLOAD_TOO_LARGE'],
})

export const deleteThumbnail = endpoint(paths.deleteThumbnail, {
  summary: 'Removes the thumbnail.',
  output: OwnProfileView,
})
