import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { search } from '@kura/contract/discovery/search'
import { localApi } from '../../platform/http/call-runner.ts'
import { rowsRead } from '../../platform/db/testing/rows-read.ts'
import { addManyItems } from '../../testing/many-items.ts'
import { testWorld } from '../../testing/test-world.ts'
import { findHits } from './queries.ts'
import { searchRoutes } from './routes.ts'

const { deps } = await testWorld({ after })
const { sql } = deps
const call = localApi(searchRoutes({ sql }))

// works in three bands of the index, with words of which one in so many has each
const works = 3000
await addManyItems(sql, { count: works })
const wordsOf = (n: number) => [
  'every',
  ...[5, 40, 700].filter((each) => n % each === 0).map((each) => `oneof${each}`),
  ...(n === 7 ? ['only', 'oneof5'] : []),
  'uncommon',
  ...(n === 10 ? ['common'] : n === 11 ? ['common sense'] : []),
]
const own = (n: number) => [`work ${n}`, ...wordsOf(n)].join('\n')
await sql`
  insert into search_documents (kind, id, rank, own, around)
  select 'item', 'many-i' || n, 1000000 + n, own, 'series of ' || case when n % 2 = 0 then 'even' else 'odd' end
    from unnest(${Array.from({ length: works }, (_, at) => own(at + 1))}::text[]) with ordinality w (own, n)`
await sql`vacuum analyze search_documents`

/** The numbers of works that hold all of the words, the newest first. */
const holders = (words: string[]) =>
  Array.from({ length: works }, (_, at) => works - at).filter((n) => {
    const text = `${own(n)}\nseries of ${n % 2 === 0 ? 'even' : 'odd'}`
    return words.every((word) => text.includes(word))
  })

test('the newest works come first and are counted, however many have the words', async () => {
  const questions = [
    'every',
    'eve',
    'oneof5',
    'oneof40',
    'oneof700',
    'only',
    'one',
    'even',
    'odd',
    'oneof5 odd',
    'only oneof5',
  ]
  for (const q of [...questions, 'oneof700 odd', 'oneof40 oneof700', 'every odd', 'e', 'nothing']) {
    const found = await call('search', { query: { q, kind: 'item', limit: 100 } })
    assert.ok(found.ok)
    const { counts, hits } = search.output.parse(found.data)
    const expected = holders(q.split(' '))
    // names that hold the text come before works whose series does
    const first = expected.filter((n) => q.split(' ').every((word) => own(n).includes(word)))
    const rest = expected.filter((n) => !first.includes(n))
    assert.deepEqual(
      hits.map(({ id }) => id),
      [...first, ...rest].slice(0, 100).map((n) => `many-i${n}`),
      q,
    )
    assert.equal(counts.item, Math.min(101, expected.length), q)
  }
})

test('an old work whose name is the text, or begins with it, comes before newer ones that hold it', async () => {
  for (const limit of [6, 100]) {
    const found = await call('search', { query: { q: 'common', kind: 'item', limit } })
    assert.ok(found.ok)
    const ids = search.output.parse(found.data).hits.map(({ id }) => id)
    assert.deepEqual(ids.slice(0, 4), ['many-i10', 'many-i11', 'many-i3000', 'many-i2999'])
  }
})

test('a word that every work has reads no more than the newest works', async () => {
  const page = { kind: undefined, limit: 6, offset: 0, most: 101, excludesRegulated: false }
  const read = await rowsRead(sql, (db) => findHits(db, { wholes: ['every'], words: [['every']] }, page))
  const { search_documents: rows = 0 } = read
  assert.ok(rows < 600, `${rows} documents`)
})
