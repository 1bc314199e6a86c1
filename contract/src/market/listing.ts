import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FlowAddress, Instant, ItemId, listOf, pageQuery, RefId, TokenId, UserId, Uuid, Yen } from '../ids.ts'
import { paths } from '../paths.ts'
import { giftStates, listingEnds, listingStates, withdrawCauses, tradeStates } from '../states.ts'
import { TokenCardView } from './token.ts'

/** A price a member may ask, before the shop's limits are applied. */
const ListPrice = z.int().min(1).max(9_999_999)

/** The parts of a price in whole yen; the four parts add up to it. */
export const TradePriceView = z.object({
  listPrice: Yen,
  fee: Yen,
  royalty: Yen,
  contentAccessFee: Yen,
  /** What the seller receives. */
  proceeds: Yen,
})
export type TradePriceView = z.infer<typeof TradePriceView>

/**
 * A professional seller's legal notice: what the law on specified commercial transactions requires
 * next to the listing.
 */
export const SellerNoticeView = z.object({
  name: z.string(),
  address: z.string(),
  /** Telephone, e-mail or both, as shown to buyers. */
  contact: z.string(),
  /** Invoice registration number (T and 13 digits); empty when not registered. */
  registrationNumber: z.string(),
})
export type SellerNoticeView = z.infer<typeof SellerNoticeView>

/** A listing as everybody sees it. */
export const ListingView = z.object({
  listingId: Uuid,
  state: z.enum(listingStates),
  tokenId: TokenId,
  tokenRefId: RefId,
  itemId: ItemId,
  serial: z.int(),
  /** What the buyer pays, all included. */
  price: Yen,
  contentAccessFee: Yen,
  sellerUserId: UserId,
  sellerName: z.string(),
  sellerAddress: FlowAddress,
  /** The only member who can buy it; null for anyone. */
  targetUserId: UserId.nullable(),
  openedAt: Instant.nullable(),
  /**
   * Nobody can buy it before then: a price far below the floor can still be cancelled. Otherwise
   * the same as `openedAt`.
   */
  buyableFrom: Instant.nullable(),
  expiresAt: Instant,
  /** For a professional seller; null for everybody else. */
  sellerNotice: SellerNoticeView.nullable(),
})
export type ListingView = z.infer<typeof ListingView>

/** The purchase of a listing, as its seller sees it. */
export const SaleView = z.object({
  state: z.enum(tradeStates),
  /** When it was paid; our agent then starts the delivery. */
  startedAt: Instant,
  /** The delivery, once it is on its way. */
  txId: z.string().nullable(),
  deliveredAt: Instant.nullable(),
  /** When the proceeds clear. */
  clearsAt: Instant.nullable(),
  settledAt: Instant.nullable(),
  /** When the buyer was refunded. */
  endedAt: Instant.nullable(),
})
export type SaleView = z.infer<typeof SaleView>

/** A listing as its seller sees it. */
export const OwnListingView = ListingView.extend({
  fee: Yen,
  royalty: Yen,
  proceeds: Yen,
  endedAt: Instant.nullable(),
  endReason: z.enum(listingEnds).nullable(),
  /**
   * Why our agent ended it (`endReason` is `agent`) or is about to (`ending`); null for everything
   * else, and when no reason was recorded.
   */
  withdrawalCause: z.enum(withdrawCauses).nullable(),
  /**
   * From the payment on; null before it, and when the delivery failed and the listing stays open.
   */
  sale: SaleView.nullable(),
})
export type OwnListingView = z.infer<typeof OwnListingView>

const price = {
  feeBps: z.int(),
  royaltyBps: z.int(),
  contentAccessFee: Yen,
  priceLeast: Yen,
  priceMost: Yen,
  listingDays: z.int(),
}

export const showSellToken = endpoint(paths.showSellToken, {
  summary: 'What a member needs to know to list a token of theirs (by its id or its reference).',
  params: z.object({ id: z.union([TokenId, RefId]) }),
  output: z.object({
    token: TokenCardView,
    ...price,
    /** The lowest price of the item on sale now; null when nothing is listed. */
    floor: Yen.nullable(),
    /** A price below this percentage of the floor has to be confirmed. */
    floorPercent: z.int(),
    /** For how many seconds nobody can buy at such a price. */
    graceSeconds: z.int(),
    listing: OwnListingView.nullable(),
    /**
     * The member's own gift or transfer of it that is under way: until it ends, the token can be
     * neither listed nor sent.
     */
    underWay: z.object({ kind: z.enum(['gift', 'transfer']), id: Uuid, state: z.enum(giftStates) }).nullable(),
  }),
  errors: ['NOT_FOUND', 'FORBIDDEN', 'WALLET_REQUIRED', 'DELETION_PENDING'],
})

export const showTradePrice = endpoint(paths.showTradePrice, {
  summary: 'The parts of a price, as an order signed now would have them.',
  params: z.object({ id: z.union([TokenId, RefId]) }),
  query: z.object({ listPrice: z.coerce.number().int().min(1).max(9_999_999) }),
  output: TradePriceView.extend({
    floor: Yen.nullable(),
    /** Whether listing at this price needs `confirmedBelowFloor`. */
    isFarBelowFloor: z.boolean(),
  }),
  errors: ['NOT_FOUND', 'INVALID_INPUT'],
})

/** The eight arguments of the seller's transaction, as the wallet receives them. */
export const SellArgumentsView = z.object({
  agent: FlowAddress,
  orderId: z.string(),
  refId: z.string(),
  /** An unsigned 64-bit number in decimal. */
  nftId: TokenId,
  version: z.int(),
  metadata: z.array(z.string()),
  signature: z.string(),
  keyIndex: z.int(),
})
export type SellArgumentsView = z.infer<typeof SellArgumentsView>

export const draftListing = endpoint(paths.draftListing, {
  summary:
    'Signs the terms of a listing. The seller’s wallet accepts them with the returned arguments. That also ends an earlier listing of the token.',
  status: 201,
  body: z.strictObject({
    tokenRefId: RefId,
    price: ListPrice,
    /** The price as it was shown; TRADE_PRICE_CHANGED when it has changed. */
    contentAccessFee: Yen,
    targetUserId: UserId.optional(),
    /**
     * Required for a price far below the floor; without it PRICE_FAR_BELOW_FLOOR, whose `details`
     * give the floor in yen.
     */
    confirmedBelowFloor: z.boolean().optional(),
  }),
  output: z.object({
    listingId: Uuid,
    /** How long we wait for the wallet. */
    signUntil: Instant,
    expiresAt: Instant,
    /**
     * How long nobody can buy it after the chain has recorded it; 0 unless the price is far below
     * the floor.
     */
    graceSeconds: z.int(),
    parts: TradePriceView,
    arguments: SellArgumentsView,
  }),
  errors: [
    'NOT_FOUND',
    'FORBIDDEN',
    'WALLET_REQUIRED',
    'DELETION_PENDING',
    'INVALID_INPUT',
    'TRADE_PRICE_CHANGED',
    'PRICE_FAR_BELOW_FLOOR',
    'SELLER_NOTICE_REQUIRED',
    'LISTING_STATE',
    'TOKEN_OFFERED_AS_GIFT',
    'TRANSFER_STATE',
    'LISTINGS_FULL',
    'SALES_PAUSED',
  ],
})

const ListingState = z.object({ listingId: Uuid, state: z.enum(listingStates) })
export const reportListing = endpoint(paths.reportListing, {
  summary: 'Reports which transaction the wallet sent. It is only a hint: only the chain opens a listing.',
  body: z.strictObject({ listingId: Uuid, txId: z.string().regex(/^(0x)?[0-9a-fA-F]{64}$/) }),
  output: ListingState,
  errors: ['NOT_FOUND'],
})

export const rollBackListing = endpoint(paths.rollBackListing, {
  summary: 'Cancels a listing whose transaction the wallet did not send. Repeating it changes nothing.',
  params: z.object({ id: Uuid }),
  output: ListingState,
  errors: ['NOT_FOUND', 'LISTING_STATE'],
})

export const endListing = endpoint(paths.endListing, {
  summary:
    'Cancels the member’s listing of a token: hidden at once, and ended on chain by our agent. Repeating it changes nothing.',
  params: z.object({ tokenRefId: RefId }),
  output: ListingState,
  errors: ['NOT_FOUND', 'LISTING_STATE'],
})

export const endAllListings = endpoint(paths.endAllListings, {
  summary: 'Cancels every listing of the member. Those that somebody is paying for stay.',
  output: z.object({ ending: z.int(), held: z.int() }),
})

export const listOwnListings = endpoint(paths.listOwnListings, {
  summary:
    'The member’s listings, newest first. `sold` returns those that were paid for and did not fail, last bought first. The cursor belongs to its sort.',
  query: z.object({
    ...pageQuery,
    sort: z.enum(['new', 'sold']).optional(),
    state: z.union([z.enum(listingStates), z.array(z.enum(listingStates))]).optional(),
  }),
  output: listOf(OwnListingView.extend({ token: TokenCardView })),
})

export const showSellingTarget = endpoint(paths.showSellingTarget, {
  summary: 'Whether a member can be the only buyer of a listing.',
  params: z.object({ id: UserId }),
  output: z.object({ userId: UserId, displayName: z.string(), flowAddress: FlowAddress }),
  errors: ['NOT_FOUND', 'INVALID_INPUT'],
})
