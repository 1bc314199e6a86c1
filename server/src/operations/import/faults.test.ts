import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogueWorld, plainPicture } from '../../testing/catalogue-world.ts'
import type { CatalogueWorld } from '../../testing/catalogue-world.ts'
import { CatalogueError } from './faults.ts'
import { importCatalogue } from './import.ts'

async function faultsOf(world: CatalogueWorld, folder: string, dryRun = false): Promise<string[]> {
  try {
    await importCatalogue({ ...world, folder, log: () => {}, dryRun })
  } catch (error) {
    assert.ok(error instanceof CatalogueError, String(error))
    return error.faults.map((fault) => `${fault.file}:${fault.line} ${fault.message}`)
  }
  return []
}

const item = (id: string, more: string): string =>
  `- id: ${id}\n  series: s\n  name: { ja: 名, en: Name }\n  editions: 5\n  picture: a.png\n${more}`
const pack = (more: string, contents = '    - { item: one, copies: 4 }\n    - { item: two, copies: 4 }\n'): string =>
  `- id: p\n  series: s\n  name: { ja: 名, en: Name }\n  picture: a.png\n${more}  contents:\n${contents}${more === unlimited ? '' : '  limit: 2\n'}`
const random = '  kind: random\n  price: 100\n  cards: 2\n  packs: 4\n'
const unlimited = random.replace('100', '101')

const wrong: [title: string, files: Record<string, string | Buffer | null>, faults: (string | RegExp)[]][] = [
  ['a tab and broken YAML', { 'series.yaml': '- id: s\n  name: { ja: 見本\n' }, [/^series\.yaml:[23] /]],
  ['no list', { 'series.yaml': 'id: s\n' }, [/^series\.yaml:1 must be a list/]],
  [
    'a field twice',
    { 'categories.yaml': '- slug: c\n  slug: d\n  name: { ja: 名, en: N }\n' },
    [/^categories\.yaml:2 .*unique/i],
  ],
  [
    'a misspelt field',
    { 'items-more.yaml': item('x', '  edition: 3\n') },
    [/^items-more\.yaml:6 edition: is no field/],
  ],
  [
    'an unknown series',
    { 'items-more.yaml': item('x', '').replace('series: s', 'series: nope') },
    [/^items-more\.yaml:1 series: there is no series "nope"/],
  ],
  [
    'an unknown category',
    { 'items-more.yaml': item('x', '  categories: [no]\n') },
    [/^items-more\.yaml:1 category: there is no category "no"/],
  ],
  [
    'an id twice',
    { 'items-more.yaml': item('one', '') },
    [/^items-more\.yaml:1 id: "one" is there already, in items\.yaml:1/],
  ],
  [
    'a missing translation',
    { 'items-more.yaml': item('x', '').replace(', en: Name', '') },
    [/^items-more\.yaml:1 name\.en: is missing/],
  ],
  [
    'half a description',
    { 'items-more.yaml': item('x', '  description: { ja: 文 }\n') },
    [/^items-more\.yaml:1 description\.en: is missing/],
  ],
  [
    'a missing picture',
    { 'items-more.yaml': item('x', '').replace('a.png', 'no.png') },
    [/^items-more\.yaml:5 picture: there is no file "no\.png"/],
  ],
  [
    'a picture outside the folder',
    { 'items-more.yaml': item('x', '').replace('a.png', '../a.png') },
    [/^items-more\.yaml:5 picture: .*inside the folder/],
  ],
  [
    'a picture that is none',
    { 'c.png': 'no picture', 'items-more.yaml': item('x', '').replace('a.png', 'c.png') },
    [/^items-more\.yaml:5 picture: "c\.png" is no JPEG/],
  ],
  [
    'an SVG',
    {
      'c.png': '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"/>',
      'items-more.yaml': item('x', '').replace('a.png', 'c.png'),
    },
    [/^items-more\.yaml:5 picture: "c\.png" is no JPEG/],
  ],
  [
    'a rarity nobody knows',
    { 'items-more.yaml': item('x', '  rarity: shiny\n') },
    [/^items-more\.yaml:6 rarity: "shiny" is none of/],
  ],
  ['a royalty over half', { 'items-more.yaml': item('x', '  royalty: 50.01\n') }, [/^items-more\.yaml:6 royalty: /]],
  [
    'editions that are no number',
    { 'items-more.yaml': item('x', '').replace('editions: 5', 'editions: five') },
    [/^items-more\.yaml:4 editions: must be a whole number/],
  ],
  [
    'more editions than the series may have',
    { 'items-more.yaml': item('x', '').replace('editions: 5', 'editions: 71') },
    [/^series\.yaml:1 cap: .*100 tokens.*101 editions/],
  ],
  [
    'odds that the contents do not give',
    {
      'packs-more.yaml': pack(
        random,
        '    - { item: one, copies: 2, odds: 30 }\n    - item: two\n      copies: 6\n      odds: 75\n',
      ),
    },
    [/^packs-more\.yaml:10 odds: 30 % is not .*25\.0000 %/],
  ],
  [
    'contents that do not fill the packs',
    { 'packs-more.yaml': pack(random, '    - { item: one, copies: 3 }\n    - { item: two, copies: 4 }\n') },
    [/^packs-more\.yaml:9 contents: 7 copies do not fill 4 packs of 2: 8/],
  ],
  [
    'a random pack without a limit for one member',
    { 'packs-more.yaml': pack(unlimited) },
    [/^packs-more\.yaml:1 limit: is missing: a random pack goes on sale only with a limit/],
  ],
  [
    'a line that lets nobody in',
    { 'packs-more.yaml': pack(`${random}  queue: 0\n`) },
    [/^packs-more\.yaml:9 queue: is 0/],
  ],
  [
    'an item nobody knows in a pack',
    { 'packs-more.yaml': pack(random, '    - { item: one, copies: 2 }\n    - { item: three, copies: 6 }\n') },
    [/^packs-more\.yaml:11 item: there is no item "three"/],
  ],
  [
    'an item twice in a pack',
    { 'packs-more.yaml': pack(random, '    - { item: two, copies: 2 }\n    - { item: two, copies: 6 }\n') },
    [/^packs-more\.yaml:11 item: "two" is there twice/],
  ],
  [
    'a single pack with two items',
    { 'packs-more.yaml': pack('  kind: single\n  price: 100\n  packs: 8\n') },
    [/^packs-more\.yaml:8 contents: a single pack holds one item/],
  ],
  [
    'more copies than editions',
    { 'packs-more.yaml': pack(random, '    - { item: one, copies: 5 }\n    - { item: two, copies: 3 }\n') },
    [/^packs-more\.yaml:10 item: "one" has 10 editions, but 11 copies in 2 packs/],
  ],
  [
    'a price of nothing',
    { 'packs-more.yaml': pack(random.replace('price: 100', 'price: 0')) },
    [/^packs-more\.yaml:6 price: is 0; it must be from 1/],
  ],
  [
    'a price above the bound',
    { 'packs-more.yaml': pack(random.replace('price: 100', 'price: 10000000')) },
    [/^packs-more\.yaml:6 price: /],
  ],
  [
    'a day that is none',
    { 'packs-more.yaml': pack(`${random}  from: 2026-02-30\n`) },
    [/^packs-more\.yaml:9 from: "2026-02-30" is no date/],
  ],
  [
    'an end before the start',
    { 'packs-more.yaml': pack(`${random}  from: 2026-03-01\n  until: 2026-03-01\n`) },
    [/^packs-more\.yaml:10 until: is not after from/],
  ],
  [
    'a banner with one date',
    { 'banners.yaml': '- id: b\n  title: { ja: 旗, en: B }\n  picture: a.png\n  link: /\n  from: 2026-01-01\n' },
    [/^banners\.yaml:5 from: a banner has both dates or neither/],
  ],
  [
    'a product of another site without a safe address',
    {
      'external-products.yaml':
        '- id: b\n  name: { ja: 本, en: Book }\n  picture: a.png\n  link: http://shop.example\n- id: c\n  name: { ja: 本, en: Book }\n  picture: a.png\n  link: https://a:b@shop.example\n',
    },
    [/^external-products\.yaml:4 link: /, /^external-products\.yaml:8 link: /],
  ],
  [
    'a banner that leads away',
    { 'banners.yaml': '- id: b\n  title: { ja: 旗, en: B }\n  picture: a.png\n  link: //evil.example\n' },
    [/^banners\.yaml:4 link: /],
  ],
  [
    'a YAML reference',
    { 'categories.yaml': '- slug: &x c\n  name: { ja: *x, en: N }\n' },
    [/^categories\.yaml:2 name\.ja: must be a text/],
  ],
  [
    'a CSV row that is too short, and one with a wrong number',
    {
      'items-more.csv': 'id,series,name.ja,name.en,editions,picture\nx,s,名,Name,5\n\n"y",s,"名\n前",Name,many,a.png\n',
    },
    [
      /^items-more\.csv:2 has 5 columns/,
      /^items-more\.csv:2 picture: is missing/,
      /^items-more\.csv:4 editions: must be a whole number/,
    ],
  ],
  [
    'contents in a CSV with a part too many, and what does not fit the kind of the pack',
    {
      'packs-more.csv':
        'id,series,name.ja,name.en,picture,kind,channel,price,cards,packs,limit,contents\n' +
        'x,s,名,Name,a.png,selectable,passcode,,1,2,,one:2::3:4;two:2:50\n' +
        'y,s,名,Name,a.png,random,sale,100,1,4,1,one:2:50:1;two:2:50\n',
    },
    [
      /^packs-more\.csv:2 contents: "one:2::3:4" has more than/,
      /^packs-more\.csv:2 odds: is no field/,
      /^packs-more\.csv:3 most: is no field/,
    ],
  ],
  ['a CSV with a broken quote', { 'items-more.csv': 'id,series\n"x,s\n' }, [/^items-more\.csv:\d /]],
  ['a file that is no table', { 'itmes.yaml': '[]' }, [/^itmes\.yaml:1 is no table/]],
  [
    'a file that is not UTF-8',
    { 'categories.yaml': Buffer.from([0x2d, 0x20, 0xff, 0xfe]) },
    [/^categories\.yaml:1 is not UTF-8/],
  ],
]

test('every fault of a catalogue is reported with its file and line, and nothing is imported', async (t) => {
  const world = await catalogueWorld(t)
  for (const [title, files, expected] of wrong) {
    await t.test(title, async () => {
      const faults = await faultsOf(world, await world.folder(files))
      assert.equal(faults.length, expected.length, faults.join('\n') || 'no fault was found')
      for (const [at, pattern] of expected.entries()) assert.match(faults[at] ?? '', new RegExp(pattern))
    })
  }
  const [{ count } = { count: -1 }] = await world.sql<{ count: number }[]>`select count(*)::int as count from series`
  assert.equal(count, 0)
})

test('several faults in several files are reported at once', async (t) => {
  const world = await catalogueWorld(t)
  const files = {
    'items-more.yaml': item('x', '  rarity: shiny\n  royalty: 99\n'),
    'packs-more.yaml': pack(random.replace('price: 100', 'price: free')),
  }
  const faults = await faultsOf(world, await world.folder(files))
  assert.deepEqual(
    faults.map((fault) => fault.split(' ')[0]),
    ['items-more.yaml:6', 'items-more.yaml:7', 'packs-more.yaml:6'],
  )
})

test('a picture that breaks off is a fault, found before any row is written', async (t) => {
  const world = await catalogueWorld(t)
  const whole = await plainPicture(77)
  const folder = await world.folder({ 'a.png': whole.subarray(0, whole.length - 60) })
  for (const dryRun of [true, false]) {
    const faults = await faultsOf(world, folder, dryRun)
    assert.ok(faults.includes('items.yaml:8 picture: "a.png" cannot be decoded'), faults.join('\n'))
  }
  assert.equal((await world.sql`select 1 from media`).length, 0)
})
