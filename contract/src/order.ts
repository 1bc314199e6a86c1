import { z } from 'zod'
import { endpoint } from './endpoint.ts'
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
  Uuid,
  Words,
  Yen,
} from './ids.ts'
import { Rarity } from './item.ts'
import { paths } from './paths.ts'
import { openingStates, orderStates, publicSteps } from './states.ts'

export const StepView = z.object({ step: z.enum(publicSteps), at: Instant.nullable(), txId: z.string().nullable() })
export type StepView = z.infer<typeof StepView>

export const OrderView = z.object({
  orderId: OrderId,
  packId: PackId,
  packName: Words,
  picture: Picture,
  priceYen: Yen,
  state: z.enum(orderStates),
  /** Why it expired or is given back: a code of the catalogue, or the gateway's. */
  reason: z.string().nullable(),
  createdAt: Instant,
  leaseUntil: Instant.nullable(),
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

export const entryOrderNewCard = endpoint(paths.entryOrderNewCard, {
  summary:
    'Reserves one pack and starts the card payment. `redirectUrl` is the 3-D Secure page, null when none is needed. For full members: WALLET_REQUIRED without a linked wallet, or with the fault `no_collection` for one without a collection; FORBIDDEN with the fault `terms_outdated` until the current terms are agreed to; SERVICE_UNAVAILABLE when the chain cannot be asked.',
  params: z.object({ packId: PackId }),
  body: z.strictObject({ retUrl: z.string().max(2048), paymentToken: z.string().min(1).max(128) }),
  output: z.object({ orderId: OrderId, accessID: z.string(), redirectUrl: z.string().nullable() }),
  errors: [
    'NOT_FOUND',
    'INVALID_INPUT',
    'FORBIDDEN',
    'WALLET_REQUIRED',
    'PACK_OUT_OF_STOCK',
    'PACK_SELLING_TERM_BEFORE',
    'PACK_SELLING_TERM_AFTER',
    'PACK_LIMIT_REACHED',
    'PAYMENT_DECLINED',
    'PAYMENT_EXPIRED',
  ],
})
export const entryOrderBuy = endpoint(paths.entryOrderBuy, {
  summary: 'Completes the payment after 3-D Secure. Repeating it gives the same answer.',
  params: z.object({ packId: PackId }),
  body: z.strictObject({
    /** The gateway's name of the payment, as its page sends it back. */
    accessID: z.string().regex(/^[0-9A-Za-z]{1,64}$/),
    cardName: z.string().max(50).optional(),
    holderName: z.string().max(50).optional(),
  }),
  output: OrderView,
  errors: ['NOT_FOUND', 'PAYMENT_DECLINED', 'PAYMENT_EXPIRED', 'ORDER_STATE'],
})
export const listOrders = endpoint(paths.listOrders, {
  summary: 'The own orders, newest first.',
  query: z.object(pageQuery),
  output: listOf(OrderView),
})
export const transactionTypes = ['pack', 'token', 'gift', 'transfer', 'sell'] as const
export const TransactionView = z.object({
  type: z.enum(transactionTypes),
  order: OrderView,
  opening: OpeningView.nullable(),
})
export type TransactionView = z.infer<typeof TransactionView>
export const showTransaction = endpoint(paths.showTransaction, {
  summary: 'One own purchase with its steps, live. An unknown type is NOT_FOUND.',
  params: z.object({ type: z.string().max(32), transactionId: Uuid }),
  output: TransactionView,
  errors: ['NOT_FOUND'],
})
export const cardNotice = endpoint(paths.cardNotice, {
  summary: 'A notice of the card gateway. Unsigned, so a hint: it is stored, answered `0`, and the gateway is asked.',
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
