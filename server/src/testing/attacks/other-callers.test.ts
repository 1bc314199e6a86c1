// Whose thing is it? Every call that names what belongs to a member, made by another one, and every
// call of a banned member: each is refused, and nothing changes. A new call must say what it names.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { TestContext } from 'node:test'
import { api } from '@kura/contract/api'
import type { Endpoint } from '@kura/contract/endpoint'
import { errors } from '@kura/contract/errors'
import type { ErrorBody } from '@kura/contract/errors'
import type { CallName } from '@kura/contract/paths'
import { enter, seedPack } from '../../checkout/order/testing/shop.ts'
import { banMember } from '../../identity/account/ban-member.ts'
import { sampleService, seedClient } from '../../identity/service/testing/sample-service.ts'
import { startSession } from '../../identity/session/session.ts'
import { notify } from '../../identity/notification/notify.ts'
import { upsertEbook } from '../../library/content/import-queries.ts'
import { giftWorld } from '../../market/gift/testing/gift-world.ts'
import { payForToken } from '../../market/trade/testing/paid-trade.ts'
import { loadBanks } from '../../money/payout/banks.ts'
import { account, credit, request } from '../../money/payout/testing/payees.ts'
import { fieldsOf, sampleOf } from '../../platform/http/testing/bad-values.ts'
import { startWorld } from '../../../../cadence/tests/world.ts'
import { seedMember } from '../seed-member.ts'
import type { SeededMember } from '../seed-member.ts'
import { sendCall } from './send-call.ts'

const calls = Object.entries(api) as [CallName, Endpoint][]

/** The ids of members' things, by call and by the name its path or body has for each. */
type Owned = Partial<Record<CallName, Record<string, string | number>>>

/** What a price comes to is the same for everybody. */
const common = new Set<CallName>(['showTradePrice'])
/** Ids in a path that are of nobody's own thing, or the caller's own mark on a public one. */
const isPublic = (name: string): boolean =>
  /^(refId|packId|passcode|airdropId|itemId|seriesId|targetId|clientId|flowAddress|year)$/.test(name)

const chain = await startWorld()
const world = await giftWorld({ after: after as TestContext['after'] }, chain)
after(() => chain.close())
const owned = await ownEverything()

/** What members of a shop can own, each made by the product's own calls. */
async function ownEverything(): Promise<Owned> {
  const { deps, call } = world
  const { sql } = deps
  // first: its clearing takes longer than a session lasts
  const payoutId = await ownPayout()
  const paid = await payForToken(world)
  const giver = await world.trader(4)
  const [given, sent, listed, spare] = giver.tokens
  assert.ok(given && sent && listed && spare)
  const { giftId } = await world.give(giver, given, paid.buyer.flowAddress)
  const body = { tokenId: sent.tokenId, address: paid.buyer.flowAddress }
  const transfer = await call('draftTransfer', { body }, { session: giver.session })
  assert.ok(transfer.ok, JSON.stringify(transfer))
  const { transferId } = transfer.data
  const { listingId } = await world.draft(giver, listed)
  const entered = await enter(world, giver, await seedPack(sql))
  assert.ok(entered.ok, JSON.stringify(entered))
  await notify(sql, giver.memberId, { event: 'payout-account-changed', subject: 'a', cause: 'a', facts: {} })
  const [row] = await sql<[{ sessionId: string; notificationId: string }]>`
    select s.family_id as "sessionId", n.id as "notificationId" from sessions s join notifications n on n.member_id = s.member_id
     where s.member_id = ${giver.memberId}`
  const [{ itemId, serialNumber }] = await sql<[{ itemId: string; serialNumber: number }]>`
    select item_id as "itemId", serial as "serialNumber" from tokens where ref_id = ${spare.refId}`
  const ebook = { id: 'an-ebook', itemId, serial: undefined, name: { ja: '本', en: 'Book' }, direction: 'rtl' } as const
  await upsertEbook(sql, ebook, [{ file: 'a-page', width: 800, height: 1200 }])
  const ownerContentId = `${spare.refId}_${ebook.id}`
  // a request is of the browser that began it, by its cookie
  await seedClient(deps)
  const requestId = await sampleService(world.http).begin()
  return {
    showServiceRequest: { requestId },
    connectService: { clientId: 'gallery', requestId },
    declineServiceRequest: { requestId },
    showViewerUrl: { ownerContentId },
    showEbook: { ownerContentId },
    keepPlace: { ownerContentId, page: 1 },
    reserveVideo: { ownerContentId },
    keepVideoPlace: { ownerContentId, second: 1 },
    showContentUrisOfSerial: { itemId, serialNumber },
    showTransaction: { type: 'pack', transactionId: entered.data.orderId },
    reportTransaction: { type: 'pack', transactionId: entered.data.orderId },
    cancelOrder: { orderId: entered.data.orderId },
    showReceipt: { orderId: paid.tradeId },
    showTrade: { tradeId: paid.tradeId },
    showStatement: { listingId: paid.drafted.listingId },
    endOneSession: { sessionId: row.sessionId },
    readNotification: { notificationId: row.notificationId },
    showSellToken: { id: spare.tokenId },
    draftListing: { tokenRefId: spare.refId, price: 12_000 },
    rollBackListing: { id: listingId },
    endListing: { tokenRefId: listed.refId },
    showSellingTarget: { id: listed.refId },
    reportListing: { listingId },
    draftTransfer: { tokenId: spare.tokenId },
    showTransfer: { transferId },
    reportTransfer: { transferId },
    rollBackTransfer: { transferId },
    draftGift: { tokenId: spare.tokenId },
    draftMailGift: { tokenId: spare.tokenId, email: 'friend@example.jp' },
    showGift: { giftId },
    reportGift: { giftId },
    mailGiftAgain: { giftId },
    endGift: { giftId },
    showPayoutStatement: { payoutId },
    cancelPayout: { payoutId },
  }
}

async function ownPayout(): Promise<string> {
  await loadBanks(world.deps)
  const seller = await seedMember(world.deps, { password: account.password })
  await credit(world, seller, [5000])
  await world.moveClock('31 days')
  const session = await startSession(world.deps.sql, { memberId: seller.memberId, userAgent: 'test' })
  const payee = { ...seller, session }
  const set = await world.call('setPayoutAccount', { body: account }, payee)
  assert.ok(set.ok, JSON.stringify(set))
  const asked = await request(world, payee, 5000, 3000)
  assert.ok(asked.ok, JSON.stringify(asked))
  return asked.data.payoutId
}

/** A hash of every table; what only counts how often somebody asked is no change. */
async function hashRows(): Promise<Record<string, string>> {
  const { sql } = world.deps
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public'
       and tablename not in ('rate_limits', 'bot_tokens', 'bot_tokens_used', 'idempotency_keys')`
  const hashes: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await sql<[{ hash: string }]>`
      select md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as hash from ${sql(name)} t`
    hashes[name] = row.hash
  }
  return hashes
}

/** The call with these ids, and a valid sample for all else. */
async function callWith(name: CallName, ids: Record<string, string | number>, { session }: SeededMember) {
  const { parts } = api[name] as Endpoint
  const filled = (part: keyof typeof parts) =>
    Object.fromEntries(
      fieldsOf(parts[part]).flatMap(({ name: field, schema, isRequired }) =>
        isRequired || field in ids ? [[field, ids[field] ?? sampleOf(schema)]] : [],
      ),
    )
  await world.deps.sql`delete from rate_limits`
  return sendCall(world, world.http, name, {
    params: filled('params') as Record<string, string>,
    query: filled('query') as Record<string, string>,
    ...(parts.body ? { payload: filled('body') } : {}),
    session,
  })
}

test('every call of members that names a thing in its path says whose it is', () => {
  const named = calls.filter(([, { auth, parts }]) => auth === 'member' && fieldsOf(parts.params).length > 0)
  assert.ok(named.length > 40, `${named.length} calls`)
  const unknown = named.filter(
    ([name, { parts }]) =>
      !(name in owned) && !common.has(name) && !fieldsOf(parts.params).every((field) => isPublic(field.name)),
  )
  assert.deepEqual(
    unknown.map(([name]) => name),
    [],
  )
})

test('a member cannot read, change or end what belongs to another', async () => {
  const stranger = await seedMember(world.deps, { flowAddress: '0x0123456789abcdef', displayName: 'Stranger' })
  const prior = await hashRows()
  for (const [name, ids] of Object.entries(owned) as [CallName, Record<string, string | number>][]) {
    const answer = await callWith(name, ids, stranger)
    const what = `${name}: ${answer.statusCode} ${answer.body}`
    assert.ok(answer.statusCode >= 400, what)
    const { errorCode } = answer.json<ErrorBody>()
    assert.ok((api[name] as Endpoint).errors.includes(errorCode), what)
    assert.ok([403, 404, 409].includes(errors[errorCode].status), what)
    assert.deepEqual(await hashRows(), prior, `${name} changed something`)
  }
})

test('a banned member’s session opens nothing', async () => {
  const member = await seedMember(world.deps, { flowAddress: '0x1123456789abcdef' })
  await banMember(world.deps, { memberId: member.memberId, by: 'tester', reason: 'a test' })
  const prior = await hashRows()
  const asked = calls.filter(([, { auth }]) => auth !== 'none')
  assert.ok(asked.length > 80, `${asked.length} calls`)
  for (const [name] of asked) {
    const answer = await callWith(name, {}, member)
    assert.equal(answer.json<ErrorBody>().errorCode, 'INVALID_SESSION', `${name}: ${answer.statusCode} ${answer.body}`)
  }
  assert.deepEqual(await hashRows(), prior)
})
