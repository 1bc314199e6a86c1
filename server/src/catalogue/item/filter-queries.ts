import type { Rarity } from '@kura/contract/catalogue/item'
import type { Db } from '../../platform/db/connect.ts'

/** What is asked of item `i`. */
export type ItemFilter = {
  seriesId?: string | undefined
  categorySlugs?: string[] | undefined
  rarities?: Rarity[] | undefined
  words?: string[] | undefined
}

/** Everything but the category, which leads where it is asked for. */
export const matching = (db: Db, { seriesId, rarities, words }: ItemFilter) => db`
  ${seriesId === undefined ? db`` : db`and i.series_id = ${seriesId}`}
  ${rarities === undefined ? db`` : ofRarity(db, rarities)}
  ${words === undefined ? db`` : containing(db, words)}`

/** All of the words. The grams of all are one condition, which the rarest leads; along a list the text is the quicker one to ask. */
const containing = (db: Db, words: readonly string[]) => {
  const needs = words.map((word) => db`|| search_needs(${word}) `)
  return db`${words.map((word) => db`and i.search_text like search_pattern(${word}) `)} and i.search_grams @> ('{}'::text[] ${needs})`
}

/** One rarity is written out: how many items have it differs so much that the planner must know which one. */
const ofRarity = (db: Db, [rarity, ...more]: readonly Rarity[]) => {
  if (rarity === undefined || more.length > 0) return db`and i.rarity = any(${[rarity ?? '', ...more]})`
  const written = { common: db`'common'`, rare: db`'rare'`, epic: db`'epic'`, legendary: db`'legendary'` }
  return db`and i.rarity = ${written[rarity]}`
}

/** In one of the categories. */
export const inCategories = (db: Db, { categorySlugs }: ItemFilter) =>
  categorySlugs === undefined
    ? db``
    : db`and exists (select 1 from item_categories g where g.item_id = i.id and g.category_slug = any(${categorySlugs}))`

/** More words than this do not narrow a search of names any further. */
const wordsMost = 6

/** The filter that a query asks for. */
export function filterOf(query: {
  q?: string | undefined
  seriesId?: string | undefined
  categorySlugs?: string | undefined
  rarity?: Rarity | Rarity[] | undefined
}): ItemFilter {
  const words = query.q?.split(/\s+/u).filter(Boolean).slice(0, wordsMost)
  return {
    seriesId: query.seriesId,
    categorySlugs: query.categorySlugs?.split(',').filter(Boolean),
    rarities: query.rarity === undefined ? undefined : [query.rarity].flat(),
    words: words?.length ? words : undefined,
  }
}
