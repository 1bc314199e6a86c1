import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { limits } from '@kura/contract/limits'
import { enter, enterAndPass, listTrades, okCard, passChallenge } from '../../checkout/order/testing/shop.ts'
import { buy, seedBuyer, seedPack, setCard, stockOf } from '../../checkout/order/testing/shop.ts'
import { allWell, books, givePoints, pointsOf, work } from '../../checkout/order/testing/tenders.ts'
import { untilLocked } from '../../platform/db/testing/until-locked.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { SeededMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { keepCardOf, listDueCards, settleCard } from './store-card.ts'

const jcb = '3530111333300000'
const name = '普段使いのカード'

async function shop(t: TestContext, units = 6) {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql, { units })
  return { world, sql: world.deps.sql, packId, buyer: await seedBuyer(world) }
}
const listCards = async (world: TestWorld, { session }: SeededMember) => {
  const answer = await world.call('creditCheck', {}, { session })
  assert.ok(answer.ok)
  return answer.data.items
}
const deleteCard = (world: TestWorld, { session }: SeededMember, cardSeq: string) =>
  world.call('deleteCard', { body: { cardSeq } }, { session })

type Keep = { number?: string; cardName?: string; holderName?: string }
/** Buys with a new card and wishes it kept. */
async function buyAndKeep(world: TestWorld, buyer: SeededMember, packId: string, keep: Keep = {}) {
  const { number = okCard, ...wish } = keep
  const { accessID } = await enterAndPass(world, buyer, packId, number)
  const body = { accessID, cardName: name, holderName: 'HANAKO YAMADA', ...wish }
  const bought = await world.call('entryOrderBuy', { params: { packId }, body }, { session: buyer.session })
  assert.ok(bought.ok)
  await world.deps.background.settled()
  return bought.data
}
const keepCard = async (world: TestWorld, buyer: SeededMember, packId: string, keep?: Keep): Promise<string> => {
  await buyAndKeep(world, buyer, packId, keep)
  const [card] = await listCards(world, buyer)
  assert.ok(card)
  return card.cardSeq
}
const enterStored = (
  world: TestWorld,
  { session }: SeededMember,
  packId: string,
  cardSeq: string,
  { usedPoint, key, securityCode = '739' }: { usedPoint?: number; key?: string; securityCode?: string } = {},
) =>
  world.call(
    'entryOrderSelectedCard',
    { params: { packId }, body: { retUrl: '/', cardSeq, securityCode, ...(usedPoint ? { usedPoint } : {}) } },
    { session, ...(key ? { idempotencyKey: key } : {}) },
  )
/** What the gateway keeps of a member's cards. */
async function kept(world: TestWorld) {
  const answer = await fetch(`${world.outside.sandbox.addresses.pages}/sandbox/card/members`)
  const { members } = (await answer.json()) as {
    members: { id: string; cards: { masked: string; cardName: string; isDeleted: boolean }[] }[]
  }
  return members.flatMap(({ cards }) => cards)
}
async function settleCards(world: TestWorld): Promise<void> {
  for (const id of await listDueCards(world.deps)) await settleCard(world.deps, id)
}

test('a card that paid is kept under the name its member gave it, in Japanese, and only when wished', async (t) => {
  const { world, sql, packId, buyer } = await shop(t)
  const { accessID } = await enterAndPass(world, buyer, packId)
  assert.ok((await buy(world, buyer, packId, accessID)).ok)
  await world.deps.background.settled()
  assert.deepEqual(await listCards(world, buyer), [])

  await buyAndKeep(world, buyer, packId)
  await buyAndKeep(world, buyer, packId, { number: jcb, cardName: ' 会社 ', holderName: '山田花子' })
  const cards = await listCards(world, buyer)
  assert.deepEqual(
    cards.map(({ cardName, brand, expires, isExpired, holderName, maskedNumber }) => ({
      cardName,
      brand,
      expires,
      isExpired,
      holderName,
      last: maskedNumber.slice(-4),
    })),
    [
      { cardName: '会社', brand: '', expires: '3912', isExpired: false, holderName: '', last: '0000' },
      { cardName: name, brand: '', expires: '3912', isExpired: false, holderName: 'HANAKO YAMADA', last: '1111' },
    ],
  )
  // the gateway hides the digits that show the brand
  for (const { maskedNumber } of cards) assert.match(maskedNumber, /\*{4}/)
  assert.equal((await kept(world)).length, 2)
  // the whole number never came near us
  const rows = await sql`select c::text as row from stored_cards c union all select p::text from payments p`
  for (const { row } of rows) assert.ok(!row.includes(okCard) && !row.includes(jcb))
  assert.deepEqual(await listCards(world, await seedBuyer(world)), [])
  await sql`update stored_cards set expires = to_char(kura_now() - interval '40 days', 'YYMM') where name = '会社'`
  assert.deepEqual(
    (await listCards(world, buyer)).map(({ isExpired }) => isExpired),
    [true, false],
  )
})

test('a member has ten cards at most, also by two purchases at once; the purchase does not mind', async (t) => {
  const { world, sql, packId, buyer } = await shop(t)
  const has = async () => {
    const rows = await sql`
      select 1 from stored_cards where member_id = ${buyer.memberId} and state in ('saving', 'stored')`
    return rows.length
  }
  for (let seq = 100; seq < 100 + limits.cardsMost; seq += 1)
    await sql`
      insert into stored_cards (id, member_id, state, gateway_seq, name, masked_number, expires)
      values (${randomUUID()}, ${buyer.memberId}, 'stored', ${seq}, ${`card ${seq}`}, '411111******1111', '3912')`
  assert.equal((await buyAndKeep(world, buyer, packId)).state, 'delivered')
  assert.equal(await has(), limits.cardsMost)
  // one place is free, and two captures want it: the second waits for the first
  await sql`update stored_cards set state = 'deleted' where member_id = ${buyer.memberId} and gateway_seq = 100`
  const wishes: string[] = []
  for (let n = 0; n < 2; n += 1) {
    const { accessID } = await enterAndPass(world, buyer, packId)
    assert.ok((await buy(world, buyer, packId, accessID)).ok)
    const [payment] = await sql<{ id: string }[]>`
      update payments p set card_name = ${name} from orders o
       where o.id = p.order_id and o.member_id = ${buyer.memberId} and p.card_name is null returning p.id`
    assert.ok(payment)
    wishes.push(payment.id)
  }
  let second: Promise<boolean> | undefined
  const first = await transaction(sql, async (db) => {
    const kept = await keepCardOf(db, wishes[0] ?? '')
    second = transaction(sql, (other) => keepCardOf(other, wishes[1] ?? ''))
    await untilLocked(sql)
    return kept
  })
  assert.deepEqual([first, await second, await has()], [true, false, limits.cardsMost])
})

test('a stored card pays through 3-D Secure, alone and with points; the order, the books and a refund are as with a new one', async (t) => {
  const { world, sql, packId, buyer } = await shop(t)
  const cardSeq = await keepCard(world, buyer, packId)
  await givePoints(world, buyer, 300)
  for (const usedPoint of [0, 300]) {
    const entered = await enterStored(world, buyer, packId, cardSeq, { usedPoint })
    assert.ok(entered.ok && entered.data.redirectUrl)
    await passChallenge(entered.data.redirectUrl)
    const bought = await buy(world, buyer, packId, entered.data.accessID)
    assert.ok(bought.ok)
    assert.deepEqual([bought.data.state, bought.data.tender], ['delivered', usedPoint ? 'card-point' : 'card'])
  }
  assert.deepEqual(await books(sql), {
    'psp:card': 3000,
    'points:redeemed': 300,
    'sales:packs': -3000,
    'tax:consumption': -300,
  })
  assert.equal(await pointsOf(world, buyer), 0)
  assert.equal((await kept(world)).length, 1)
  // the security code is nowhere: not in rows, not in what is kept of a request
  const [found] = await sql<[{ rows: number }]>`
    select count(*)::int as rows from (select p::text as row from payments p union all select o::text from orders o
      union all select k::text from idempotency_keys k) r where row ~ '[^0-9a-f-]739[^0-9a-f-]'`
  assert.equal(found.rows, 0)
  assert.deepEqual(await allWell(world), [])
})

test("another member's card, an unknown one and one that was deleted pay nothing and are not deleted", async (t) => {
  const { world, sql, packId, buyer } = await shop(t)
  const thief = await seedBuyer(world)
  const cardSeq = await keepCard(world, buyer, packId)
  const own = await keepCard(world, thief, packId)
  const before = await sql`select * from stored_cards order by id`
  const trades = (await listTrades(world)).length
  for (const [who, id] of [
    [thief, cardSeq],
    [buyer, own],
    [buyer, randomUUID()],
  ] as const) {
    const paid = await enterStored(world, who, packId, id)
    const deleted = await deleteCard(world, who, id)
    for (const answer of [paid, deleted]) assert.ok(!answer.ok && answer.body.errorCode === 'NOT_FOUND')
  }
  assert.deepEqual([...(await sql`select * from stored_cards order by id`)], [...before])
  assert.ok((await deleteCard(world, buyer, cardSeq)).ok)
  const gone = await enterStored(world, buyer, packId, cardSeq)
  assert.ok(!gone.ok && gone.body.errorCode === 'NOT_FOUND')
  assert.equal((await listTrades(world)).length, trades)
  assert.equal((await stockOf(sql, packId))?.reserved, 0)
  // a position in a list is no name of a card, and a code is three or four digits
  for (const [seq, code] of [
    ['0', '123'],
    [cardSeq, '12'],
    [cardSeq, 'abc'],
    [cardSeq, '12345'],
  ] as const) {
    const refused = await enterStored(world, buyer, packId, seq, { securityCode: code })
    assert.ok(!refused.ok && refused.body.errorCode === 'INVALID_REQUEST_FORMAT', seq)
  }
})

test('a card keeps its number when another one is deleted; deleting again changes nothing', async (t) => {
  const { world, sql, packId, buyer } = await shop(t)
  const first = await keepCard(world, buyer, packId)
  const second = await keepCard(world, buyer, packId, { number: jcb, cardName: 'B' })
  const answers = await Promise.all(Array.from({ length: 5 }, () => deleteCard(world, buyer, first)))
  for (const answer of answers) assert.deepEqual(answer, { ok: true, data: { cardSeq: first } })
  assert.ok((await deleteCard(world, buyer, first)).ok)
  await settleCards(world)
  assert.deepEqual(
    (await listCards(world, buyer)).map(({ cardSeq }) => cardSeq),
    [second],
  )
  assert.deepEqual(
    (await kept(world)).map(({ isDeleted }) => isDeleted),
    [true, false],
  )
  const entered = await enterStored(world, buyer, packId, second)
  assert.ok(entered.ok && entered.data.redirectUrl)
  await passChallenge(entered.data.redirectUrl)
  assert.ok((await buy(world, buyer, packId, entered.data.accessID)).ok)
  const [trade] = (await listTrades(world)).slice(-1) as unknown as [{ card: { masked: string } }]
  assert.match(trade.card.masked, /0000$/)
  // nothing of the deleted card remains here
  const [row] =
    await sql`select name, masked_number as number, holder_name as holder from stored_cards where id = ${first}`
  assert.deepEqual({ ...row }, { name: '', number: '', holder: '' })
})

for (const call of ['SaveMember', 'TradedCard', 'SearchCard']) {
  test(`a card is kept once though the answer to ${call} is lost`, async (t) => {
    const { world, packId, buyer } = await shop(t)
    await setCard(world, { loseResponses: [{ call, count: 1 }] })
    await buyAndKeep(world, buyer, packId)
    await world.moveClock('1 minute')
    await Promise.all([settleCards(world), settleCards(world)])
    assert.equal((await listCards(world, buyer)).length, 1)
    assert.equal((await kept(world)).length, 1)
    assert.deepEqual(await allWell(world), [])
  })
}

test('a card is forgotten once though the answer is lost, and cannot pay meanwhile', async (t) => {
  const { world, sql, packId, buyer } = await shop(t)
  const cardSeq = await keepCard(world, buyer, packId)
  await setCard(world, { loseResponses: [{ call: 'DeleteCard', count: 1 }] })
  assert.ok((await deleteCard(world, buyer, cardSeq)).ok)
  assert.deepEqual(await listCards(world, buyer), [])
  const refused = await enterStored(world, buyer, packId, cardSeq)
  assert.ok(!refused.ok && refused.body.errorCode === 'NOT_FOUND')
  await world.moveClock('1 minute')
  await settleCards(world)
  const [row] = await sql`select state from stored_cards where id = ${cardSeq}`
  assert.equal(row?.['state'], 'deleted')
})

test('a card that the gateway will not store is not stored; the purchase stays valid', async (t) => {
  const { world, sql, packId, buyer } = await shop(t)
  await setCard(world, { failNext: [{ call: 'TradedCard', errInfo: 'E01230009', count: 1 }] })
  const bought = await buyAndKeep(world, buyer, packId)
  assert.equal(bought.state, 'delivered')
  assert.deepEqual(await listCards(world, buyer), [])
  const [row] = await sql`select state, error from stored_cards`
  assert.deepEqual({ ...row }, { state: 'failed', error: 'E01230009' })
  assert.deepEqual(await listDueCards(world.deps), [])
})

test('the gateway’s refusal of a stored card gives everything back, with its code; one key begins one order', async (t) => {
  const { world, sql, packId, buyer } = await shop(t)
  const cardSeq = await keepCard(world, buyer, packId)
  await givePoints(world, buyer, 100)
  await setCard(world, { failNext: [{ call: 'ExecTran', errInfo: '42G440000', count: 1 }] })
  const refused = await enterStored(world, buyer, packId, cardSeq, { usedPoint: 100 })
  assert.ok(!refused.ok)
  assert.deepEqual([refused.status, refused.body.errorCode, refused.body.error], [400, 'PAYMENT_DECLINED', '42G440000'])
  assert.equal(await pointsOf(world, buyer), 100)
  assert.equal((await stockOf(sql, packId))?.reserved, 0)

  const key = world.key()
  const first = await enterStored(world, buyer, packId, cardSeq, { key })
  assert.ok(first.ok)
  await sql`delete from idempotency_keys`
  assert.deepEqual(await enterStored(world, buyer, packId, cardSeq, { key }), first)
  assert.equal((await stockOf(sql, packId))?.reserved, 1)
  assert.equal((await listTrades(world)).length, 3)

  // a refusal is not stored under the key; another card is still another request
  const other = await keepCard(world, buyer, packId, { number: jcb })
  const tried = world.key()
  await setCard(world, { failNext: [{ call: 'ExecTran', errInfo: '42G440000', count: 1 }] })
  const declined = await enterStored(world, buyer, packId, cardSeq, { key: tried })
  assert.ok(!declined.ok && declined.body.errorCode === 'PAYMENT_DECLINED')
  const trades = (await listTrades(world)).length
  const reused = await enterStored(world, buyer, packId, other, { key: tried })
  assert.ok(!reused.ok)
  assert.deepEqual([reused.status, reused.body.errorCode], [422, 'IDEMPOTENCY_KEY_REUSED'])
  assert.equal((await listTrades(world)).length, trades)
})

test('after a lost response to ExecTran of a stored card the trade is queried: nothing was charged, and the member starts again', async (t) => {
  const { world, sql, packId, buyer } = await shop(t)
  const cardSeq = await keepCard(world, buyer, packId)
  await setCard(world, { loseResponses: [{ call: 'ExecTran', count: 1 }] })
  const lost = await enterStored(world, buyer, packId, cardSeq)
  assert.ok(!lost.ok && lost.body.error === 'E91019999')
  assert.equal((await stockOf(sql, packId))?.reserved, 0)
  assert.ok((await enterStored(world, buyer, packId, cardSeq)).ok)
  await world.moveClock('11 minutes')
  await work(world)
  assert.deepEqual(await allWell(world), [])
})

test('a declined or unfinished payment keeps no card, whatever name was sent', async (t) => {
  const { world, sql, packId, buyer } = await shop(t)
  const { accessID } = await enterAndPass(world, buyer, packId, '4999000000000179')
  const body = { accessID, cardName: name }
  const refused = await world.call('entryOrderBuy', { params: { packId }, body }, { session: buyer.session })
  assert.ok(!refused.ok && refused.body.error === '42G020000')
  const left = await enter(world, buyer, packId)
  assert.ok(left.ok)
  await world.deps.background.settled()
  assert.equal((await sql`select 1 from stored_cards`).length, 0)
  assert.deepEqual(await kept(world), [])
})
