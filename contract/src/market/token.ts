import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  FlowAddressOrEmpty,
  Instant,
  ItemId,
  listOf,
  pageQuery,
  Picture,
  RefId,
  SeriesId,
  TokenId,
  Words,
  Yen,
} from '../ids.ts'
import { Rarity } from '../catalogue/item.ts'
import { bearerHeader } from '../identity/service.ts'
import { paths } from '../paths.ts'

export const TokenCardView = z.object({
  tokenId: TokenId,
  refId: RefId,
  itemId: ItemId,
  name: Words,
  seriesId: SeriesId,
  seriesName: Words,
  picture: Picture,
  rarity: Rarity,
  serial: z.int(),
  editionSize: z.int(),
  ownerAddress: FlowAddressOrEmpty,
  mintedAt: Instant,
})
export type TokenCardView = z.infer<typeof TokenCardView>

export const TokenEventView = z.object({
  kind: z.enum(['minted', 'withdrawn', 'deposited', 'burned']),
  address: FlowAddressOrEmpty,
  at: Instant,
  txId: z.string(),
})
export const TokenView = TokenCardView.extend({
  description: Words,
  ownerName: z.string().nullable(),
  ownerUserId: z.string().nullable(),
  /**
   * The newest hundred events as the network reported them, oldest first. `listTokenHistory`
   * explains them and goes further back.
   */
  history: z.array(TokenEventView),
})
export type TokenView = z.infer<typeof TokenView>

export const listTokens = endpoint(paths.listTokens, {
  summary:
    'Tokens of an owner (`flowAddress` or `userId`), of an item or of everybody, latest first; `seriesId` narrows those of an owner. A member who does not show the collection has none for others.',
  query: z.object({
    ...pageQuery,
    flowAddress: z.string().max(40).optional(),
    userId: z.string().max(64).optional(),
    itemId: ItemId.optional(),
    seriesId: SeriesId.optional(),
  }),
  output: listOf(TokenCardView),
})
export const listConnectedPieces = endpoint(paths.listConnectedPieces, {
  summary:
    'For connected services, by a bearer token with the scope `pieces`: the member’s pieces, latest first. AUTHENTICATION_FAILED when the token opens nothing (any more), FORBIDDEN without the scope.',
  headers: bearerHeader,
  query: z.object({ limit: pageQuery.limit, cursor: pageQuery.cursor }),
  output: listOf(TokenCardView),
  errors: ['AUTHENTICATION_FAILED', 'FORBIDDEN'],
})
export const showToken = endpoint(paths.showToken, {
  summary: 'One token with its history on chain.',
  params: z.object({ tokenId: TokenId }),
  output: TokenView,
  errors: ['NOT_FOUND'],
})

export const tokenDeeds = ['mint', 'sale', 'gift', 'transfer', 'burn'] as const
/** One transaction that gave the token a new holder. */
export const TokenHistoryView = z.object({
  kind: z.enum(tokenDeeds),
  at: Instant,
  txId: z.string(),
  /** Empty for a mint, and when the old holder was not an account. */
  fromAddress: FlowAddressOrEmpty,
  /** Empty for a burn, and when the new holder is not an account. */
  toAddress: FlowAddressOrEmpty,
  /** The member who has that address now; null when no member does. */
  fromName: z.string().nullable(),
  fromUserId: z.string().nullable(),
  toName: z.string().nullable(),
  toUserId: z.string().nullable(),
  /** The price of a sale. */
  price: Yen.nullable(),
})
export type TokenHistoryView = z.infer<typeof TokenHistoryView>
export const listTokenHistory = endpoint(paths.listTokenHistory, {
  summary: 'The history of a token, newest first: one entry for each transaction.',
  params: z.object({ tokenId: TokenId }),
  query: z.object({ limit: pageQuery.limit, cursor: pageQuery.cursor }),
  output: listOf(TokenHistoryView),
  errors: ['NOT_FOUND'],
})
