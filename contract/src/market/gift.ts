import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FlowAddressOrEmpty, Instant, listOf, pageQuery, Picture, TokenId, UserId, Uuid, Words } from '../ids.ts'
import { SellArgumentsView } from './listing.ts'
import { paths } from '../paths.ts'
import { giftEnds, giftStates } from '../states.ts'
import { TokenCardView } from './token.ts'
import { RecipientView, sendingErrors, TransferArgumentsView, WalletTransactionView, WalletTxId } from './transfer.ts'

/** The page that a mailed link leads to, with the secret as `token` in its query. */
export const claimPagePath = '/gifts/claim'

/** What the giver writes along, in one line. INVALID_INPUT names the fault as for a display name. */
const Message = z.string().max(200)

/** `address`: moved by the giver's wallet. `mail`: it stays with the giver until somebody with the link claims it. */
export const giftKinds = ['address', 'mail'] as const
export const giftSides = ['sent', 'received'] as const

export const GiftView = z.object({
  giftId: Uuid,
  kind: z.enum(giftKinds),
  /** Whether the viewer gave it or gets it. */
  side: z.enum(giftSides),
  state: z.enum(giftStates),
  token: TokenCardView,
  giverUserId: UserId,
  giverName: z.string(),
  /** Where it goes; empty while a gift by mail is not claimed. */
  toAddress: FlowAddressOrEmpty,
  /** The member it goes to; null for a stranger's address, and while it is not claimed. */
  recipient: RecipientView.nullable(),
  /** To whom the link was mailed: for the giver alone. */
  email: z.string().nullable(),
  /** The outcome of that mail. `undeliverable`: cancel it, or the time will. */
  mail: z.enum(['waiting', 'sent', 'undeliverable']).nullable(),
  message: z.string(),
  /** What the wallet reported, or what the chain has once it arrived. */
  txId: z.string().nullable(),
  /** The chain's number of the failure, and null without one. */
  failureCode: z.int().nullable(),
  createdAt: Instant,
  /** Since when it can be claimed, and until when. */
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
    'Notes that a token is to be given to an address, of a member or of anybody else, and answers the transaction for the giver’s wallet. Nothing moves by this.',
  status: 201,
  body: z.strictObject({ tokenId: TokenId, address: z.string().max(40), message: Message.optional() }),
  output: z.object({
    giftId: Uuid,
    /** How long the wallet is waited for. */
    signUntil: Instant,
    recipient: RecipientView.nullable(),
    transaction: WalletTransactionView,
    arguments: TransferArgumentsView,
  }),
  errors: sendingErrors,
})
export const draftMailGift = endpoint(paths.draftMailGift, {
  summary:
    'Signs the offer of a token for nothing, for anyone who claims it by a link that is mailed to the address once the giver’s wallet accepted. The token stays in the giver’s vault until then. Answers alike whether or not the address has an account.',
  status: 201,
  body: z.strictObject({
    tokenId: TokenId,
    email: z.string().max(254),
    message: Message.optional(),
    /** Of the letter; otherwise that of the giver. */
    locale: z.enum(['ja', 'en']).optional(),
  }),
  output: z.object({
    giftId: Uuid,
    signUntil: Instant,
    /** The last moment to claim it. */
    claimUntil: Instant,
    transaction: WalletTransactionView,
    /** Of the transaction that accepts an order; its price is 0. */
    arguments: SellArgumentsView,
  }),
  errors: [
    'NOT_FOUND',
    'FORBIDDEN',
    'WALLET_REQUIRED',
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
  summary: 'Tells which transaction the wallet sent: a hint. Only the chain says its outcome.',
  params: z.object({ giftId: Uuid }),
  body: z.strictObject({ txId: WalletTxId }),
  output: GiftState,
  errors: ['NOT_FOUND'],
})
export const endGift = endpoint(paths.endGift, {
  summary:
    'Gives up a gift that the wallet did not send, or cancels one by mail that nobody claimed. Repeating it changes nothing. GIFT_STATE once it is claimed or has arrived, and while the transaction that was reported is on its way.',
  params: z.object({ giftId: Uuid }),
  output: GiftState,
  errors: ['NOT_FOUND', 'GIFT_STATE'],
})
export const showGift = endpoint(paths.showGift, {
  summary: 'One gift, for its giver and for the member who gets it.',
  params: z.object({ giftId: Uuid }),
  output: GiftView,
  errors: ['NOT_FOUND'],
})
export const listGifts = endpoint(paths.listGifts, {
  summary: 'The own gifts, sent and received, newest first.',
  query: z.object({ ...pageQuery, side: z.enum(giftSides).optional() }),
  output: listOf(GiftView),
})
export const mailGiftAgain = endpoint(paths.mailGiftAgain, {
  summary: 'Mails the link once more, a new one; the older one is void. Three times at most.',
  params: z.object({ giftId: Uuid }),
  output: GiftState,
  errors: ['NOT_FOUND', 'GIFT_STATE'],
})

/** The secret of the link. */
const ClaimToken = z.string().max(128)
/** What anyone who holds the link may see. */
export const claimStates = ['open', 'yours', 'taken', 'over'] as const
export const showClaim = endpoint(paths.showClaim, {
  summary:
    'What a link of a gift is for. Looking does not use it up. `yours`: claimed by the viewer, and on its way or there; `taken`: by somebody else; `over`: cancelled, or too late. TOKEN_NOTFOUND for a link that is none or was replaced.',
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
    /** The viewer is the giver. */
    isOwn: z.boolean(),
    /** For the one who claimed it: to follow it with `showGift`. */
    giftId: Uuid.nullable(),
  }),
  errors: ['TOKEN_NOTFOUND'],
})
export const claimGift = endpoint(paths.claimGift, {
  summary:
    'Claims a gift by its link: our agent delivers it into the own vault. Once, by one member; that member may repeat it. TOKEN_EXPIRED when it is cancelled or too late, GIFT_STATE when somebody else was first.',
  body: z.strictObject({ token: ClaimToken }),
  output: GiftState,
  errors: [
    'TOKEN_NOTFOUND',
    'TOKEN_EXPIRED',
    'GIFT_STATE',
    'WALLET_REQUIRED',
    'WALLET_CHANGING',
    'FORBIDDEN',
    'SALES_PAUSED',
    'RECIPIENT_NOT_READY',
  ],
})
