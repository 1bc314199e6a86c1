import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { search, searchKinds } from '@kura/contract/discovery/search'
import { importCatalogue } from '../../operations/import/import.ts'
import { localApi } from '../../platform/http/call-runner.ts'
import { catalogueWorld } from '../../testing/catalogue-world.ts'
import { demoFolder } from '../../testing/demo-folder.ts'
import { searchRoutes } from './routes.ts'

const world = await catalogueWorld({ after })
const { sql } = world
await importCatalogue({ ...world, folder: await demoFolder(world), log: () => {} })
const call = localApi(searchRoutes({ sql }))

async function find(query: { q: string; kind?: (typeof searchKinds)[number]; limit?: number; offset?: number }) {
  const found = await call('search', { query })
  assert.ok(found.ok, `${JSON.stringify(query)}: ${JSON.stringify(found)}`)
  return search.output.parse(found.data)
}
const idsOf = async (q: string) => (await find({ q })).hits.map(({ kind, id }) => `${kind}:${id}`)

/** What people type, and what must be among the first six of its kind. */
const queries: [string, ...string[]][] = [
  ['うさぎ', 'item:moon-rabbit'],
  ['ウサギ', 'item:moon-rabbit'],
  ['ｳｻｷﾞ', 'item:moon-rabbit'],
  ['usagi', 'item:moon-rabbit'],
  ['USAGI', 'item:moon-rabbit'],
  ['ｕｓａｇｉ', 'item:moon-rabbit'],
  ['usag', 'item:moon-rabbit'],
  ['うさ', 'item:moon-rabbit'],
  ['兎', 'item:moon-rabbit', 'pack:rabbit-single'],
  ['兔', 'item:moon-rabbit'],
  ['莵', 'item:moon-rabbit'],
  ['ラビット', 'item:moon-rabbit'],
  ['rabbit', 'item:moon-rabbit'],
  ['Rabbit Moon', 'item:moon-rabbit'],
  ['望月', 'item:moon-rabbit'],
  ['もちづき', 'item:moon-rabbit'],
  ['mochizuki', 'item:moon-rabbit'],
  ['満月', 'item:moon-rabbit'],
  ['望月の兎', 'item:moon-rabbit'],
  ['月 兎', 'item:moon-rabbit'],
  ['月　兎', 'item:moon-rabbit'],
  ['月の蔵', 'series:moon', 'item:moon-rabbit', 'item:moon-bamboo', 'item:moon-lanterns', 'item:moon-three-roofs'],
  ['月の藏', 'series:moon'],
  ['つきのくら', 'series:moon'],
  ['ツキノクラ', 'series:moon'],
  ['tsukinokura', 'series:moon'],
  ['tukinokura', 'series:moon'],
  ['Storehouses of the Moon', 'series:moon'],
  ['storehouse', 'series:moon', 'item:moon-bamboo'],
  ['蔵前版画', 'artist:蔵前版画', 'item:moon-rabbit'],
  ['くらまえ', 'artist:蔵前版画'],
  ['kuramae hanga', 'artist:蔵前版画'],
  ['藏前', 'artist:蔵前版画'],
  ['水絵屋', 'artist:水絵屋', 'item:water-great-wave'],
  ['宵待座', 'artist:宵待座'],
  ['紋工房', 'artist:紋工房あさぎ'],
  ['あさぎ', 'artist:紋工房あさぎ'],
  ['屏風屋みなと', 'artist:屏風屋みなと'],
  ['初刷り', 'pack:water-first'],
  ['はつずり', 'pack:water-first'],
  ['初刷', 'pack:water-first'],
  ['first printing', 'pack:water-first'],
  ['一枚売り', 'pack:rabbit-single', 'pack:fox-single', 'pack:wave-single'],
  ['龍', 'item:water-dragon'],
  ['竜', 'item:water-dragon'],
  ['りゅう', 'item:water-dragon'],
  ['リュウ', 'item:water-dragon'],
  ['ryu', 'item:water-dragon'],
  ['ryuu', 'item:water-dragon'],
  ['ryū', 'item:water-dragon'],
  ['たつ', 'item:water-dragon'],
  ['ドラゴン', 'item:water-dragon'],
  ['dragon', 'item:water-dragon'],
  ['水底の龍', 'item:water-dragon'],
  ['みなそこ', 'item:water-dragon'],
  ['狐', 'item:parade-fox', 'pack:fox-single'],
  ['きつね', 'item:parade-fox'],
  ['キツネ', 'item:parade-fox'],
  ['kitsune', 'item:parade-fox'],
  ['kitune', 'item:parade-fox'],
  ['fox', 'item:parade-fox'],
  ['鬼', 'item:parade-ogre'],
  ['おに', 'item:parade-ogre'],
  ['oni', 'item:parade-ogre'],
  ['だるま', 'item:parade-daruma'],
  ['ダルマ', 'item:parade-daruma'],
  ['達磨', 'item:parade-daruma'],
  ['鳥居', 'item:parade-gates'],
  ['torii', 'item:parade-gates'],
  ['傘', 'item:parade-umbrella'],
  ['からかさ', 'item:parade-umbrella'],
  ['波', 'item:water-great-wave'],
  ['浪', 'item:water-great-wave'],
  ['大波', 'item:water-great-wave'],
  ['nami', 'item:water-great-wave'],
  ['うずしお', 'item:water-whirlpool'],
  ['たきのぼり', 'item:water-climbing'],
  ['瀧', 'item:water-climbing'],
  ['鶴', 'item:season-cranes', 'item:season-crane-pine'],
  ['つる', 'item:season-cranes'],
  ['金屛風', 'series:season'],
  ['きんびょうぶ', 'item:season-cranes'],
  ['kinbyobu', 'item:season-cranes'],
  ['桜', 'item:weave-kimono'],
  ['櫻', 'item:weave-kimono'],
  ['よざくら', 'item:weave-kimono'],
  ['着物', 'item:weave-kimono'],
  ['小袖', 'item:weave-kimono'],
  ['折り紙', 'item:weave-folded'],
  ['おりがみ', 'item:weave-folded'],
  ['うろこ', 'item:weave-scales'],
  ['富士', 'item:weave-window'],
  ['紅葉', 'item:season-autumn'],
  ['もみじ', 'item:season-autumn'],
  ['花火', 'item:season-summer'],
  ['雪', 'item:season-winter'],
  ['ゆき', 'item:season-winter'],
  ['水鏡', 'series:water', 'pack:water-first'],
  ['みずかがみ', 'series:water'],
  ['百面', 'series:parade'],
  ['四季', 'series:season'],
  ['いきもの', 'category:creatures', 'item:moon-rabbit'],
  ['生き物', 'category:creatures'],
  ['動物', 'category:creatures'],
  ['妖怪', 'category:spirits'],
  ['風景', 'category:landscape'],
  ['文様', 'category:patterns', 'series:weave'],
  ['gold leaf', 'category:gold'],
  ['提燈', 'item:moon-lanterns'],
  ['ちょうちん', 'item:moon-lanterns'],
  ['竹', 'item:moon-bamboo'],
]

test('people find what they mean by name, reading, variant, romaji and other words for it', async () => {
  const missed: string[] = []
  for (const [q, ...expected] of queries) {
    const ids = await idsOf(q)
    for (const id of expected) if (!ids.includes(id)) missed.push(`${q}: no ${id} in ${ids.join(' ')}`)
  }
  assert.deepEqual(missed, [])
})

/** What people type and what must not be found; without an id nothing at all. */
const strangers: [string, ...string[]][] = [
  ['さくらんぼ'],
  ['蒸気機関車'],
  ['ドラゴンボール'],
  ['月の蔵元'],
  ['蔵前橋'],
  ['鬼滅'],
  ['うさぎ きつね'],
  ['rabbit dragon'],
  ['望月の兎 竜'],
  ['usagiusagi'],
  ['foxglove'],
  ['100%'],
  ['きつね', 'item:moon-rabbit', 'item:water-dragon'],
  ['usagi', 'item:parade-fox', 'pack:fox-single'],
  ['竜', 'item:water-great-wave', 'item:moon-rabbit'],
  ['dragon', 'item:water-whirlpool', 'series:water'],
  ['鬼', 'item:parade-cat', 'item:season-winter'],
  ['oni', 'item:moon-rabbit'],
  ['桜', 'item:season-winter', 'item:season-crane-pine'],
  ['雪', 'item:season-summer', 'item:water-dragon'],
  ['鶴', 'item:water-dragon', 'item:moon-bamboo'],
  ['富士', 'item:season-autumn', 'series:season'],
  ['だるま', 'item:parade-ogre'],
  ['竹', 'item:season-crane-pine', 'item:moon-rabbit'],
  ['月の蔵', 'item:water-dragon', 'item:parade-cat', 'series:water'],
  ['蔵前版画', 'artist:水絵屋', 'item:water-dragon'],
  ['初刷り', 'pack:rabbit-single', 'pack:moon-first'],
  ['一枚売り', 'pack:water-first'],
  ['妖怪', 'category:landscape', 'item:season-winter'],
  ['百面', 'item:moon-rabbit', 'series:moon'],
]

test('a word does not find what it does not mean', async () => {
  const wrong: string[] = []
  for (const [q, ...excluded] of strangers) {
    const ids = await idsOf(q)
    for (const id of excluded.length === 0 ? ids : ids.filter((each) => excluded.includes(each)))
      wrong.push(`${q}: ${id}`)
  }
  assert.deepEqual(wrong, [])
})

test('a name finds its thing first, among all kinds', async () => {
  assert.deepEqual(await idsOf('望月の兎'), ['item:moon-rabbit', 'pack:rabbit-single'])
  const [first] = await idsOf('沖の大浪')
  assert.equal(first, 'item:water-great-wave')
})

test('counts are by kind, and a kind by itself has pages', async () => {
  const all = await find({ q: '月の蔵' })
  assert.equal(all.counts.item, 5)
  assert.equal(all.counts.series, 1)
  assert.ok(all.counts.pack >= 2)
  const first = await find({ q: '月の蔵', kind: 'item', limit: 2 })
  const second = await find({ q: '月の蔵', kind: 'item', limit: 2, offset: 2 })
  assert.deepEqual(first.counts, all.counts)
  const ids = [...first.hits, ...second.hits].map(({ id }) => id)
  assert.equal(new Set(ids).size, 4)
  assert.ok(second.hits.every(({ kind }) => kind === 'item'))
})

test('a letter too many, too few or wrong still finds what is near', async () => {
  for (const [q, id] of [
    ['うさぎぎ', 'moon-rabbit'],
    ['きつめ', 'parade-fox'],
    ['rabit', 'moon-rabbit'],
    ['dragom', 'water-dragon'],
    ['storehuose', 'moon'],
    ['kitsunne', 'parade-fox'],
  ]) {
    const { hits, near } = await find({ q: q ?? '' })
    assert.ok(
      [...hits, ...near].map((hit) => hit.id).includes(id ?? ''),
      `${q}: ${near.map((hit) => hit.id).join(' ')}`,
    )
  }
  assert.deepEqual((await find({ q: 'zzzzqqqq' })).near, [])
})

test('hostile text is text: wildcards, SQL, control and direction characters, great length', async () => {
  for (const q of [
    '%',
    '_',
    '\\',
    "'; drop table items; --",
    '" or 1=1',
    '{兎}',
    '=兎',
    '^兎',
    'i兎',
    '\u202e',
    '\u200b',
    '\u0001',
    '',
    '   ',
    '\ud800',
    '😀',
    'が'.repeat(100),
    // one character that is eighteen in the form names are searched in
    'ﷺ'.repeat(100),
    'q '.repeat(50),
    '(.*)+$',
    '\n',
  ]) {
    const { hits } = await find({ q })
    assert.deepEqual(hits, [], JSON.stringify(q))
  }
  assert.ok((await idsOf('\u202e兎\u202c')).includes('item:moon-rabbit'))
  assert.ok((await idsOf('\t兎\u0007')).includes('item:moon-rabbit'))
  for (const q of ['x'.repeat(101), 'a\0b']) assert.equal((await call('search', { query: { q } })).ok, false)
})

test('suggestions are the best of each kind, and without a text what is popular', async () => {
  const typed = await call('listSuggestions', { query: { q: '月の' } })
  assert.ok(typed.ok)
  const kinds = typed.data.items.map(({ kind }) => kind)
  assert.deepEqual(
    kinds,
    kinds.toSorted((a, b) => searchKinds.indexOf(a) - searchKinds.indexOf(b)),
  )
  assert.ok(typed.data.items.every(({ isPopular }) => !isPopular))
  assert.ok(typed.data.items.some(({ id }) => id === 'moon'))
  const empty = await call('listSuggestions', { query: {} })
  assert.ok(empty.ok && empty.data.items.length === 5 && empty.data.items.every(({ isPopular }) => isPopular))
})

test('a search may leave out works for adults and packs that can hold one', async () => {
  await sql`update items set is_regulated = true where id = 'moon-rabbit'`
  const query = { q: 'うさぎ', excludeRegulatedItems: 'true' } as const
  const [found, typed, popular] = [
    await call('search', { query }),
    await call('listSuggestions', { query }),
    await call('listSuggestions', { query: { excludeRegulatedItems: 'true' } }),
  ]
  const all = await call('listSuggestions', { query: { q: query.q } })
  await sql`update items set is_regulated = false`
  assert.ok(found.ok && typed.ok && popular.ok && all.ok)
  const left = ['moon-rabbit', 'rabbit-single']
  assert.ok(
    all.data.items.some(({ id }) => left.includes(id)),
    'there is something to leave out',
  )
  assert.deepEqual([found.data.hits, found.data.counts.item, found.data.counts.pack], [[], 0, 0])
  assert.ok(popular.data.items.length > 0)
  for (const { id } of [...found.data.near, ...typed.data.items, ...popular.data.items])
    assert.ok(!left.includes(id), id)
})

test('an import that changes a name changes what finds it, and its works with it', async () => {
  await importCatalogue({
    ...world,
    folder: await world.folder({
      'series.yaml': '- id: s\n  name: { ja: 霧の都, en: City of Fog }\n  reading: きりのみやこ\n  cap: 100\n',
      'items.yaml':
        '- id: one\n  series: s\n  name: { ja: 月夜の鯉, en: Carp }\n  synonyms: [にしきごい]\n  editions: 10\n  picture: a.png\n- id: two\n  series: s\n  name: { ja: 塔, en: Tower }\n  editions: 20\n  picture: b.png\n',
    }),
    log: () => {},
  })
  assert.ok((await idsOf('きりのみやこ')).includes('item:one'))
  assert.ok((await idsOf('錦鯉')).length === 0)
  assert.ok((await idsOf('にしきごい')).includes('item:one'))
  assert.ok((await idsOf('みほん')).every((id) => id !== 'item:one'))
})

test('the reading and the synonyms of the operator replace those of the dictionary', async () => {
  await importCatalogue({
    ...world,
    folder: await world.folder({
      'series.yaml': '- id: cats\n  name: { ja: 路地裏, en: Back Alley }\n  cap: 100\n',
      'items.yaml': [
        '- id: given\n  series: cats\n  name: { ja: 夜道の猫, en: First }\n  reading: やどうのびょう\n  synonyms: [みけ]',
        '  editions: 10\n  picture: a.png',
        '- id: known\n  series: cats\n  name: { ja: 夜道の猫, en: Second }\n  editions: 10\n  picture: b.png\n',
      ].join('\n'),
    }),
    log: () => {},
  })
  const expected: [string, ...string[]][] = [
    ['夜道の猫', 'given', 'known'],
    ['やどう', 'given'],
    ['yadou', 'given'],
    ['びょう', 'given'],
    ['ミケ', 'given'],
    ['よみち', 'known'],
    ['yomichi', 'known'],
    ['よみちのねこ', 'known'],
    ['cat', 'known'],
    ['キャット', 'known'],
  ]
  for (const [q, ...ids] of expected) {
    const found = (await idsOf(q)).filter((id) => id === 'item:given' || id === 'item:known')
    assert.deepEqual(
      found.toSorted(),
      ids.map((id) => `item:${id}`),
      q,
    )
  }
})
