import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chainNetwork } from '../../chain/testing/chain-world.ts'
import { untilLocked } from '../../platform/db/testing/until-locked.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { holdListing, releaseListing } from './buy-listing.ts'
import { markProfessional } from './mark-professional.ts'
import { marketWorld } from './testing/market-world.ts'

const { world } = chainNetwork()
const notice = {
  name: '株式会社 月の店',
  address: '東京都港区 1-2-3',
  contact: '03-1234-5678',
  registrationNumber: 'T1234567890123',
}

test('a professional seller’s notice is shown with every listing, on every list, and cached pages follow a change', async (t) => {
  const market = await marketWorld(t, world())
  const { deps, call } = market
  const seller = await market.trader(2)
  const [one, two] = seller.tokens
  assert.ok(one && two)
  await market.list(seller, one)
  const notices = async () => {
    const [list, single, own] = [
      await call('listListings', { params: { itemId: one.itemId }, query: {} }),
      await call('showListing', { params: { tokenRefId: one.refId } }),
      await call('listOwnListings', { query: {} }, { session: seller.session }),
    ]
    assert.ok(list.ok && single.ok && own.ok)
    return [list.data.items[0]?.sellerNotice, single.data.sellerNotice, own.data.items[0]?.sellerNotice]
  }
  assert.deepEqual(await notices(), [null, null, null])
  const lines: string[] = []
  const mark = (of: typeof notice | undefined, more: { isDryRun?: boolean } = {}) =>
    markProfessional(
      deps,
      { who: seller.memberId, notice: of, by: 'kim', reason: 'sells every day', isDryRun: false, ...more },
      (line) => void lines.push(line),
    )
  await mark(notice, { isDryRun: true })
  assert.deepEqual(await notices(), [null, null, null])
  const drops = () =>
    deps.sql`select tag from page_drops where tag in (${`item:${one.itemId}`}, ${`token:${one.tokenId}`}, 'listings')`
  await deps.sql`delete from page_drops`
  await mark(notice)
  assert.deepEqual(await notices(), [notice, notice, notice])
  assert.equal((await drops()).length, 3)
  await assert.rejects(mark(notice), /has this notice already/)
  await assert.rejects(mark({ ...notice, registrationNumber: 'T12' }), /no registration number/)
  await assert.rejects(mark({ ...notice, address: 'あ'.repeat(401) }), /of the address at most 400 characters fit/)

  // the notice to buyers is incomplete: nothing can be listed, and open listings are withdrawn
  await mark({ ...notice, address: '' })
  assert.equal((await call('showListing', { params: { tokenRefId: one.refId } })).ok, false)
  const body = { tokenRefId: two.refId, price: 5000, contentAccessFee: 0 }
  const refused = await call('draftListing', { body }, { session: seller.session })
  assert.equal(!refused.ok && refused.body.errorCode, 'SELLER_NOTICE_REQUIRED')
  const control = await call('showItemControl', { params: { itemId: one.itemId } }, { session: seller.session })
  assert.equal(control.ok && control.data.list.reason, 'seller-notice-missing')
  await mark(undefined)
  assert.equal((await call('draftListing', { body }, { session: seller.session })).ok, true)
  await assert.rejects(mark(undefined), /is a private seller/)
  const acts = await deps.sql`select act, subject from audit_rows where act = 'member.professional'`
  assert.deepEqual(
    acts.map((row) => row['subject']),
    [seller.memberId, seller.memberId, seller.memberId],
  )
  assert.ok(lines.some((line) => /1 listings were withdrawn/.test(line)))
})

test('with an incomplete notice nothing comes on sale: not what is on its way, given up, reserved or being drafted', async (t) => {
  const market = await marketWorld(t, world())
  const { deps } = market
  const { sql } = deps
  const [seller, buyer] = [await market.trader(4), await market.trader(0)]
  const [one, two, three, four] = seller.tokens
  assert.ok(one && two && three && four)
  const held = (await market.list(seller, one)).listingId
  assert.ok(await transaction(sql, (db) => holdListing(db, held, buyer.memberId)))
  const pending = await market.draft(seller, two)
  const report = { body: { listingId: pending.listingId, txId: 'ab'.repeat(32) } }
  assert.ok((await market.call('reportListing', report, { session: seller.session })).ok)
  const drafted = await market.draft(seller, three)
  const mark = () =>
    markProfessional(
      deps,
      { who: seller.memberId, notice: { ...notice, address: '' }, by: 'kim', reason: 'r', isDryRun: false },
      () => {},
    )
  const waiting = () => untilLocked(sql, { words: 'from members where id' })
  const body = { tokenRefId: four.refId, price: 5000, contentAccessFee: 0 }
  // the mark waits for an open draft
  const marked = await transaction(sql, async (db) => {
    await db`select 1 from members where id = ${seller.memberId} for share`
    const marking = mark()
    await Promise.race([waiting(), marking.then(() => assert.fail('it did not wait'))])
    return [marking]
  })
  await Promise.all(marked)
  await sql`delete from professional_sellers`
  // and a draft waits for an open mark
  const drafting = await transaction(sql, async (db) => {
    await db`select 1 from members where id = ${seller.memberId} for update`
    await db`insert into professional_sellers (member_id, name) values (${seller.memberId}, 'x')`
    const begun = market.call('draftListing', { body }, { session: seller.session })
    await waiting()
    return [begun]
  })
  const refused = await drafting[0]
  assert.equal(refused && !refused.ok && refused.body.errorCode, 'SELLER_NOTICE_REQUIRED')
  for (const each of [pending, drafted]) await market.sign(seller, each)
  await market.index()
  assert.equal(await transaction(sql, (db) => releaseListing(db, held)), false)
  const states = await sql`select state from listings where seller_id = ${seller.memberId} order by id`
  assert.deepEqual(
    states.map(({ state }) => state),
    ['ending', 'ending', 'ending'],
  )
  await market.settle()
  for (const id of [held, pending.listingId, drafted.listingId])
    assert.deepEqual(await market.stateOf(id), { state: 'ended', reason: 'agent' })
})
