import { z } from 'zod'
import { Rarity, SeriesView } from '../catalogue/item.ts'
import { endpoint } from '../endpoint.ts'
import { ItemId, listOf, PackId, pageQuery, Picture, SeriesId, TokenId, UserId, Words, Yen } from '../ids.ts'
import { MemberCardView } from '../identity/member.ts'
import { limits } from '../limits.ts'
import { TokenCardView } from '../market/token.ts'
import { paths } from '../paths.ts'

/** Whose collection: of a member who shows it, of an address as the chain has it, or the caller’s own. */
const whose = { userId: UserId.optional(), flowAddress: z.string().max(40).optional() }

/** How complete a series is in somebody’s hands. */
export const OwnedSeriesView = z.object({
  seriesId: SeriesId,
  name: Words,
  picture: Picture.nullable(),
  itemCount: z.int(),
  /** Different works, and tokens of them. */
  ownedItemCount: z.int(),
  ownedTokenCount: z.int(),
  /** Of the works that are missing: how many are listed between members, and from what price. */
  missingListedCount: z.int(),
  missingFromYen: Yen.nullable(),
})
export type OwnedSeriesView = z.infer<typeof OwnedSeriesView>

export const listOwnedSeries = endpoint(paths.listOwnedSeries, {
  summary:
    'The series somebody holds something of, nearest to complete first. Of nobody (no `userId`, no `flowAddress`, no session): every series, with nothing owned. Empty for a member who does not show the collection.',
  query: z.object({ ...whose, limit: pageQuery.limit, offset: pageQuery.offset, cursor: pageQuery.cursor }),
  output: listOf(OwnedSeriesView),
})

export const showOwnedSeries = endpoint(paths.showOwnedSeries, {
  summary: 'One series in somebody’s hands, work by work in the order of the catalogue: those owned and those missing.',
  params: z.object({ seriesId: SeriesId }),
  query: z.object({ ...whose, limit: pageQuery.limit, offset: pageQuery.offset }),
  output: OwnedSeriesView.extend({
    works: z.array(
      z.object({
        itemId: ItemId,
        name: Words,
        picture: Picture,
        rarity: Rarity,
        owned: z.int(),
        /** The lowest price between members; null when it is not listed. */
        listedYen: Yen.nullable(),
      }),
    ),
  }),
  errors: ['NOT_FOUND'],
})

export const showOwnershipConditions = endpoint(paths.showOwnershipConditions, {
  summary: 'By what somebody’s collection can be narrowed: series and rarities with how many tokens of each.',
  query: z.object(whose),
  output: z.object({
    series: z.array(z.object({ seriesId: SeriesId, name: Words, count: z.int() })),
    rarities: z.array(z.object({ rarity: Rarity, count: z.int() })),
  }),
})

export const listSeriesSellingPacks = endpoint(paths.listSeriesSellingPacks, {
  summary: 'Series with packs on sale now, in the order of the catalogue, each with its packs, cheapest first.',
  query: z.object({ ...pageQuery, seriesId: SeriesId.optional() }),
  output: listOf(
    z.object({
      seriesId: SeriesId,
      name: Words,
      packs: z.array(
        z.object({
          packId: PackId,
          name: Words,
          kind: z.enum(['single', 'random']),
          priceYen: Yen,
          remaining: z.int(),
          issued: z.int(),
        }),
      ),
    }),
  ),
})

/**
 * One place of a ranking. `collector` is null for a member who does not show the collection, and
 * for an address that is no member’s.
 */
export const CollectorView = z.object({
  rank: z.int(),
  collector: MemberCardView.nullable(),
  itemCount: z.int(),
  tokenCount: z.int(),
  isComplete: z.boolean(),
})
export type CollectorView = z.infer<typeof CollectorView>

export const collectorSorts = ['items', 'tokens'] as const
export const showSeriesCollectors = endpoint(paths.showSeriesCollectors, {
  summary:
    'One series with the ranking of its collectors: by different works (`sort=items`, the default), then by tokens, or the other way round; `order=desc` by default. `user` is the place of the member `user_id`, null without one, and for a member who holds nothing or does not show it.',
  params: z.object({ seriesId: SeriesId }),
  query: z.object({
    user_id: UserId.optional(),
    limit: pageQuery.limit,
    offset: pageQuery.offset,
    order: z.enum(['asc', 'desc']).optional(),
    sort: z.enum(collectorSorts).optional(),
  }),
  output: SeriesView.extend({ collectors: z.array(CollectorView), user: CollectorView.nullable() }),
  errors: ['NOT_FOUND'],
})

export const showShowcase = endpoint(paths.showShowcase, {
  summary: 'The pieces a member shows first, in their order. One that left the wallet is not among them.',
  params: z.object({ userId: UserId }),
  output: z.object({ items: z.array(TokenCardView) }),
  errors: ['NOT_FOUND'],
})
export const setShowcase = endpoint(paths.setShowcase, {
  summary: `Chooses the pieces shown first, at most ${limits.showcaseMost}; all of them are in the own wallet (INVALID_INPUT: \`not_owner\`).`,
  body: z.strictObject({ tokenIds: z.array(TokenId).max(limits.showcaseMost) }),
  output: z.object({ tokenIds: z.array(TokenId) }),
  errors: ['INVALID_INPUT'],
})
