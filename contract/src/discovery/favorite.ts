import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant, ItemId, listOf, PackId, pageQuery, Picture, SeriesId, Slug, UserId, Words, Yen } from '../ids.ts'
import { limits } from '../limits.ts'
import { paths } from '../paths.ts'

export const favoriteKinds = ['item', 'series', 'pack'] as const
const Kind = z.enum(favoriteKinds)

/** A work, series or pack that a member keeps in mind. */
export const FavoriteView = z.object({
  kind: Kind,
  id: Slug,
  name: Words,
  seriesName: Words.nullable(),
  picture: Picture.nullable(),
  /** The pack’s price, or of a work the lowest price of a pack on sale that can hold it. */
  priceYen: Yen.nullable(),
  /** The lowest price at which a work is listed between members. */
  listedYen: Yen.nullable(),
  /** The member’s own only: a listing of the work below this is news. */
  noticeBelowYen: Yen.nullable(),
  favoritedAt: Instant,
})
export type FavoriteView = z.infer<typeof FavoriteView>

export const listFavorites = endpoint(paths.listFavorites, {
  summary:
    'What a member keeps in mind, latest first; `kind` narrows it. NOT_FOUND also when the member does not show it to others.',
  params: z.object({ userId: UserId }),
  query: z.object({ ...pageQuery, kind: Kind.optional() }),
  output: listOf(FavoriteView),
  errors: ['NOT_FOUND'],
})

const OneFavorite = z.object({ kind: Kind, id: Slug, isFavorite: z.boolean(), noticeBelowYen: Yen.nullable() })
export const addFavorite = endpoint(paths.addFavorite, {
  summary: `Keeps a work (\`itemId\`), a series or a pack in mind: exactly one of them. Again changes only \`noticeBelowYen\`, the price below which a listing of the work is news; without it there is none. At most ${limits.favoritesMost} (FAVORITES_FULL).`,
  body: z.strictObject({
    itemId: ItemId.optional(),
    seriesId: SeriesId.optional(),
    packId: PackId.optional(),
    noticeBelowYen: z.int().min(1).max(9_999_999).optional(),
  }),
  output: OneFavorite,
  errors: ['NOT_FOUND', 'INVALID_INPUT', 'FAVORITES_FULL'],
})

export const deleteFavorite = endpoint(paths.deleteFavorite, {
  summary: 'Keeps it in mind no more; again changes nothing. `kind` says what the id is of, a work by default.',
  params: z.object({ itemId: Slug }),
  query: z.object({ kind: Kind.optional() }),
  output: OneFavorite,
  errors: ['NOT_FOUND'],
})

export const listOwnMarks = endpoint(paths.listOwnMarks, {
  summary: 'Every favourite and every followed series of the member by id, for the hearts of a page.',
  output: listOf(
    z.object({
      mark: z.enum(['favorite', 'follow']),
      kind: Kind,
      id: Slug,
      noticeBelowYen: Yen.nullable(),
    }),
  ),
})

export const countMarks = endpoint(paths.countMarks, {
  summary: 'How many members keep this in mind, and how many follow it if it is a series.',
  params: z.object({ kind: Kind, subject: Slug }),
  output: z.object({ favorites: z.int(), followers: z.int() }),
  errors: ['NOT_FOUND'],
})
