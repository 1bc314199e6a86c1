import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CatalogueError } from '../../operations/import/faults.ts'
import { importCatalogue } from '../../operations/import/import.ts'
import { catalogueWorld } from '../../testing/catalogue-world.ts'

const fair = `
- id: fair
  title: { ja: 市, en: Fair }
  description: { ja: 市が立ちます, en: A fair }
  picture: a.png
  from: 2036-12-01T10:00
  until: 2036-12-24
  packs: [mixed]
  series: [s]
`
const past = `
- id: past
  title: { ja: 昔, en: Past }
  from: 2020-01-01
  until: 2020-02-01
`

test('events are imported, listed with those that are over last, and gone when the file names them no more', async (t) => {
  const world = await catalogueWorld(t)
  const run = async (events: string) =>
    importCatalogue({ ...world, folder: await world.folder({ 'events.yaml': events }), log: () => {} })
  assert.equal((await run(past + fair)).counts['events'], 2)
  const list = async () => {
    const answer = await world.call('listEvents', {})
    assert.ok(answer.ok)
    return answer.data.items
  }
  const [first, second] = await list()
  assert.deepEqual([first?.id, second?.id], ['fair', 'past'])
  assert.deepEqual([first?.packIds, first?.seriesIds, second?.picture], [['mixed'], ['s'], null])
  assert.equal(new Date(first?.startDate ?? '').toISOString(), '2036-12-01T01:00:00.000Z')
  const one = await world.call('showEvent', { params: { eventId: 'fair' } })
  assert.deepEqual(one.ok && one.data, first)
  const none = await world.call('showEvent', { params: { eventId: 'nobody-has-this' } })
  assert.equal(!none.ok && none.body.errorCode, 'NOT_FOUND')
  // the same file changes nothing, another one replaces the list
  assert.equal((await run(past + fair)).isUnchanged, true)
  assert.equal((await run(past)).counts['events'], 1)
  assert.deepEqual(
    (await list()).map(({ id }) => id),
    ['past'],
  )
})

test('an event with unknown packs or series, or without times, is refused with its line', async (t) => {
  const world = await catalogueWorld(t)
  const faults = async (events: string) => {
    try {
      await importCatalogue({ ...world, folder: await world.folder({ 'events.yaml': events }), log: () => {} })
    } catch (error) {
      if (error instanceof CatalogueError) return error.message
      throw error
    }
    return 'imported'
  }
  assert.match(await faults(fair.replace('[mixed]', '[nowhere]')), /events\.yaml:2.*there is no pack "nowhere"/)
  assert.match(await faults(fair.replace('[s]', '[nowhere]')), /there is no series "nowhere"/)
  assert.match(await faults(fair.replace(/ {2}until:.*\n/, '')), /until: is missing/)
  assert.match(await faults(fair.replace('2036-12-24', '2036-11-24')), /until: is not after from/)
})
