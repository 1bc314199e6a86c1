import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { seedPack } from '../checkout/order/testing/shop.ts'
import { announce, runFanOuts } from '../identity/notification/notify.ts'
import { announceSales } from '../shop/pack/sale-news.ts'
import { seedMember } from '../testing/seed-member.ts'
import { testWorld } from '../testing/test-world.ts'
import { seedSeries } from './testing/seed-tokens.ts'

const world = await testWorld({ after })
const { deps, call } = world
const { sql } = deps
const titlesOf = async (session: string) => {
  const list = await call('listNotifications', { query: {} }, { session })
  return list.ok ? list.data.items.map(({ title }) => title.en).toSorted() : assert.fail()
}

test('who keeps a pack or an item in it in mind hears when its sale begins, once; who asked is reminded before', async () => {
  const packId = await seedPack(sql, { saleStartsAt: '8 minutes' })
  const [row] = await sql<{ itemId: string }[]>`select item_id as "itemId" from pack_items where pack_id = ${packId}`
  const itemId = row?.itemId ?? assert.fail()
  const [fan, reminded, other] = [await seedMember(deps), await seedMember(deps), await seedMember(deps)]
  for (const favorite of [{ packId }, { itemId }]) assert.ok((await call('addFavorite', { body: favorite }, fan)).ok)
  for (const who of [reminded, other]) assert.ok((await call('setReminder', { params: { packId } }, who)).ok)
  assert.ok((await call('deleteReminder', { params: { packId } }, other)).ok)
  const isSet = async (who: typeof other) => {
    const answer = await call('showReminder', { params: { packId } }, who)
    return answer.ok && answer.data.isSet
  }
  assert.deepEqual([await isSet(reminded), await isSet(other)], [true, false])
  const work = async () => {
    for (let n = 0; n < 2; n += 1) await announceSales(deps)
    await runFanOuts(deps, 0)
  }
  await work()
  assert.deepEqual([await titlesOf(fan.session), await titlesOf(reminded.session)], [[], ['A sale begins soon']])
  await world.moveClock('9 minutes')
  await work()
  assert.deepEqual(await titlesOf(fan.session), ['A favourite is on sale'])
  assert.deepEqual(await titlesOf(reminded.session), ['A sale begins soon'])
  assert.deepEqual(await titlesOf(other.session), [])
  const late = await call('setReminder', { params: { packId } }, other)
  assert.equal(!late.ok && late.body.errorCode, 'PACK_SELLING_TERM_AFTER')
})

test('a listing is news for those whose price it is below, and new works for who follows their series', async () => {
  const { seriesId } = await seedSeries(sql, 1)
  const [item] = await sql<{ id: string }[]>`select id from items where series_id = ${seriesId}`
  const itemId = item?.id ?? assert.fail()
  const [patient, eager] = [await seedMember(deps), await seedMember(deps)]
  assert.ok((await call('addFavorite', { body: { itemId, noticeBelowYen: 500 } }, patient)).ok)
  assert.ok((await call('addFavorite', { body: { itemId, noticeBelowYen: 900 } }, eager)).ok)
  assert.ok((await call('followSeries', { body: { seriesId } }, eager)).ok)
  const name = { ja: '兎', en: 'Hare' }
  await announce(sql, {
    event: 'favorite-listed',
    subject: `item:${itemId}`,
    cause: 'listed:1',
    facts: { name, itemId, price: '¥700', priceYen: '700' },
    audience: 'price-watchers',
    audienceId: itemId,
  })
  await announce(sql, {
    event: 'work-new',
    subject: `works:${seriesId}`,
    cause: 'works:1',
    facts: { name, itemId, seriesId, more: '' },
    audience: 'series-followers',
    audienceId: seriesId,
  })
  await runFanOuts(deps, 0)
  assert.deepEqual(await titlesOf(patient.session), [])
  assert.deepEqual(await titlesOf(eager.session), ['A favourite was listed', 'New works'])
})
