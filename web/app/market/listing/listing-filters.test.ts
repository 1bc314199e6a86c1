import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSearch } from '../../ui/page-search.ts'
import {
  areListingsNarrowed,
  listingQuery,
  listingSearch,
  listingsHref,
  readListingFilters,
} from './listing-filters.ts'

const read = (search: string) =>
  readListingFilters(readSearch(listingSearch, new URL(`https://shop.test/items/moon?${search}`)))
const nowMs = Date.parse('2026-11-21T12:34:56Z')

test('filters of listings go into the address and come back the same', () => {
  const filters = read('order=serial-low&age=week&least=1200&most=99000&limited=0')
  assert.deepEqual(filters, { order: 'serial-low', age: 'week', least: 1200, most: 99_000, isLimited: false })
  const [path, search = ''] = listingsHref('moon', filters).split('?')
  assert.equal(path, '/items/moon')
  assert.deepEqual(read(search), filters)
})

test('what is not acceptable is as if it were not there', () => {
  const filters = read('order=luck&age=year&least=-5&most=1e9')
  assert.equal(areListingsNarrowed(filters, true), false)
  assert.equal(listingsHref('moon', filters), '/items/moon')
  assert.deepEqual(listingQuery(filters, nowMs), { limit: 10, orderColumn: 'price', orderSort: 'asc' })
})

test('a member can undo whatever narrows the list, also that listings for them alone are not shown', () => {
  for (const search of ['age=day', 'least=1', 'most=9', 'limited=0'])
    assert.equal(areListingsNarrowed(read(search), true), true, search)
  assert.equal(areListingsNarrowed(read('order=time-new'), true), false)
  assert.equal(areListingsNarrowed(read('limited=0'), false), false, 'a guest sees all there is')
})

test('a price may be typed in full-width digits and with separators', () => {
  assert.equal(read(`least=${encodeURIComponent('１，２００円')}`).least, 1200)
  assert.equal(read('least=¥9,999,999').least, 9_999_999)
  for (const none of ['', ' ', '12.5', '0x10', 'abc', '99999999']) assert.equal(read(`least=${none}`).least, null, none)
})

test('an age is asked for from the full hour on', () => {
  assert.equal(listingQuery(read('age=day'), nowMs)?.before, '2026-11-20T12:00:00.000Z')
  assert.equal(listingQuery(read('age=week'), nowMs)?.before, '2026-11-14T12:00:00.000Z')
})

test('the next page keeps the filters', () => {
  assert.equal(listingsHref('moon', read('order=time-new'), 'abc'), '/items/moon?order=time-new&cursor=abc')
})
