import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  Instant,
  ItemId,
  listOf,
  OrderId,
  PackId,
  pageQuery,
  Picture,
  RefId,
  TokenId,
  UserId,
  Uuid,
  Words,
  Yen,
} from '../ids.ts'
import { Rarity } from '../catalogue/item.ts'
import { paths } from '../paths.ts'
import { orderStates, publicSteps } from '../states.ts'

/** One or several values of a query. */
const anyOf = <T extends readonly [string, ...string[]]>(names: T) =>
  z.union([z.enum(names), z.array(z.enum(names)).max(names.length)])

/** How an order is paid. `grant` is free: a passcode or an airdrop. */
export const tenders = ['card', 'paidy', 'point', 'card-point', 'paidy-point', 'grant'] as const
export type Tender = (typeof tenders)[number]

export const StepView = z.object({
  step: z.enum([...publicSteps, 'sending']),
  at: Instant.nullable(),
  txId: z.string().nullable(),
})
export type StepView = z.infer<typeof StepView>

/** A token bought from another member, as it was listed. */
export const OrderedToken = z.object({
  listingId: Uuid,
  tokenId: TokenId,
  tokenRefId: RefId,
  itemId: ItemId,
  serial: z.int(),
  editionSize: z.int(),
  rarity: Rarity,
  /** Part of the price, for opening protected contents. */
  contentAccessFee: Yen,
  sellerUserId: UserId,
  sellerName: z.string(),
})
export type OrderedToken = z.infer<typeof OrderedToken>

/**
 * A purchase of one pack, or of one token from another member. Either `packId` or `token` is null.
 */
export const OrderView = z.object({
  orderId: OrderId,
  packId: PackId.nullable(),
  token: OrderedToken.nullable(),
  /** Of the pack or of the token's item. */
  name: Words,
  picture: Picture,
  priceYen: Yen,
  tender: z.enum(tenders),
  /** Part of the price paid with points; the rest was charged. */
  usedPoint: z.int().min(0),
  state: z.enum(orderStates),
  /** Why it expired or is refunded: a code of ours or the gateway's. */
  reason: z.string().nullable(),
  createdAt: Instant,
  leaseUntil: Instant.nullable(),
  /** `publicSteps` of a pack, `tradeSteps` of a token. */
  steps: z.array(StepView),
  /** The id of the unopened pack, until its owner opens it. */
  unopenedPackId: Uuid.nullable(),
})
export type OrderView = z.infer<typeof OrderView>

export const listOrders = endpoint(paths.listOrders, {
  summary: 'The member’s orders, newest first. `state` and `tender` may be repeated: any of them.',
  query: z.object({
    ...pageQuery,
    state: anyOf(orderStates).optional(),
    tender: anyOf(tenders).optional(),
  }),
  output: listOf(OrderView),
})

export const cancelOrder = endpoint(paths.cancelOrder, {
  summary:
    'Cancels an unpaid order: what it held is on sale again, and points are returned. ORDER_STATE for a paid order.',
  params: z.object({ orderId: OrderId }),
  output: OrderView,
  errors: ['NOT_FOUND', 'ORDER_STATE'],
})

export const showTrade = endpoint(paths.showTrade, {
  summary: 'The outcome of a purchase: the order itself, by the id that the purchase returned.',
  params: z.object({ tradeId: OrderId }),
  output: OrderView,
  errors: ['NOT_FOUND'],
})

/** A card payment that has begun: `redirectUrl` is the 3-D Secure page, null when none is needed. */
export const EnteredOrder = z.object({ orderId: OrderId, accessID: z.string(), redirectUrl: z.string().nullable() })

/** What launches the provider's checkout. `orderRef` binds the payment to the reservation. */
export const PaidyCheckout = z.object({
  orderId: OrderId,
  orderRef: z.string(),
  amountYen: Yen,
  leaseUntil: Instant,
  buyer: z.object({ email: z.string(), name1: z.string() }),
  buyerData: z.object({
    userId: z.string(),
    ageDays: z.int(),
    orderCount: z.int(),
    ltvYen: z.int(),
    lastOrderAmountYen: z.int(),
    lastOrderAtDays: z.int(),
  }),
  item: z.object({ id: z.string(), title: Words, unitPriceYen: Yen, taxYen: Yen }),
})
export type PaidyCheckout = z.infer<typeof PaidyCheckout>

/** Required for `trade`. */
export const TradeStarted = z.object({ tradeId: OrderId, order: OrderView })
