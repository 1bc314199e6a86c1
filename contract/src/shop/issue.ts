import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant, ItemId, listOf, OrderId, PackId, pageQuery, Words } from '../ids.ts'
import { ItemCardView } from '../catalogue/item.ts'
import { paths } from '../paths.ts'
import { PackView, PackCardView } from './pack.ts'

/** The bot check of passcode and airdrop calls: the token, and `v2` or `v3`. */
const botQuery = { token: z.string().min(1).max(4096), auth: z.enum(['v2', 'v3']) }

/** A whole number in plain digits, as a form or JSON writes it: not `1e1` or `1.0`. */
const Count = z.union([
  z.int().min(1).max(20),
  z
    .string()
    .regex(/^(?:[1-9]|1[0-9]|20)$/)
    .transform(Number),
])

/**
 * The choice for a selectable pack: pairs in the order of the lists, as a form repeats its keys.
 */
const selection = {
  itemId: z.union([ItemId, z.array(ItemId).max(20)]).optional(),
  count: z.union([Count, z.array(Count).max(20)]).optional(),
}

/** 4 to 64 letters, digits and hyphens; width, case and hyphens are ignored. */
export const Passcode = z.string().min(4).max(64)

/**
 * `accepted` with its orders, or `rejectForSelectable`: choose items of the pack and call again.
 */
export const IssueResult = z.discriminatedUnion('status', [
  z.object({ status: z.literal('accepted'), packId: PackId, orderIds: z.array(OrderId) }),
  z.object({ status: z.literal('rejectForSelectable'), packId: PackId }),
])
export type IssueResult = z.infer<typeof IssueResult>

export const validatePasscode = endpoint(paths.validatePasscode, {
  summary: 'The pack behind a passcode. Uses nothing up: the bot token and the passcode stay valid for `packs/get`.',
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
    // terms_outdated: only full members may redeem
    'FORBIDDEN',
    'WALLET_REQUIRED',
    'BIRTHDAY_REQUIRED',
    'DELETION_PENDING',
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
  /** The most copies of this item in one pack. */
  most: z.int(),
})
export type SelectableItemView = z.infer<typeof SelectableItemView>

export const listSelectable = endpoint(paths.listSelectable, {
  summary: 'The items a selectable pack can hold, with what remains of each.',
  params: z.object({ packId: PackId }),
  output: listOf(SelectableItemView),
  errors: ['NOT_FOUND'],
})

export const AirdropView = z.object({
  airdropId: PackId,
  name: Words,
  description: Words,
  pack: PackCardView,
  /** Packs per member. */
  packsEach: z.int(),
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
  isForAll: z.boolean(),
})
export type AirdropView = z.infer<typeof AirdropView>

export const listAirdrops = endpoint(paths.listAirdrops, {
  summary: 'Current and upcoming airdrops, soonest end first.',
  query: z.object(pageQuery),
  output: listOf(AirdropView),
})

/**
 * `delivered` counts packs whose cards are in the vault; both counts show the progress of a large
 * airdrop.
 */
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
  summary: 'What the member can do about an airdrop, and the progress of a claimed one.',
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
  summary:
    'Claims all packs of an airdrop at once, or a selectable one with pairs of itemId and count. Once per member.',
  params: z.object({ airdropId: PackId }),
  body: z.strictObject({ ...botQuery, ...selection }),
  output: IssueResult,
  errors: [
    'BOT_DENY',
    'INVALID_INPUT',
    'FORBIDDEN',
    'WALLET_REQUIRED',
    'BIRTHDAY_REQUIRED',
    'DELETION_PENDING',
    'AirdropOutOfStock',
    'AirdropPackNotFound',
    'AirdropPackOutOfSellingTerm',
    'AirdropPackOutOfSellingTermBefore',
    'AirdropPackOutOfSellingTermAfter',
    'AirdropPackNotReserved',
    'AirdropAlreadyClaimed',
  ],
})
