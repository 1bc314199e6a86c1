import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FlowAddressOrEmpty, Instant, listOf, pageQuery, Picture, TokenId, UserId, Uuid, Words } from '../ids.ts'
import { SellArgumentsView } from './listing.ts'
import { paths } from '../paths.ts'
import { giftEnds, giftStates } from '../states.ts'
import { TokenCardView } from './token.ts'
import { RecipientView, sendingErrors, TransferArgumentsView, WalletTransactionView, WalletTxId } from './transfer.ts'

/** The page a mailed link leads to, with the secret as `token` in its query. */
export const claimPagePath = '/gifts/claim'

/** The giver's message, on one line. INVALID_INPUT names the fault as for a display name. */
const Message = z.string().max(200)

/**
 * `address`: the giver's wallet moves it. `mail`: it stays with the giver until somebody claims it
 * with the link.
 */
export const giftKinds = ['address', 'mail'] as const
export const giftSides = ['sent', 'received'] as const

export const GiftView = z.object({
  giftId: Uuid,
  kind: z.enum(giftKinds),
  /** Whether the viewer sent it or receives it. */
  side: z.enum(giftSides),
  state: z.enum(giftStates),
  token: TokenCardView,
  giverUserId: UserId,
  giverName: z.string(),
  /** The recipient's address; empty until a gift by mail is claimed. */
  toAddress: FlowAddressOrEmpty,
  /** The receiving member; null for a stranger's address, and until it is claimed. */
  recipient: RecipientView.nullable(),
  /** The address the link was mailed to; shown to the giver alone. */
  email: z.string().nullable(),
  /** The state of that mail. `undeliverable`: the giver should cancel the gift, or it expires. */
  mail: z.enum(['waiting', 'sent', 'undeliverable']).nullable(),
  message: z.string(),
  /** The reported transaction, or the one that delivered the token. */
  txId: z.string().nullable(),
  /** The chain's error number; null without one. */
  failureCode: z.int().nullable(),
  createdAt: Instant,
  /** From when and until when it can be claimed. */
  openedAt: Instant.nullable(),
  claimUntil: Instant.nullable(),
  claimedAt: Instant.nullable(),
  sealedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  endReason: z.enum(giftEnds).nullable(),
})
export type GiftView = z.infer<typeof GiftView>

export const draftGift = endpoint(paths.draftGift, {
  summary:
    'Drafts a gift of a token to any address and returns the transaction for the giver’s wallet. This alone moves nothing.',
  status: 201,
  body: z.strictObject({ tokenId: TokenId, address: z.string().max(40), message: Message.optional() }),
  output: z.object({
    giftId: Uuid,
    /** How long we wait for the wallet. */
    signUntil: Instant,
    recipient: RecipientView.nullable(),
    transaction: WalletTransactionView,
    arguments: TransferArgumentsView,
  }),
  errors: sendingErrors,
})
export const draftMailGift = endpoint(paths.draftMailGift, {
  summary:
    'Signs an order that gives a token away for nothing. Once the giver’s wallet accepts it, a link is mailed to the address, and anyone with the link can claim the gift. Until then the token stays in the giver’s vault. Returns the same whether or not the address has an account.',
  status: 201,
  body: z.strictObject({
    tokenId: TokenId,
    email: z.string().max(254),
    message: Message.optional(),
    /** The language of the mail; the giver's by default. */
    locale: z.enum(['ja', 'en']).optional(),
  }),
  output: z.object({
    giftId: Uuid,
    signUntil: Instant,
    /** The last moment to claim it. */
    claimUntil: Instant,
    transaction: WalletTransactionView,
    /** The arguments of the transaction that accepts the order; its price is 0. */
    arguments: SellArgumentsView,
  }),
  errors: [
    'NOT_FOUND',
    'FORBIDDEN',
    'WALLET_REQUIRED',
    'DELETION_PENDING',
    'INVALID_INPUT',
    'INVALID_EMAIL_FORMAT',
    'TOKEN_LISTED',
    'TOKEN_OFFERED_AS_GIFT',
    'TRANSFER_STATE',
    'LISTINGS_FULL',
    'SALES_PAUSED',
  ],
})

const GiftState = z.object({ giftId: Uuid, state: z.enum(giftStates) })
export const reportGift = endpoint(paths.reportGift, {
  summary: 'Reports which transaction the wallet sent. It is only a hint: the chain decides the outcome.',
  params: z.object({ giftId: Uuid }),
  body: z.strictObject({ txId: WalletTxId }),
  output: GiftState,
  errors: ['NOT_FOUND'],
})
export const endGift = endpoint(paths.endGift, {
  summary:
    'Cancels a gift that the wallet did not send, or one by mail that nobody has claimed. Repeating it changes nothing. GIFT_STATE once it is claimed or has arrived, and while the reported transaction is on its way.',
  params: z.object({ giftId: Uuid }),
  output: GiftState,
  errors: ['NOT_FOUND', 'GIFT_STATE'],
})
export const showGift = endpoint(paths.showGift, {
  summary: 'One gift, for its giver and its recipient.',
  params: z.object({ giftId: Uuid }),
  output: GiftView,
  errors: ['NOT_FOUND'],
})
export const listGifts = endpoint(paths.listGifts, {
  summary: 'The member’s gifts, sent and received, newest first.',
  query: z.object({ ...pageQuery, side: z.enum(giftSides).optional() }),
  output: listOf(GiftView),
})
export const mailGiftAgain = endpoint(paths.mailGiftAgain, {
  summary: 'Mails a new link; the old one becomes void. At most three times.',
  params: z.object({ giftId: Uuid }),
  output: GiftState,
  errors: ['NOT_FOUND', 'GIFT_STATE'],
})

/** The secret of the link. */
const ClaimToken = z.string().max(128)
/** What anyone with the link may see. */
export const claimStates = ['open', 'yours', 'taken', 'over'] as const
export const showClaim = endpoint(paths.showClaim, {
  summary:
    'The gift behind a link. Reading it does not use up the link. `yours`: the viewer claimed it; `taken`: somebody else did; `over`: cancelled or expired. TOKEN_NOTFOUND for an unknown or replaced link.',
  body: z.strictObject({ token: ClaimToken }),
  output: z.object({
    state: z.enum(claimStates),
    name: Words,
    seriesName: Words,
    picture: Picture,
    serial: z.int(),
    editionSize: z.int(),
    giverName: z.string(),
    message: z.string(),
    claimUntil: Instant,
    /** Whether the viewer is the giver. */
    isOwn: z.boolean(),
    /** For the member who claimed it, to follow it with `showGift`. */
    giftId: Uuid.nullable(),
  }),
  errors: ['TOKEN_NOTFOUND'],
})
export const claimGift = endpoint(paths.claimGift, {
  summary:
    'Claims a gift with its link: our agent delivers it to the member’s vault. One member can claim it, and may repeat the call. TOKEN_EXPIRED when it was cancelled or expired, GIFT_STATE when somebody else claimed it first.',
  body: z.strictObject({ token: ClaimToken }),
  output: GiftState,
  errors: [
    'TOKEN_NOTFOUND',
    'TOKEN_EXPIRED',
    'GIFT_STATE',
    'WALLET_REQUIRED',
    'BIRTHDAY_REQUIRED',
    'DELETION_PENDING',
    'WALLET_CHANGING',
    'FORBIDDEN',
    'SALES_PAUSED',
    'RECIPIENT_NOT_READY',
  ],
})
