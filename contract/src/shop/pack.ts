import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  FlowAddress,
  Instant,
  ItemId,
  listOf,
  PackId,
  pageQuery,
  Picture,
  RefId,
  SeriesId,
  Words,
  Yen,
} from '../ids.ts'
import { ItemCardView } from '../catalogue/item.ts'
import { limits } from '../limits.ts'
import { paths } from '../paths.ts'
import { packStates } from '../states.ts'

/** `before` and `after` the selling term; within it `on` or `sold-out`. */
export const PackState = z.enum(packStates)
export type PackState = z.infer<typeof PackState>

/**
 * `single` holds one known item, `random` is dealt before the sale, `selectable` is filled by its
 * recipient.
 */
export const packKinds = ['single', 'random', 'selectable'] as const

/** How a member gets a pack. Only `sale` is shown in the shop and can be bought. */
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
  summary: 'One pack. Those of passcodes and airdrops are returned only with `forIssue`.',
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

/** How many of a pack one member may still get; `limit` and `left` are null without a limit. */
export const PackLimitView = z.object({
  packId: PackId,
  limit: z.int().nullable(),
  held: z.int(),
  left: z.int().nullable(),
})

export const showPackLimit = endpoint(paths.showPackLimit, {
  summary: 'How many of a pack the member’s address holds and may still get. FORBIDDEN for any other address.',
  params: z.object({ packId: PackId, flowAddress: FlowAddress }),
  output: PackLimitView,
  errors: ['NOT_FOUND', 'FORBIDDEN'],
})

const ReminderView = z.object({ isSet: z.boolean() })

export const showReminder = endpoint(paths.showReminder, {
  summary: 'Whether the member is reminded before the sale of a pack begins.',
  params: z.object({ packId: PackId }),
  output: ReminderView,
  errors: ['NOT_FOUND'],
})

export const setReminder = endpoint(paths.setReminder, {
  summary: `Reminds the member ${limits.reminderMinutes} minutes before the sale begins, by the channels of the settings. Doing it again changes nothing. PACK_SELLING_TERM_AFTER: no start lies ahead.`,
  params: z.object({ packId: PackId }),
  output: ReminderView,
  errors: ['NOT_FOUND', 'PACK_SELLING_TERM_AFTER'],
})

export const deleteReminder = endpoint(paths.deleteReminder, {
  summary: 'Reminds the member no more. Doing it again changes nothing.',
  params: z.object({ packId: PackId }),
  output: ReminderView,
  errors: ['NOT_FOUND'],
})

/**
 * Everything needed to verify that a pack was dealt before its sale and that nobody picked the
 * order. `commitment` and `drawHeight` are there from the start, `drawBlockId` once that block is
 * sealed, `salt` and `units` after the sale.
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
 * `admitted` may buy until `admittedUntil`. `none`: has not joined, missed the turn, or needs no
 * place. `closed`: nothing remains or the sale has ended. `ahead` is how many wait before; null
 * before the sale, when all places are drawn.
 */
export const QueueView = z.object({
  packId: PackId,
  state: z.enum(['none', 'waiting', 'admitted', 'closed']),
  ahead: z.int().nullable(),
  /** An estimate. */
  waitSeconds: z.int().nullable(),
  admittedUntil: Instant.nullable(),
})
export type QueueView = z.infer<typeof QueueView>

export const joinQueue = endpoint(paths.joinQueue, {
  summary: 'Joins the line of a pack, once. Repeating it returns the same place.',
  params: z.object({ packId: PackId }),
  output: QueueView,
  errors: ['NOT_FOUND', 'DELETION_PENDING', 'PACK_OUT_OF_STOCK', 'PACK_SELLING_TERM_AFTER'],
})

export const showQueue = endpoint(paths.showQueue, {
  summary: 'The member’s place in the line of a pack.',
  params: z.object({ packId: PackId }),
  output: QueueView,
  errors: ['NOT_FOUND'],
})
