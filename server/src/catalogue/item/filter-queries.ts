import type { Rarity } from '@kura/contract/catalogue/item'
import type { Db } from '../../platform/db/connect.ts'

/** Conditions on item `i`. */
export type ItemFilter = {
  seriesId?: string | undefined
  categorySlugs?: string[] | undefined
  rarities?: Rarity[] | undefined
  words?: string[] | undefined
  excludesRegulated?: boolean | undefined
}

/** All conditions but the category, which comes first where there is one. */
export const matching = (db: Db, { seriesId, rarities, words, excludesRegulated }: ItemFilter) => db`
  ${excludesRegulated ? db`and not i.is_regulated` : db``}
  ${seriesId === undefined ? db`` : db`and i.series_id = ${seriesId}`}
  ${rarities === undefined ? db`` : ofRarity(db, rarities)}
  ${words === undefined ? db`` : containing(db, words)}`

/**
 * All of the words. Their grams are one condition, led by the rarest; along a list the text is
 * checked more quickly.
 */
const containing = (db: Db, words: readonly string[]) => {
  const needs = words.map((word) => db`|| search_needs(${word}) `)
  return db`${words.map((word) => db`and i.search_text like search_pattern(${word}) `)} and i.search_grams @> ('{}'::text[] ${needs})`
}

/**
 * One rarity is a literal: the planner must know which one, since their numbers of items differ so
 * much.
 */
const ofRarity = (db: Db, [rarity, ...more]: readonly Rarity[]) => {
  if (rarity === undefined || more.length > 0) return db`and i.rarity = any(${[rarity ?? '', ...more]})`
  const written = { common: db`'common'`, rare: db`'rare'`, epic: db`'epic'`, legendary: db`'legendary'` }
  return db`and i.rarity = ${written[rarity]}`
}

/** The item is in one of the categories. */
export const inCategories = (db: Db, { categorySlugs }: ItemFilter) =>
  categorySlugs === undefined
    ? db``
    : db`and exists (select 1 from item_categories g where g.item_id = i.id and g.category_slug = any(${categorySlugs}))`
