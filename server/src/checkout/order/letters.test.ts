import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendWaitingMails } from '../../platform/mail/send-waiting-mails.ts'
import { mailsTo } from '../../identity/account/testing/mail-to.ts'
import type { SeededMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { isWriter } from './letter-queries.ts'
import { refundByHand } from './refund-by-hand.ts'
import { buy, enter, passChallenge, seedBuyer, seedPack } from './testing/shop.ts'
import { buyBy, enterByCard, enterPaidy, givePoints, work } from './testing/tenders.ts'
import { writeLetters } from './letters.ts'

async function shop(t: Parameters<typeof testWorld>[0]) {
  const world = await testWorld(t)
  const packId = await seedPack(world.deps.sql, { units: 8 })
  const buyer = await seedBuyer(world)
  await givePoints(world, buyer, 3000)
  return { world, packId, buyer, sql: world.deps.sql }
}
/**
 * Runs the letter job, any number of times and in parallel; returns a member's mails, newest first.
 */
async function read(world: TestWorld, { email }: SeededMember) {
  await Promise.all(Array.from({ length: 4 }, () => writeLetters(world.deps)))
  await writeLetters(world.deps)
  while ((await sendWaitingMails(world.deps)) > 0);
  return mailsTo(world, email)
}
const giveBack = (world: TestWorld, orderId: string) =>
  refundByHand(world.deps, { orderId, by: 't', reason: 'r', isDryRun: false }, () => {})

test('a paid order is mailed once, by the worker, with its price, its parts and the ways to the order and its receipt', async (t) => {
  const { world, packId, buyer, sql } = await shop(t)
  const { orderId } = await buyBy(world, buyer, packId, 'card-point')
  await world.deps.background.settled()
  assert.equal((await sql`select 1 from mails`).length, 0, 'no request writes mails about orders')
  const mails = await read(world, buyer)
  assert.equal(mails.length, 1)
  const [mail] = mails
  assert.ok(mail)
  assert.equal(mail.subject, '【Kura 蔵】お支払いが完了しました')
  for (const body of [mail.text, mail.html])
    for (const said of ['¥1,100', '¥100', 'クレジットカード ¥800、ポイント 300', orderId, 'パック 1点'])
      assert.ok(body.includes(said), said)
  const page = `http://localhost:3000/mypage/orders/${orderId}`
  assert.ok(mail.text.includes(`注文を確認する\n${page}\n`))
  assert.ok(mail.text.includes(`領収書（適格請求書）を受け取る\n${page}#receipt\n`))
  assert.ok(mail.text.includes(`http://localhost:3000/contact?order=${orderId}`))
  assert.ok(mail.html.includes(`href="${page}"`) && mail.html.includes(`href="${page}#receipt"`))
  await giveBack(world, orderId)
  assert.equal((await read(world, buyer)).length, 1, 'nothing is mailed before the money is back')
  await work(world)
  const [back, ...others] = await read(world, buyer)
  assert.equal(others.length, 1)
  assert.equal(back?.subject, '【Kura 蔵】返金が完了しました')
  assert.ok(back.text.includes('返金先: クレジットカード ¥800、ポイント 300'))
  assert.ok(back.text.includes(`返金明細書（適格返還請求書）を受け取る\n${page}#receipt`))
})

test('members who read English get mails in English; members who left or have no address are not', async (t) => {
  const { world, packId, buyer, sql } = await shop(t)
  await sql`update members set locale = 'en' where id = ${buyer.memberId}`
  const { orderId } = await buyBy(world, buyer, packId, 'point')
  const [mail] = await read(world, buyer)
  assert.equal(mail?.subject, 'Kura 蔵: your order is paid')
  assert.ok(mail.text.includes('Paid: 1,100 points') && mail.text.includes('10% consumption tax: ¥100'))
  await giveBack(world, orderId)
  const [back] = await read(world, buyer)
  assert.ok(back?.text.includes('Returned: 1,100 points') && !back.text.includes('statement'))
  const silent = await seedBuyer(world)
  await givePoints(world, silent, 1100)
  await buyBy(world, silent, packId, 'point')
  await sql`update members set email = null where id = ${silent.memberId}`
  await read(world, silent)
  assert.equal((await sql`select 1 from mails where recipient = ${silent.email}`).length, 0)
  assert.equal((await sql`select 1 from order_letters where mailed_at is null`).length, 0)
})

test('the member of an order that was declined or expired is mailed; one who cancelled it is not', async (t) => {
  const { world, packId, buyer } = await shop(t)
  const entered = await enter(world, buyer, packId)
  assert.ok(entered.ok && entered.data.redirectUrl)
  await passChallenge(entered.data.redirectUrl, 'failed')
  assert.ok(!(await buy(world, buyer, packId, entered.data.accessID)).ok)
  assert.ok(!(await buy(world, buyer, packId, entered.data.accessID)).ok)
  const [declined, ...others] = await read(world, buyer)
  assert.equal(others.length, 0)
  assert.equal(declined?.subject, '【Kura 蔵】ご注文は成立しませんでした')
  assert.ok(declined.text.includes('承認されなかった') && !declined.text.includes('領収書'))

  const left = await enterPaidy(world, buyer, packId, 300)
  const cancelled = await enterByCard(world, buyer, packId)
  assert.ok(left.ok && cancelled.ok)
  await world.call('cancelOrder', { params: { orderId: cancelled.data.orderId } }, { session: buyer.session })
  await world.moveClock('31 minutes')
  await work(world)
  const mails = await read(world, buyer)
  assert.equal(mails.length, 2)
  const [late] = mails
  assert.ok(late)
  assert.ok(late.text.includes(left.data.orderId) && late.text.includes('時間内にお支払いを確認できなかった'))
  assert.ok(late.text.includes('300ポイントはお戻ししました'))
})

test('money that came too late is mailed as refunded, without a receipt', async (t) => {
  const { world, packId, buyer, sql } = await shop(t)
  const { orderId } = await buyBy(world, buyer, packId, 'card-point')
  await read(world, buyer)
  // as if it had ended unpaid before the money came
  await sql`update order_moves set state = 'expired' where order_id = ${orderId} and state in ('captured', 'delivered')`
  await sql`update orders set reason = 'PAYMENT_EXPIRED', state = 'refunded', unit_id = null where id = ${orderId}`
  await sql`insert into order_letters (order_id, event) values (${orderId}, 'refunded')`
  const [mail] = await read(world, buyer)
  assert.ok(mail)
  assert.ok(mail.text.includes('期限を過ぎて') && mail.text.includes('返金先: クレジットカード ¥800\n'))
  assert.equal(mail.text.includes('#receipt'), false)
})

test('a worker that dies between noting and writing loses no letter, and one that writes it again writes no second', async (t) => {
  const { world, packId, buyer, sql } = await shop(t)
  await buyBy(world, buyer, packId, 'point')
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'planned'; end $$`
  await sql`create trigger mails_refused before insert on mails for each row execute function refuse()`
  await assert.rejects(writeLetters(world.deps), /planned/)
  await sql`drop trigger mails_refused on mails`
  assert.equal((await read(world, buyer)).length, 1)
  assert.equal(await writeLetters(world.deps), 0)
})

test('writers who come at once write in the order in which things happened', async (t) => {
  const { world, packId, buyer, sql } = await shop(t)
  const { orderId } = await buyBy(world, buyer, packId, 'point')
  await giveBack(world, orderId)
  await work(world)
  const noted = await sql`select event from order_letters where mailed_at is null order by noted_at`
  assert.deepEqual(
    noted.map(({ event }) => event as string),
    ['paid', 'refunded'],
  )
  await sql.begin(async (db) => {
    // another writer is at the first of them
    assert.ok(await isWriter(db))
    assert.deepEqual(await Promise.all([writeLetters(world.deps), writeLetters(world.deps)]), [0, 0])
  })
  assert.equal((await sql`select 1 from mails`).length, 0)
  const subjects = (await read(world, buyer)).map(({ subject }) => subject)
  assert.deepEqual(subjects, ['【Kura 蔵】返金が完了しました', '【Kura 蔵】お支払いが完了しました'])
})
