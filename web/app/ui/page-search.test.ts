import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cursorParam, loadBy, matching, oneOf, readBy, readSearch, someOf, textOf } from './page-search.ts'

const declared = {
  q: textOf(5),
  series: matching(/^[a-z-]{1,9}$/),
  rarity: someOf(['common', 'rare']),
  sort: oneOf(['new', 'name']),
  least: readBy((value) => (/^\d+$/.test(value) ? Number(value) : null)),
  cursor: cursorParam,
  token: 'browser',
} as const
const read = (search: string) => readSearch(declared, new URL(`https://shop.test/?${search}`)).toString()

test('one form stands for all ways to ask for the same', () => {
  const form = 'q=moon&series=yokai&rarity=common&rarity=rare&least=7&cursor=a_-1'
  for (const search of [
    form,
    'cursor=a_-1&least=007&rarity=rare&rarity=common&rarity=rare&series=yokai&series=other&q=%20moon%20',
    'utm_source=mail&q=moon%00&series=yokai&rarity=rare&rarity=common&rarity=x&least=7&cursor=a_-1&sort=new',
  ])
    assert.equal(read(search), form)
  assert.equal(read('q=moonlight'), 'q=moonl', 'what is too long is cut')
})

test('what is not acceptable, and what only the browser reads, is not there', () => {
  for (const search of [
    'q=%20%00&series=../x&rarity=mythic&sort=luck&least=-1&cursor=%25%25',
    `cursor=${'a'.repeat(201)}&series=${'a'.repeat(10)}`,
    'token=secret',
    'q[]=a&Q=a',
  ])
    assert.equal(read(search), '')
})

test('a loader says what it reads', () => {
  const loader = loadBy({ cursor: cursorParam }, ({ url }: { url: URL }, given) => url.pathname + given.get('cursor'))
  assert.deepEqual(Object.keys(loader.search), ['cursor'])
  assert.equal(loader({ url: new URL('https://shop.test/items?cursor=abc&x=1') }), '/itemsabc')
})
