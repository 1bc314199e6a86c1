import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Instant, listOf, PackId, pageQuery, Picture, SeriesId, Words, Yen } from './ids.ts'
import { ItemCardView } from './item.ts'
import { paths } from './paths.ts'
import { packStates } from './states.ts'

/** `before` and `after` the selling term, else `on` or `sold-out`. */
export const PackState = z.enum(packStates)
export type PackState = z.infer<typeof PackState>

export const PackCardView = z.object({
  packId: PackId,
  name: Words,
  seriesId: SeriesId,
  seriesName: Words,
  picture: Picture,
  kind: z.enum(['single', 'random']),
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

export const PackView = PackCardView.extend({ description: Words, commitment: z.string() })
export type PackView = z.infer<typeof PackView>

export const listPacks = endpoint(paths.listPacks, {
  summary: 'Packs, those on sale first. `packId` and `state` may be repeated.',
  query: z.object({
    ...pageQuery,
    packId: z.union([PackId, z.array(PackId).max(100)]).optional(),
    state: z.union([PackState, z.array(PackState)]).optional(),
    seriesId: SeriesId.optional(),
  }),
  output: listOf(PackCardView),
})
export const showPack = endpoint(paths.showPack, {
  summary: 'One pack.',
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
