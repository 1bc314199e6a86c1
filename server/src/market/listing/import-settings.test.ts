import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importCatalogue } from '../../operations/import/import.ts'
import { catalogueWorld } from '../../testing/catalogue-world.ts'

test('fee, bounds and days of the market are imported, and a wrong file changes nothing', async (t) => {
  const world = await catalogueWorld(t)
  const { sql, mediaDir } = world
  const settings = async () => ({
    ...(
      await sql`select fee_bps, price_least_yen, price_most_yen, listing_days, floor_percent, grace_seconds, circle_days, circle_trades, pair_trades, clearing_days
        from market_settings`
    )[0],
  })
  const run = async (market: string) => {
    const folder = await world.folder({ 'market.yaml': market })
    return importCatalogue({ sql, mediaDir, folder, log: () => {} })
  }
  const good = 'fee: 7.5\nprice: { least: 300, most: 500000 }\ndays: 14\n'
  assert.equal((await run(good)).counts['market'], 1)
  const unsaid = {
    floor_percent: 50,
    grace_seconds: 90,
    circle_days: 30,
    circle_trades: 1,
    pair_trades: 5,
    clearing_days: 7,
  }
  const bounds = { fee_bps: 750, price_least_yen: 300, price_most_yen: 500_000, listing_days: 14 }
  assert.deepEqual(await settings(), { ...bounds, ...unsaid })
  const guards = 'below-floor: { percent: 40, grace: 120 }\ncircle: { days: 60, trades: 2, pair: 8 }\nclearing: 10\n'
  assert.equal((await run(`${good}${guards}`)).counts['market'], 1)
  const said = {
    floor_percent: 40,
    grace_seconds: 120,
    circle_days: 60,
    circle_trades: 2,
    pair_trades: 8,
    clearing_days: 10,
  }
  const imported = { ...bounds, ...said }
  assert.deepEqual(await settings(), imported)
  assert.equal((await run(`${good}${guards}`)).counts['market'], undefined)
  const faults = [
    [good.replace('7.5', '60'), /fee: "60" must be a percentage/],
    [good.replace('300', '900000'), /price\.most: is below price\.least/],
    [good.replace('14', '400'), /days: is 400; it must be from 1 to 365/],
    [good.replace('days: 14\n', ''), /days: is missing/],
    [`${good}bonus: 1\n`, /bonus: is no field of this table/],
    [`${good}below-floor: { percent: 101 }\n`, /below-floor\.percent: is 101; it must be from 0 to 100/],
    [`${good}clearing: 181\n`, /clearing: is 181; it must be from 0 to 180/],
    [`${good}circle: { pair: 1 }\n`, /circle\.pair: is 1; it must be from 2 to 1000/],
    [
      `- ${good.trimEnd().replaceAll('\n', '\n  ')}\n- ${good.trimEnd().replaceAll('\n', '\n  ')}\n`,
      /there is one market only/,
    ],
  ] as const
  for (const [market, words] of faults) await assert.rejects(run(market), words)
  assert.deepEqual(await settings(), imported)
})

test('no item can charge for contents that are not there', async (t) => {
  const world = await catalogueWorld(t)
  const { sql, mediaDir } = world
  const items = (fee: string) => `- id: one
  series: s
  name: { ja: 月夜の鯉, en: Carp by Moonlight }
  editions: 30
  picture: a.png
  ${fee}
- id: two
  series: s
  name: { ja: アサギリの塔, en: Tower in Mist }
  editions: 20
  picture: b.png
`
  const run = async (fee: string) => {
    const folder = await world.folder({ 'items.yaml': items(fee) })
    await importCatalogue({ sql, mediaDir, folder, log: () => {} })
    return (await sql`select id, content_access_yen as yen from items order by id`).map(({ id, yen }) => `${id} ${yen}`)
  }
  assert.deepEqual(await run('content-access: 0'), ['one 0', 'two 0'])
  await assert.rejects(
    run('content-access: 120'),
    /items\.yaml:6  content-access: is 120, but no content opens to every owner of "one"/,
  )
  await assert.rejects(run('content-access: -1'), /content-access: is -1/)
})

test('whom royalties are paid to is imported for a series, and for an item of its own', async (t) => {
  const world = await catalogueWorld(t)
  const { sql, mediaDir } = world
  const holders = `- id: studio
  name: { ja: 工房, en: Studio }
- id: guest
  name: { ja: 客演, en: Guest }
`
  const series = (holder: string) => `- id: s
  name: { ja: 四季, en: Seasons }
  cap: 100
  rights-holder: ${holder}
`
  const items = `- id: one
  series: s
  name: { ja: 月夜の鯉, en: Carp by Moonlight }
  editions: 30
  picture: a.png
  royalty: 5
  rights-holder: guest
- id: two
  series: s
  name: { ja: アサギリの塔, en: Tower in Mist }
  editions: 20
  picture: b.png
  royalty: 5
`
  const run = async (files: Record<string, string>) => {
    const folder = await world.folder({ 'rights-holders.yaml': holders, 'items.yaml': items, ...files })
    return importCatalogue({ sql, mediaDir, folder, log: () => {} })
  }
  const named = async () =>
    (
      await sql`select i.id, i.rights_holder_id as own, s.rights_holder_id as series from items i join series s on s.id = i.series_id order by 1`
    ).map((row) => ({ ...row }))
  assert.equal((await run({ 'series.yaml': series('studio') })).counts['rights holders'], 2)
  assert.deepEqual(await named(), [
    { id: 'one', own: 'guest', series: 'studio' },
    { id: 'two', own: null, series: 'studio' },
  ])
  await assert.rejects(run({ 'series.yaml': series('nobody') }), /rights-holder: there is no rights-holder "nobody"/)
  await assert.rejects(run({ 'series.yaml': series('No One') }), /rights-holder: "No One" is no id/)
  const renamed = holders.replace('Studio', 'The Studio')
  assert.equal(
    (await run({ 'series.yaml': series('studio'), 'rights-holders.yaml': renamed })).counts['rights holders'],
    1,
  )
})
