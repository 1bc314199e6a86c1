import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { actOnSale } from '../../shop/pack/act-on-sale.ts'
import { finishSales } from '../../shop/pack/draw-queries.ts'
import { catalogueWorld, plainPicture } from '../../testing/catalogue-world.ts'
import type { CatalogueWorld } from '../../testing/catalogue-world.ts'
import { CatalogueError } from './faults.ts'
import { importCatalogue } from './import.ts'

const run = (world: CatalogueWorld, folder: string) => importCatalogue({ ...world, folder, log: () => {} })

/** Everything an import writes but what is drawn by lot or by the clock. */
async function shopOf({ sql }: CatalogueWorld) {
  return {
    series: await sql`select id, name_ja, token_cap, item_count from series order by id`,
    items: await sql`select id, name_ja, name_en, edition_size, picture, traits from items order by position`,
    packs: await sql`select id, price_yen, name_ja from packs order by id`,
    contents: await sql`select pack_id, item_id, copies, odds_ppm from pack_items order by 1, 2`,
    stocks: await sql`select * from pack_stocks order by pack_id`,
    cards: await sql`select item_id, count(*)::int, min(serial), max(serial) from pack_cards group by 1 order by 1`,
    units: await sql`select pack_id, count(*)::int from pack_units group by 1 order by 1`,
    media: await sql`select id, sizes from media order by id`,
    banners: await sql`select id, href from banners order by id`,
  }
}

const lots = ({ sql }: CatalogueWorld) => sql`
  select encode(salt, 'hex') as salt, encode(commitment, 'hex') as commitment,
         (select json_agg(c order by u.number, c.place) from pack_units u join pack_cards c on c.unit_id = u.id where u.pack_id = p.id) as cards
    from packs p order by id`

const announced = ({ sql }: CatalogueWorld) => sql`
  select event, audience, facts->>'more' as more from notification_fan_outs`

test('a catalogue is imported: rows, pictures, units, cards with every serial once', async (t) => {
  const world = await catalogueWorld(t)
  const result = await run(world, await world.folder())
  assert.equal(result.isUnchanged, false)
  const shop = await shopOf(world)
  assert.deepEqual(
    shop.contents.map((row) => [row['item_id'], row['copies'], row['odds_ppm']]),
    [
      ['one', 6, 333333],
      ['two', 12, 666667],
    ],
  )
  assert.deepEqual(
    shop.stocks.map((row) => ({ ...row })),
    [{ pack_id: 'mixed', issued: 9, remaining: 9, reserved: 0, sold: 0 }],
  )
  assert.deepEqual(
    shop.cards.map((row) => Object.values(row)),
    [
      ['one', 6, 1, 6],
      ['two', 12, 1, 12],
    ],
  )
  assert.equal(shop.series[0]?.['item_count'], 2)
  const files = await readdir(world.mediaDir)
  assert.equal(files.length, 2 * 2)
  assert.ok(files.every((name) => /^[0-9a-f]{32}-160\.(avif|webp)$/.test(name)))
  const [news, ...others] = await announced(world)
  assert.deepEqual(
    [news?.['event'], news?.['audience'], news?.['more'], others],
    ['work-new', 'series-followers', '1', []],
  )
})

test('a random pack is not on sale before its order is drawn; a single one is committed to at once', async (t) => {
  const world = await catalogueWorld(t)
  const single = `- id: lone
  series: s
  name: { ja: 単, en: Single }
  picture: a.png
  kind: single
  price: 300
  packs: 2
  contents: [{ item: one, copies: 2 }]
`
  await run(world, await world.folder({ 'packs-more.yaml': single }))
  const packs = await world.sql<{ id: string; deal: number; commitment: string; drawn: number }[]>`
    select p.id, p.deal, encode(p.commitment, 'hex') as commitment,
           (select count(draw_number)::int from pack_units where pack_id = p.id) as drawn
      from packs p order by id`
  assert.deepEqual(
    packs.map(({ id, deal, drawn }) => [id, deal, drawn]),
    [
      ['lone', 1, 2],
      ['mixed', 2, 0],
    ],
  )
  assert.match(packs[0]?.commitment ?? '', /^[0-9a-f]{64}$/)
  assert.equal(packs[1]?.commitment, '')
  const shown = await world.call('showPack', { params: { packId: 'mixed' }, query: {} })
  assert.equal(shown.ok && shown.data.state, 'before')
})

test('the same folder again changes nothing, and neither does one with other comments', async (t) => {
  const world = await catalogueWorld(t)
  const folder = await world.folder()
  await run(world, folder)
  const [before, dealt] = [await shopOf(world), await lots(world)]
  const drops = await world.sql`select count(*) from page_drops`
  assert.equal((await run(world, folder)).isUnchanged, true)
  await writeFile(join(folder, 'series.yaml'), `# a comment\n${await readFile(join(folder, 'series.yaml'), 'utf8')}`)
  assert.equal((await run(world, folder)).isUnchanged, true)
  assert.deepEqual(await shopOf(world), before)
  assert.deepEqual(await lots(world), dealt)
  assert.equal((await announced(world)).length, 1, 'no new works')
  assert.deepEqual(await world.sql`select count(*) from page_drops`, drops)
})

test('changed texts, prices and pictures are taken over; stock and cards stay as they are', async (t) => {
  const world = await catalogueWorld(t)
  const folder = await world.folder()
  await run(world, folder)
  const dealt = await lots(world)
  await world.sql`update pack_stocks set remaining = 4, sold = 5`
  const change = async (file: string, from: string, to: string) =>
    writeFile(join(folder, file), (await readFile(join(folder, file), 'utf8')).replace(from, to))
  await change('items.yaml', '月夜の鯉', '朝の鯉')
  await change('packs.yaml', 'price: 500', 'price: 700')
  await change('banners.yaml', 'id: b', 'id: other')
  await writeFile(join(folder, 'b.png'), await plainPicture(99))
  assert.deepEqual((await run(world, folder)).counts, {
    'rights holders': 0,
    series: 0,
    categories: 0,
    items: 2,
    'item categories': 0,
    contents: 0,
    packs: 1,
    banners: 2,
    'external products': 0,
    announcements: 0,
    events: 0,
    'selectable items': 0,
    passcodes: 0,
    airdrops: 0,
    reservations: 0,
    'point campaigns': 0,
    operator: 0,
    market: 0,
  })
  const shop = await shopOf(world)
  assert.equal(shop.items[0]?.['name_ja'], '朝の鯉')
  assert.equal(shop.packs[0]?.['price_yen'], 700)
  assert.equal(shop.stocks[0]?.['remaining'], 4)
  assert.deepEqual(
    shop.banners.map((row) => row['id']),
    ['other'],
  )
  assert.deepEqual(await lots(world), dealt)
})

test('what is promised cannot be changed, and the fault says why', async (t) => {
  const world = await catalogueWorld(t)
  const folder = await world.folder()
  await run(world, folder)
  await world.sql`update items set registered_at = now() where id = 'two'`
  const before = await shopOf(world)
  const refused = async (file: string, from: string | RegExp, to: string, why: RegExp) => {
    const text = await readFile(join(folder, file), 'utf8')
    await writeFile(join(folder, file), text.replace(from, to))
    await assert.rejects(run(world, folder), (error) => error instanceof CatalogueError && why.test(error.message))
    await writeFile(join(folder, file), text)
  }
  await refused('items.yaml', 'editions: 10', 'editions: 5', /packs\.yaml:\d+ .*"one" has 5 editions, but 6 copies/)
  await refused('items.yaml', 'editions: 20', 'editions: 21', /items\.yaml:9 .*"two" is on chain with 20/)
  await refused(
    'packs.yaml',
    /copies: 6\n {6}odds: 33.3[^]*/,
    'copies: 7\n    - item: two\n      copies: 11\n',
    /packs\.yaml:1 .*contents: pack "mixed" is dealt/,
  )
  await refused(
    'packs.yaml',
    'cards: 2\n  packs: 9',
    'cards: 1\n  packs: 18',
    /packs\.yaml:1 .*cards: pack "mixed" is dealt/,
  )
  assert.deepEqual(await shopOf(world), before)
})

test('serials of an item continue in its next pack', async (t) => {
  const world = await catalogueWorld(t)
  const folder = await world.folder()
  await run(world, folder)
  await writeFile(
    join(folder, 'packs-2.csv'),
    'id,series,name.ja,name.en,picture,kind,price,packs,contents\nsolo,s,一枚,Solo,a.png,single,900,3,one:3\n',
  )
  await run(world, folder)
  const rows = await world.sql<{ serial: number }[]>`
    select c.serial from pack_cards c join pack_units u on u.id = c.unit_id where u.pack_id = 'solo' order by 1`
  assert.deepEqual(
    rows.map(({ serial }) => serial),
    [7, 8, 9],
  )
})

test('a dry run writes neither rows nor files', async (t) => {
  const world = await catalogueWorld(t)
  await importCatalogue({ ...world, folder: await world.folder(), log: () => {}, dryRun: true })
  assert.equal((await shopOf(world)).series.length, 0)
  await assert.rejects(readdir(world.mediaDir), { code: 'ENOENT' })
})

test('killed at any moment and repeated, an import comes to the same shop', async (t) => {
  const world = await catalogueWorld(t)
  const whole = await catalogueWorld(t)
  const pictures = Object.fromEntries(
    await Promise.all(
      [3, 60, 120, 180].map(async (shade) => [`more-${shade}.png`, await plainPicture(shade)] as const),
    ),
  )
  const more = Object.keys(pictures).map(
    (name, at) => `- id: more-${at}\n  series: s\n  name: { ja: 名, en: N }\n  editions: 2\n  picture: ${name}\n`,
  )
  const files = { ...pictures, 'items-more.yaml': more.join('') }
  const folder = await world.folder(files)
  const script = `
    import { importCatalogue } from '@kura/server/operations/import/import'
    import { connect } from '@kura/server/platform/db/connect'
    const [url, mediaDir, folder] = process.argv.slice(1)
    const sql = connect(url, 2)
    process.stdout.write('begin\\n')
    await importCatalogue({ sql, mediaDir, folder, log: () => {}, onProgress: () => process.stdout.write('step\\n') })
    await sql.end()`
  let endedByItself = 0
  for (let attempt = 0; attempt < 12 && endedByItself === 0; attempt += 1) {
    const child = spawn(
      process.execPath,
      ['--input-type=module', '--eval', script, world.url, world.mediaDir, folder],
      { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] },
    )
    let steps = 0
    const isEnded = new Promise<number | null>((resolve) => child.once('close', resolve))
    child.stdout.on('data', (text: Buffer) => {
      steps += String(text).split('\n').length - 1
      // later and later: before the pictures, between them, and in the transaction
      if (steps > attempt) void delay(attempt % 3).then(() => child.kill('SIGKILL'))
    })
    if ((await isEnded) === 0) endedByItself += 1
  }
  await run(world, folder)
  await run(whole, await whole.folder(files))
  assert.deepEqual(await shopOf(world), await shopOf(whole))
  const isDone = (name: string) => !name.endsWith('.part')
  assert.deepEqual(
    (await readdir(world.mediaDir)).filter(isDone).toSorted(),
    (await readdir(whole.mediaDir)).toSorted(),
  )
})

/** A pack that goes on sale in 2099, at this price. */
const coming = (price: number) => `- id: coming
  series: s
  name: { ja: 単, en: Single }
  picture: a.png
  kind: single
  price: ${price}
  packs: 2
  from: 2099-01-01
  until: 2099-02-01
  contents: [{ item: one, copies: 2 }]
`

test('what the operator did to a sale by hand stands through imports that change its pack', async (t) => {
  const world = await catalogueWorld(t)
  const { sql } = world
  const importAt = async (price: number) => run(world, await world.folder({ 'packs-more.yaml': coming(price) }))
  const packNow = async () => {
    const answer = await world.call('showPack', { params: { packId: 'coming' }, query: {} })
    assert.ok(answer.ok)
    return answer.data
  }
  const act = (what: 'open' | 'close', isForGood = false) =>
    actOnSale(
      { sql },
      { act: what, packId: 'coming', by: 'tester', reason: 'a test', isForGood, isDryRun: false },
      () => {},
    )
  await importAt(300)
  assert.equal((await packNow()).state, 'before')
  await act('open')
  const opened = await packNow()
  assert.equal(opened.state, 'on')
  assert.ok(Date.parse(opened.saleStartsAt ?? '') <= Date.now())
  await importAt(400)
  assert.deepEqual(await packNow(), { ...opened, priceYen: 400 })
  await act('close')
  await importAt(500)
  assert.equal((await packNow()).state, 'after')
  await act('open')
  assert.equal((await packNow()).state, 'on')
  await act('close', true)
  await importAt(600)
  await assert.rejects(act('open'), { code: 'SALE_REFUSED', message: /closed for good/ })
  await world.moveClock('1 minute')
  await finishSales(sql)
  const proof = await world.call('showPackFairness', { params: { packId: 'coming' } })
  assert.ok(proof.ok && proof.data.salt !== null, 'its proof need not wait')
})

test('the most of one item in a pack whose contents are chosen stands in a CSV as in YAML', async (t) => {
  const world = await catalogueWorld(t)
  const head = 'id,series,name.ja,name.en,picture,kind,channel,cards,packs,contents\n'
  const importWith = async (contents: string) =>
    run(
      world,
      await world.folder({ 'packs-more.csv': `${head}choice,s,選,Choice,a.png,selectable,passcode,2,1,${contents}\n` }),
    )
  const mostOf = async () => {
    const rows = await world.sql<{ item: string; most: number }[]>`
      select item_id as item, most_each as most from pack_selectables where pack_id = 'choice' order by item_id`
    return Object.fromEntries(rows.map(({ item, most }) => [item, most]))
  }
  await importWith('one:2::1; two:2')
  assert.deepEqual(await mostOf(), { one: 1, two: 20 })
  await importWith('one:2::1; two:2::2')
  assert.deepEqual(await mostOf(), { one: 1, two: 2 })
})
