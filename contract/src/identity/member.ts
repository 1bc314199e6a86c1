import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FlowAddressOrEmpty, Picture, UserId } from '../ids.ts'
import { limits } from '../limits.ts'
import { paths } from '../paths.ts'
import { Locale } from './sign-in.ts'

export const ProfileView = z.object({
  userId: UserId,
  displayName: z.string(),
  description: z.string(),
  thumbnail: Picture.nullable(),
  flowAddress: FlowAddressOrEmpty,
})
export type ProfileView = z.infer<typeof ProfileView>

/** `locale` is the language of the member's mails. */
export const OwnProfileView = ProfileView.extend({ email: z.string(), isSubscribed: z.boolean(), locale: Locale })
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
  }),
  files: ['thumbnail'],
  output: OwnProfileView,
  errors: ['INVALID_INPUT', 'UNSUPPORTED_MEDIA', 'UPLOAD_TOO_LARGE'],
})

export const deleteThumbnail = endpoint(paths.deleteThumbnail, {
  summary: 'Removes the thumbnail.',
  output: OwnProfileView,
})
