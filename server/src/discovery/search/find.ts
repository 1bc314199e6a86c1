import { searchCountMost, searchKinds } from '@kura/contract/discovery/search'
import type { listSuggestions, search, SearchKind } from '@kura/contract/discovery/search'
import type { ParsedOf } from '@kura/contract/endpoint'
import type { Deps } from '../../deps.ts'
import type { RawJson } from '../../platform/http/on.ts'
import { findHits, findNearHits, listHits, listPopular, listSimilarWords } from './queries.ts'
import type { SearchTerms } from './queries.ts'
import { nearest, readTerms } from './terms.ts'

/** Hits of each kind where no kind was asked for. */
const overviewSize = 6
const suggestionsOfKind = 3
const popularMost = 5
const nearMost = 8

/** What a search finds, with the count of each kind, or what is near when it finds nothing. */
export async function find(
  { sql }: Pick<Deps, 'sql'>,
  { query }: Pick<ParsedOf<typeof search>, 'query'>,
): Promise<RawJson> {
  const { kind, offset = 0 } = query
  const limit = query.limit ?? (kind === undefined ? overviewSize : 24)
  const excludesRegulated = query.excludeRegulatedItems ?? false
  const terms = await readTerms(sql, query.q)
  const rows = terms
    ? await findHits(sql, terms, { kind, limit, offset, most: searchCountMost + 1, excludesRegulated })
    : []
  const counts = Object.fromEntries(
    searchKinds.map((each) => [each, rows.find((row) => row.kind === each)?.count ?? 0]),
  )
  // the first of each kind is read for its count, and shown only where it belongs
  const shown = rows.filter((row, at) => {
    if (kind !== undefined && row.kind !== kind) return false
    return offset === 0 || rows[at - 1]?.kind === row.kind
  })
  const near = terms && rows.length === 0 ? await findNear(sql, terms, excludesRegulated) : []
  const listOf = (hits: { hit: string }[]) => `[${hits.map(({ hit }) => hit).join(',')}]`
  return { rawJson: `{"counts":${JSON.stringify(counts)},"hits":${listOf(shown)},"near":${listOf(near)}}` }
}

/** What is near a text of which nothing was found: names that differ in a letter or two. */
async function findNear(
  sql: Deps['sql'],
  { wholes, words }: SearchTerms,
  excludesRegulated: boolean,
): Promise<{ hit: string }[]> {
  // words of names are kept without numbers
  const forms = [...new Set([...wholes, ...words.flat()].flatMap((form) => form.split(/[ 0-9]+/)))]
  const long = forms.filter((form) => form.length >= 3)
  const groups = nearest(long, await listSimilarWords(sql, long))
  return groups.length === 0 ? [] : findNearHits(sql, groups, { limit: nearMost, excludesRegulated })
}

/** Suggestions for a text as far as it is typed, and what is popular. */
export async function suggest(
  { sql }: Pick<Deps, 'sql'>,
  { query }: Pick<ParsedOf<typeof listSuggestions>, 'query'>,
): Promise<RawJson> {
  const terms = query.q === undefined ? undefined : await readTerms(sql, query.q)
  const excludesRegulated = query.excludeRegulatedItems ?? false
  const page = { kind: undefined, limit: suggestionsOfKind, offset: 0, most: suggestionsOfKind, excludesRegulated }
  const rows: { kind?: SearchKind; hit: string }[] = terms ? await findHits(sql, terms, page) : []
  const found = terms && rows.length === 0 ? await findNear(sql, terms, excludesRegulated) : rows
  const popular =
    found.length > 0 ? [] : await listHits(sql, await listPopular(sql, { limit: popularMost, excludesRegulated }))
  const marked = [
    ...found.map(({ hit }) => ({ hit, isPopular: false })),
    ...popular.map(({ hit }) => ({ hit, isPopular: true })),
  ]
  const items = marked.map(({ hit, isPopular }) => hit.replace(/\}$/, `,"isPopular":${isPopular}}`))
  return { rawJson: `{"items":[${items.join(',')}]}` }
}
