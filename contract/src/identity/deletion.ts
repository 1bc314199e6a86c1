import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant, plainText } from '../ids.ts'
import { limits } from '../limits.ts'
import { paths } from '../paths.ts'
import { AccountProof } from './proof.ts'
import { LinkToken, Password } from './sign-in.ts'

/**
 * A member deletes the own account: asked for, it waits some days in which it can be cancelled,
 * then it is carried out. What is open blocks it.
 */
export const leaveObstacles = [
  'orders_open',
  'packs_unopened',
  'openings_open',
  'listings_open',
  'trades_open',
  'gifts_open',
  /** In yen: sold and delivered, not cleared yet. */
  'proceeds_clearing',
  /** In yen: payable. */
  'proceeds_left',
  /** In yen: requested, and not paid yet. */
  'payouts_open',
] as const
export type LeaveObstacleKind = (typeof leaveObstacles)[number]

/** Names of reasons; any other text is the member's own words, which go with the account. */
export const deletionReasons = [
  'unused',
  'nothing-to-buy',
  'hard-to-use',
  'cost',
  'privacy',
  'other-account',
  'other',
] as const

export const DeletionView = z.object({ requestedAt: Instant, dueAt: Instant })
export type DeletionView = z.infer<typeof DeletionView>

export const showDeletion = endpoint(paths.showDeletion, {
  summary: 'The open request to delete the account. NOT_FOUND while there is none.',
  output: DeletionView,
  errors: ['NOT_FOUND'],
})

export const DeletionCheck = z.object({
  /** How much there is of each: things, or yen. Empty when nothing blocks. */
  obstacles: z.array(z.object({ kind: z.enum(leaveObstacles), amount: z.int() })),
  /** Points that will lapse. They block nothing. */
  points: z.int(),
})
export type DeletionCheck = z.infer<typeof DeletionCheck>
export const checkDeletion = endpoint(paths.checkDeletion, {
  summary: 'What blocks the deletion of the account, and what is lost with it.',
  output: DeletionCheck,
})

export const requestDeletion = endpoint(paths.requestDeletion, {
  summary: `Asks for the account to be deleted in ${limits.deletionDays} days; a mail has the date and a link that cancels it. Needs \`password\`, or without one \`proof\` of the linked wallet over a nonce fetched with the session, or a sign-in of the last ${limits.freshSignInMinutes} minutes; AUTHENTICATION_FAILED otherwise. \`reason\` is one of the names in \`deletionReasons\` or the member's own words. USER_DELETE_CONFLICT while something is open: \`details\` have each obstacle as \`field\` and its amount as \`fault\`. Until it is carried out the member can sign in, but begins nothing new: buying, claiming, listing, giving, sending, queueing and taking proceeds fail with DELETION_PENDING. What goes with the account, such as favourites and follows, stays possible. If something is open when it comes due, nothing is deleted, the request ends and a mail names what is open. A new password, or a ban, cancels the request. Asking again changes nothing and returns the open request.`,
  body: z.strictObject({ reason: plainText(500), password: Password.optional(), proof: AccountProof.optional() }),
  output: DeletionView,
  errors: ['AUTHENTICATION_FAILED', 'NONCE_NOT_FOUND', 'WALLET_PROOF_INVALID', 'USER_DELETE_CONFLICT'],
})

export const cancelDeletion = endpoint(paths.cancelDeletion, {
  summary: 'Cancels the open request to delete the account. NOT_FOUND when there is none.',
  output: z.object({}),
  errors: ['NOT_FOUND'],
})

export const stopDeletion = endpoint(paths.stopDeletion, {
  summary: 'Cancels a deletion by the token of its mail, without a session. TOKEN_NOTFOUND when it is over.',
  body: z.strictObject({ token: LinkToken }),
  output: z.object({}),
  errors: ['TOKEN_NOTFOUND'],
})
