import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Picture, plainText, Words } from '../ids.ts'
import { paths } from '../paths.ts'

/** What a search finds, in the order of the tabs. */
export const searchKinds = ['item', 'series', 'pack', 'artist', 'member', 'category'] as const
export const SearchKind = z.enum(searchKinds)
export type SearchKind = z.infer<typeof SearchKind>

/** A search counts no further than this: such a list needs another word, not another page. */
export const searchCountMost = 100

export const SearchHit = z.object({
  kind: SearchKind,
  /** The id of the thing: a slug, a user id, or the name of an artist. */
  id: z.string(),
  name: Words,
  /** The series of a work or pack; null for the others. */
  seriesName: Words.nullable(),
  /** How many works a series, artist or category has; null for the others. */
  itemCount: z.int().nullable(),
  picture: Picture.nullable(),
})
export type SearchHit = z.infer<typeof SearchHit>

const Counts = z.object(Object.fromEntries(searchKinds.map((kind) => [kind, z.int()])) as Record<SearchKind, z.ZodInt>)
export const search = endpoint(paths.search, {
  summary:
    'Finds works, series, packs, artists, members and categories by name, reading or synonym, best first. Without `kind` it returns some of each. `counts` go up to 100; 101 means more. `near` holds similar things where nothing was found.',
  query: z.object({
    q: plainText(100),
    kind: SearchKind.optional(),
    /** Leaves out works for adults. */
    excludeRegulatedItems: z.stringbool().optional(),
    limit: z.coerce.number().int().min(1).max(searchCountMost).optional(),
    offset: z.coerce.number().int().min(0).max(searchCountMost).optional(),
  }),
  output: z.object({ counts: Counts, hits: z.array(SearchHit), near: z.array(SearchHit) }),
})

export const listSuggestions = endpoint(paths.listSuggestions, {
  summary:
    'What to show below the search field: the best hits for what is typed so far, by kind, and what is popular now. Without `q` only the latter.',
  query: z.object({
    q: plainText(100).optional(),
    /** Leaves out works for adults. */
    excludeRegulatedItems: z.stringbool().optional(),
  }),
  output: z.object({ items: z.array(SearchHit.extend({ isPopular: z.boolean() })) }),
})
