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
  plainText,
  RefId,
  TokenId,
  UserId,
  Uuid,
  Words,
  Yen,
} from '../ids.ts'
import { Rarity } from '../catalogue/item.ts'
import { paths } from '../paths.ts'
import { AccessId, PaidyPaymentId, ReturnUrl, UsedPoint } from '../money/payment.ts'
import { openingStates, orderStates, publicSteps } from '../states.ts'

/** One value of a query, or several. */
const anyOf = <T extends readonly [string, ...string[]]>(names: T) =>
  z.union([z.enum(names), z.array(z.enum(names)).max(names.length)])

/** How an order is paid; `grant` costs nothing: a passcode or an airdrop. */
export const tenders = ['card', 'paidy', 'point', 'card-point', 'paidy-point', 'grant'] as const
export type Tender = (typeof tenders)[number]

/**
 * The price as the buyer saw it; another one by now is TRADE_PRICE_CHANGED, and nothing is reserved. Left out, it is not compared: the price of the
 * moment of the reservation is paid.
 */
const SeenPrice = Yen.optional()

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

export const CardView = z.object({
  refId: RefId,
  tokenId: TokenId.nullable(),
  itemId: ItemId,
  name: Words,
  picture: Picture,
  rarity: Rarity,
  serial: z.int(),
  editionSize: z.int(),
})
export type CardView = z.infer<typeof CardView>

export const OpeningView = z.object({
  openingId: Uuid,
  orderId: OrderId,
  packId: PackId,
  state: z.enum(openingStates),
  txId: z.string().nullable(),
  openedAt: Instant,
  sealedAt: Instant.nullable(),
  /** What was found; empty before the seal, because a pack whose mint never seals is sold again. */
  cards: z.array(CardView),
})
export type OpeningView = z.infer<typeof OpeningView>

/** Every purchase can fail so. */
const buyErrors = [
  'NOT_FOUND',
  'INVALID_INPUT',
  // terms_outdated: the gate of full members
  'FORBIDDEN',
  'WALLET_REQUIRED',
  'BIRTHDAY_REQUIRED',
  'MINOR_LIMIT_REACHED',
  'QUEUE_FIRST',
  'PACK_OUT_OF_STOCK',
  'PACK_SELLING_TERM_BEFORE',
  'PACK_SELLING_TERM_AFTER',
  'PACK_LIMIT_REACHED',
  'POINTS_SHORT',
] as const

/** A card payment that has begun: `redirectUrl` is the 3-D Secure page, null when none is needed. */
export const EnteredOrder = z.object({ orderId: OrderId, accessID: z.string(), redirectUrl: z.string().nullable() })
export const entryOrderNewCard = endpoint(paths.entryOrderNewCard, {
  summary: 'Reserves one pack and starts the payment by a new card, `usedPoint` of the price by points.',
  params: z.object({ packId: PackId }),
  body: z.strictObject({
    retUrl: ReturnUrl,
    paymentToken: z.string().min(1).max(128),
    usedPoint: UsedPoint.optional(),
    priceYen: SeenPrice,
  }),
  output: EnteredOrder,
  errors: [...buyErrors, 'TRADE_PRICE_CHANGED', 'PAYMENT_DECLINED', 'PAYMENT_EXPIRED'],
})
export const entryOrderSelectedCard = endpoint(paths.entryOrderSelectedCard, {
  summary: 'Reserves one pack and starts the payment by a stored card of the member.',
  params: z.object({ packId: PackId }),
  body: z.strictObject({
    retUrl: ReturnUrl,
    /** Our id of the stored card. */
    cardSeq: Uuid,
    securityCode: z.string().regex(/^[0-9]{3,4}$/),
    usedPoint: UsedPoint.optional(),
    priceYen: SeenPrice,
  }),
  output: EnteredOrder,
  errors: [...buyErrors, 'TRADE_PRICE_CHANGED', 'PAYMENT_DECLINED', 'PAYMENT_EXPIRED'],
})
export const entryOrderBuy = endpoint(paths.entryOrderBuy, {
  summary:
    'Completes the payment after 3-D Secure. With `cardName` the card is stored. Repeating it gives the same answer.',
  params: z.object({ packId: PackId }),
  body: z.strictObject({
    accessID: AccessId,
    cardName: plainText(50).optional(),
    holderName: plainText(50).optional(),
  }),
  output: OrderView,
  errors: ['NOT_FOUND', 'PAYMENT_DECLINED', 'PAYMENT_EXPIRED', 'ORDER_STATE'],
})

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
export const entryOrderPaidy = endpoint(paths.entryOrderPaidy, {
  summary: 'Reserves one pack for a deferred payment and answers what to launch the checkout with.',
  params: z.object({ packId: PackId }),
  body: z.strictObject({ usedPoint: UsedPoint.optional(), priceYen: SeenPrice }),
  output: PaidyCheckout,
  errors: [...buyErrors, 'TRADE_PRICE_CHANGED', 'PAYMENT_EXPIRED'],
})
/** `tradeId` is asked for by `trade`. */
export const TradeStarted = z.object({ tradeId: OrderId, order: OrderView })
export const buyPaidy = endpoint(paths.buyPaidy, {
  summary:
    'Pays a reservation with an authorised deferred payment (`orderID`, the provider’s id). Amount, currency, reference and state are read from the provider. Repeating it gives the same answer. NOT_FOUND with the fault `reserve_first` for an agreement without a reservation.',
  params: z.object({ packId: PackId }),
  body: z.strictObject({
    orderID: PaidyPaymentId,
    usedPoint: z
      .union([
        UsedPoint,
        z
          .string()
          .regex(/^[1-9][0-9]{0,6}$/)
          .transform(Number)
          .pipe(UsedPoint),
      ])
      .optional(),
  }),
  output: TradeStarted,
  errors: ['NOT_FOUND', 'INVALID_INPUT', 'PAYMENT_DECLINED', 'PAYMENT_EXPIRED', 'ORDER_STATE'],
})
export const buyPoint = endpoint(paths.buyPoint, {
  summary: 'Buys one pack with points alone.',
  params: z.object({ packId: PackId }),
  body: z.strictObject({ usedPoint: z.int().min(1).max(9_999_999) }),
  output: TradeStarted,
  errors: buyErrors,
})
export const paidyNotice = endpoint(paths.paidyNotice, {
  summary:
    'A notice of the deferred-payment provider. Unsigned, so a hint: the provider is asked about a payment of ours.',
  body: z.object({}).catchall(z.union([z.string().max(1000), z.number(), z.boolean(), z.null()])),
  output: z.object({ ok: z.literal(true) }),
})

/** Cards a member stored. `cardSeq` is our own id: the gateway's numbers shift. */
export const StoredCard = z.object({
  cardSeq: Uuid,
  cardName: z.string(),
  maskedNumber: z.string(),
  brand: z.string(),
  /** Two digits of the year, two of the month. */
  expires: z.string(),
  isExpired: z.boolean(),
  holderName: z.string(),
})
export type StoredCard = z.infer<typeof StoredCard>
export const creditCheck = endpoint(paths.creditCheck, {
  summary: 'The stored cards of the member, latest first.',
  output: listOf(StoredCard),
})
export const deleteCard = endpoint(paths.deleteCard, {
  summary: 'Forgets a stored card, here and at the gateway. Repeating it changes nothing.',
  body: z.strictObject({ cardSeq: Uuid }),
  output: z.object({ cardSeq: Uuid }),
  errors: ['NOT_FOUND'],
})

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
  summary: 'What became of a purchase: the same as the order, by the id that buying answered.',
  params: z.object({ tradeId: OrderId }),
  output: OrderView,
  errors: ['NOT_FOUND'],
})
export const cardNotice = endpoint(paths.cardNotice, {
  summary: 'A notice of the card gateway. Unsigned, so a hint: the gateway is asked about a payment of ours.',
  body: z.object({}).catchall(z.string().max(1000)),
  output: z.literal('0'),
})

export const UnopenedPackView = z.object({
  unopenedPackId: Uuid,
  orderId: OrderId,
  packId: PackId,
  name: Words,
  picture: Picture,
  cardsPerPack: z.int(),
  boughtAt: Instant,
})
export type UnopenedPackView = z.infer<typeof UnopenedPackView>
export const listUnopenedPacks = endpoint(paths.listUnopenedPacks, {
  summary: 'Packs bought and not yet opened.',
  query: z.object(pageQuery),
  output: listOf(UnopenedPackView),
})
export const mintTokens = endpoint(paths.mintTokens, {
  summary: 'Opens a pack: its cards are minted into the vault of the member.',
  body: z.strictObject({ unopenedPackId: Uuid }),
  output: OpeningView,
  errors: ['NOT_FOUND', 'WALLET_REQUIRED', 'WALLET_CHANGING', 'PACK_ALREADY_OPENED', 'ORDER_STATE'],
})
