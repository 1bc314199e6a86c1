import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSearch } from '../../ui/page-search.ts'
import { isMarketNarrowed, marketHref, marketQuery, marketSearch, readMarketFilters } from './market-filters.ts'

const read = (search: string) =>
  readMarketFilters(readSearch(marketSearch, new URL(`https://shop.test/market?${search}`)))

test('filters of the market go into the address and come back the same', () => {
  const filters = read('q=狐&series=yokai&category=animals&rarity=epic&rarity=rare&least=500&most=1200&sort=sold')
  assert.deepEqual(read(marketHref(filters).split('?')[1] ?? ''), filters)
  assert.deepEqual(marketQuery(filters, undefined, 24), {
    excludeRegulatedItems: 'true',
    limit: 24,
    sort: 'sold',
    q: '狐',
    seriesId: 'yokai',
    categorySlugs: 'animals',
    rarity: ['rare', 'epic'],
    priceFrom: 500,
    priceTo: 1200,
  })
})

test('filters of single listings go into the address and come back the same', () => {
  const filters = read('first=＃３&last=12&seller=moon&below=yes')
  assert.equal(isMarketNarrowed(filters), true)
  assert.equal(marketHref(filters), '/market?first=3&last=12&seller=moon&below=yes')
  assert.deepEqual(marketQuery(filters, undefined, 24), {
    excludeRegulatedItems: 'true',
    limit: 24,
    sort: 'new',
    serialFrom: 3,
    serialTo: 12,
    seller: 'moon',
    belowLastSale: 'true',
  })
  assert.equal(isMarketNarrowed(read('first=0&last=x&below=no')), false)
})

test('what the market does not know is as if it were not there', () => {
  const filters = read('series=../etc&rarity=mythic&least=cheap&sort=name')
  assert.equal(isMarketNarrowed(filters), false)
  assert.equal(marketHref(filters), '/market')
})

test('one bound alone narrows, also the price nothing', () => {
  assert.equal(isMarketNarrowed(read('most=0')), true)
  assert.equal(marketHref(read('most=0'), 'abc'), '/market?most=0&cursor=abc')
})
