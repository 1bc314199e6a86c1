import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant, ItemId, listOf, OrderId, PackId, pageQuery, Picture, RefId, TokenId, Uuid, Words } from '../ids.ts'
import { Rarity } from '../catalogue/item.ts'
import { paths } from '../paths.ts'
import { openingStates } from '../states.ts'

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
  /** The contents; empty before the seal, because a pack whose mint never seals is sold again. */
  cards: z.array(CardView),
})
export type OpeningView = z.infer<typeof OpeningView>

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
  summary: 'The member’s unopened packs.',
  query: z.object(pageQuery),
  output: listOf(UnopenedPackView),
})

export const mintTokens = endpoint(paths.mintTokens, {
  summary: 'Opens a pack: its cards are minted into the member’s vault.',
  body: z.strictObject({ unopenedPackId: Uuid }),
  output: OpeningView,
  errors: ['NOT_FOUND', 'WALLET_REQUIRED', 'WALLET_CHANGING', 'PACK_ALREADY_OPENED', 'ORDER_STATE'],
})
