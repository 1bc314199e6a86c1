import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  FlowAddress,
  Instant,
  ItemId,
  listOf,
  OrderId,
  PackId,
  pageQuery,
  Picture,
  RefId,
  SeriesId,
  Words,
  Yen,
} from '../ids.ts'
import { ItemCardView } from '../catalogue/item.ts'
import { paths } from '../paths.ts'
import { packStates } from '../states.ts'

/** `before` and `after` the selling term, else `on` or `sold-out`. */
export const PackState = z.enum(packStates)
export type PackState = z.infer<typeof PackState>

/** `single` holds one known item, `random` is dealt before the sale, `selectable` is filled by whoever gets it. */
export const packKinds = ['single', 'random', 'selectable'] as const
/** How a pack is come by. Only `sale` is listed and bought. */
export const packChannels = ['sale', 'passcode', 'airdrop'] as const

export const PackCardView = z.object({
  packId: PackId,
  name: Words,
  seriesId: SeriesId,
  seriesName: Words,
  picture: Picture,
  kind: z.enum(packKinds),
  channel: z.enum(packChannels),
  priceYen: Yen,
  cardsPerPack: z.int(),
  perMemberLimit: z.int().nullable(),
  saleStartsAt: Instant.nullable(),
  saleEndsAt: Instant.nullable(),
  issued: z.int(),
  remaining: z.int(),
  state: PackState,
})
export type PackCardView = z.infer<typeof PackCardView>

export const PackView = PackCardView.extend({
  description: Words,
  /** SHA-256 of the salted deal, hex; empty for a selectable pack. */
  commitment: z.string(),
  /** Whether the pack is bought through a line. */
  hasQueue: z.boolean(),
})
export type PackView = z.infer<typeof PackView>

export const listPacks = endpoint(paths.listPacks, {
  summary: 'Packs, those on sale first. `packId` and `state` may be repeated, also written `packId[]` and `state[]`.',
  query: z.object({
    ...pageQuery,
    packId: z.union([PackId, z.array(PackId).max(100)]).optional(),
    state: z.union([PackState, z.array(PackState)]).optional(),
    seriesId: SeriesId.optional(),
  }),
  output: listOf(PackCardView),
})
export const showPack = endpoint(paths.showPack, {
  summary: 'One pack. Those of passcodes and airdrops answer only with `forIssue`.',
  params: z.object({ packId: PackId }),
  query: z.object({ forIssue: z.stringbool().optional() }),
  output: PackView,
  errors: ['NOT_FOUND'],
})
export const PackItemView = z.object({ item: ItemCardView, copies: z.int(), oddsPpm: z.int() })
export type PackItemView = z.infer<typeof PackItemView>
export const listPackItems = endpoint(paths.listPackItems, {
  summary: 'What the pack can hold, with the published odds in parts per million.',
  params: z.object({ packId: PackId }),
  output: listOf(PackItemView),
  errors: ['NOT_FOUND'],
})

/** What one member may still get of a pack; `limit` and `left` are null without a limit. */
export const PackLimitView = z.object({
  packId: PackId,
  limit: z.int().nullable(),
  held: z.int(),
  left: z.int().nullable(),
})
export const showPackLimit = endpoint(paths.showPackLimit, {
  summary: 'How many of a pack the own address holds and may still get. Of any other address FORBIDDEN.',
  params: z.object({ packId: PackId, flowAddress: FlowAddress }),
  output: PackLimitView,
  errors: ['NOT_FOUND', 'FORBIDDEN'],
})

/**
 * Everything needed to check that a pack was dealt before its sale and that nobody picked the order: `commitment` and `drawHeight`
 * are there from the first day, `drawBlockId` once that block is sealed, `salt` and `units` when the sale is over.
 */
export const PackFairness = z.object({
  packId: PackId,
  algorithm: z.enum(['kura-deal-1', 'kura-deal-2']),
  commitment: z.string(),
  committedAt: Instant,
  issued: z.int(),
  cardsPerPack: z.int(),
  contents: z.array(z.object({ itemId: ItemId, copies: z.int(), firstSerial: z.int() })),
  /** Null for packs dealt by `kura-deal-1`, which are sold in the order of the deal. */
  drawHeight: z.string().nullable(),
  drawBlockId: z.string().nullable(),
  salt: z.string().nullable(),
  /** In the order of sale: the first unit sold is the first here. */
  units: z.array(z.array(z.object({ itemId: ItemId, serial: z.int(), refId: RefId }))).nullable(),
})
export type PackFairness = z.infer<typeof PackFairness>
export const showPackFairness = endpoint(paths.showPackFairness, {
  summary: 'The published proof of how a random pack was dealt; `kura verify-pack` runs on this JSON alone.',
  params: z.object({ packId: PackId }),
  output: PackFairness,
  errors: ['NOT_FOUND'],
})

/**
 * `admitted` may buy until `admittedUntil`; `none` has not joined, or let the turn pass, or need not; `closed`: nothing is left or the
 * sale is over. `ahead` wait before; null before the sale, when the places of all who came are drawn.
 */
export const QueueView = z.object({
  packId: PackId,
  state: z.enum(['none', 'waiting', 'admitted', 'closed']),
  ahead: z.int().nullable(),
  /** A guess. */
  waitSeconds: z.int().nullable(),
  admittedUntil: Instant.nullable(),
})
export type QueueView = z.infer<typeof QueueView>
export const joinQueue = endpoint(paths.joinQueue, {
  summary: 'Joins the line of a pack, once; repeating it answers the place.',
  params: z.object({ packId: PackId }),
  output: QueueView,
  errors: ['NOT_FOUND', 'PACK_OUT_OF_STOCK', 'PACK_SELLING_TERM_AFTER'],
})
export const showQueue = endpoint(paths.showQueue, {
  summary: 'The own place in the line of a pack.',
  params: z.object({ packId: PackId }),
  output: QueueView,
  errors: ['NOT_FOUND'],
})

/** The bot check of passcode and airdrop calls: the token, and `v2` or `v3`. */
const botQuery = { token: z.string().min(1).max(4096), auth: z.enum(['v2', 'v3']) }
/** A whole number in plain digits, as a form or JSON writes it: `1e1` and `1.0` are none. */
const Count = z.union([
  z.int().min(1).max(20),
  z
    .string()
    .regex(/^(?:[1-9]|1[0-9]|20)$/)
    .transform(Number),
])
/** What is chosen of a selectable pack: pairs in the order of the lists, as the form repeats its keys. */
const selection = {
  itemId: z.union([ItemId, z.array(ItemId).max(20)]).optional(),
  count: z.union([Count, z.array(Count).max(20)]).optional(),
}
/** 4 to 64 letters, digits and hyphens; width, case and hyphens do not matter. */
export const Passcode = z.string().min(4).max(64)

/** `accepted` with its orders, or `rejectForSelectable`: choose items of the pack and ask again. */
export const IssueResult = z.discriminatedUnion('status', [
  z.object({ status: z.literal('accepted'), packId: PackId, orderIds: z.array(OrderId) }),
  z.object({ status: z.literal('rejectForSelectable'), packId: PackId }),
])
export type IssueResult = z.infer<typeof IssueResult>

export const validatePasscode = endpoint(paths.validatePasscode, {
  summary:
    'The pack behind a passcode. Uses nothing up: the same bot token and the passcode stay good for `packs/get`.',
  params: z.object({ passcode: Passcode }),
  query: z.object(botQuery),
  output: PackView,
  errors: [
    'BOT_DENY',
    'NOT_FOUND',
    'PASSCODE_USED',
    'PACK_OUT_OF_STOCK',
    'PACK_SELLING_TERM_BEFORE',
    'PACK_SELLING_TERM_AFTER',
  ],
})
export const getPasscode = endpoint(paths.getPasscode, {
  summary: 'Redeems a passcode, once per member. A selectable pack takes pairs of itemId and count.',
  params: z.object({ passcode: Passcode }),
  body: z.strictObject({ ...botQuery, ...selection }),
  output: IssueResult,
  errors: [
    'BOT_DENY',
    'NOT_FOUND',
    'INVALID_INPUT',
    // terms_outdated: the gate of full members
    'FORBIDDEN',
    'WALLET_REQUIRED',
    'PASSCODE_USED',
    'PACK_OUT_OF_STOCK',
    'PACK_SELLING_TERM_BEFORE',
    'PACK_SELLING_TERM_AFTER',
    'PACK_LIMIT_REACHED',
  ],
})
export const SelectableItemView = z.object({
  item: ItemCardView,
  remaining: z.int(),
  /** How many of this item one pack may hold. */
  most: z.int(),
})
export type SelectableItemView = z.infer<typeof SelectableItemView>
export const listSelectable = endpoint(paths.listSelectable, {
  summary: 'What may be chosen for a selectable pack, with what is left of each.',
  params: z.object({ packId: PackId }),
  output: listOf(SelectableItemView),
  errors: ['NOT_FOUND'],
})

export const AirdropView = z.object({
  airdropId: PackId,
  name: Words,
  description: Words,
  pack: PackCardView,
  /** Packs that one member gets. */
  packsEach: z.int(),
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
  isForAll: z.boolean(),
})
export type AirdropView = z.infer<typeof AirdropView>
export const listAirdrops = endpoint(paths.listAirdrops, {
  summary: 'Airdrops that run or will, soonest end first.',
  query: z.object(pageQuery),
  output: listOf(AirdropView),
})
/** `delivered` counts packs whose cards lie in the vault; both counts tell how far a large one is. */
export const AirdropStatus = z.object({
  airdropId: PackId,
  status: z.enum(['claimable', 'claimed', 'before', 'after', 'closed', 'out-of-stock', 'not-reserved']),
  packs: z.int(),
  opened: z.int(),
  delivered: z.int(),
  orderIds: z.array(OrderId),
})
export type AirdropStatus = z.infer<typeof AirdropStatus>
export const showAirdropStatus = endpoint(paths.showAirdropStatus, {
  summary: 'What the member can do about an airdrop, and how far a claimed one is.',
  params: z.object({ airdropId: PackId }),
  output: AirdropStatus,
  errors: ['AirdropPackNotFound'],
})
export const showAirdropPack = endpoint(paths.showAirdropPack, {
  summary: 'The pack of an airdrop.',
  params: z.object({ airdropId: PackId }),
  output: PackView,
  errors: ['AirdropPackNotFound'],
})
export const claimAirdrop = endpoint(paths.claimAirdrop, {
  summary: 'Claims all packs of an airdrop at once, or a selectable one by pairs of itemId and count. Once per member.',
  params: z.object({ airdropId: PackId }),
  body: z.strictObject({ ...botQuery, ...selection }),
  output: IssueResult,
  errors: [
    'BOT_DENY',
    'INVALID_INPUT',
    'FORBIDDEN',
    'WALLET_REQUIRED',
    'AirdropOutOfStock',
    'AirdropPackNotFound',
    'AirdropPackOutOfSellingTerm',
    'AirdropPackOutOfSellingTermBefore',
    'AirdropPackOutOfSellingTermAfter',
    'AirdropPackNotReserved',
    'AirdropAlreadyClaimed',
  ],
})
