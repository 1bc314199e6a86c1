import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSearch } from '../../ui/page-search.ts'
import { isNarrowed, itemQuery, itemSearch, itemsHref, readItemFilters } from './item-filters.ts'

const read = (search: string) => readItemFilters(readSearch(itemSearch, new URL(`https://shop.test/items?${search}`)))

test('filters go into the address and come back the same', () => {
  const filters = read('q=狐&series=yokai&category=animals&rarity=epic&rarity=rare&sort=price-low')
  assert.deepEqual(read(itemsHref(filters).split('?')[1] ?? ''), filters)
  assert.deepEqual(filters.rarity, ['rare', 'epic'])
})

test('what the shop does not know is as if it were not there', () => {
  const filters = read('series=../etc&category=A%20B&rarity=mythic&sort=drop')
  assert.equal(isNarrowed(filters), false)
  assert.equal(itemsHref(filters), '/items')
  assert.deepEqual(itemQuery(filters, undefined, 24), { excludeRegulatedItems: 'true', limit: 24, sort: 'new' })
})

test('the next page keeps the filters', () => {
  assert.equal(itemsHref(read('rarity=rare'), 'abc'), '/items?rarity=rare&cursor=abc')
})
