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

/** One value of a query, or several. */
const anyOf = <T extends readonly [string, ...string[]]>(names: T) =>
  z.union([z.enum(names), z.array(z.enum(names)).max(names.length)])

/** How an order is paid; `grant` costs nothing: a passcode or an airdrop. */
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

/** A purchase of one pack, or of one token from another member: the other of `packId` and `token` is null. */
export const OrderView = z.object({
  orderId: OrderId,
  packId: PackId.nullable(),
  token: OrderedToken.nullable(),
  /** Of the pack, or of the token's item. */
  name: Words,
  picture: Picture,
  priceYen: Yen,
  tender: z.enum(tenders),
  /** Part of the price paid with points; the rest was charged. */
  usedPoint: z.int().min(0),
  state: z.enum(orderStates),
  /** Why it expired or is given back: a code of the catalogue, or the gateway's. */
  reason: z.string().nullable(),
  createdAt: Instant,
  leaseUntil: Instant.nullable(),
  /** `publicSteps` of a pack, `tradeSteps` of a token. */
  steps: z.array(StepView),
  /** The pack lies unopened under this id until its owner opens it. */
  unopenedPackId: Uuid.nullable(),
})
export type OrderView = z.infer<typeof OrderView>

export const listOrders = endpoint(paths.listOrders, {
  summary: 'The own orders, newest first. `state` and `tender` may be repeated: any of them.',
  query: z.object({
    ...pageQuery,
    state: anyOf(orderStates).optional(),
    tender: anyOf(tenders).optional(),
  }),
  output: listOf(OrderView),
})

export const cancelOrder = endpoint(paths.cancelOrder, {
  summary:
    'Gives an unpaid reservation up: what it held is on sale again, points return. Paid orders are not cancelled here.',
  params: z.object({ orderId: OrderId }),
  output: OrderView,
  errors: ['NOT_FOUND', 'ORDER_STATE'],
})

export const showTrade = endpoint(paths.showTrade, {
  summary: 'The outcome of a purchase: the same as the order, by the id that buying answered.',
  params: z.object({ tradeId: OrderId }),
  output: OrderView,
  errors: ['NOT_FOUND'],
})

/** A card payment that has begun: `redirectUrl` is the 3-D Secure page, null when none is needed. */
export const EnteredOrder = z.object({ orderId: OrderId, accessID: z.string(), redirectUrl: z.string().nullable() })

/** What the provider's checkout is launched with. `orderRef` binds the payment to the reservation. */
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

/** `tradeId` is asked for by `trade`. */
export const TradeStarted = z.object({ tradeId: OrderId, order: OrderView })
