import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { rates } from '@kura/contract/rates'
import { importOperator } from '../../catalogue/operator/operator.ts'
import { seedBuyer, seedPack } from '../../checkout/order/testing/shop.ts'
import { buyBy, givePoints } from '../../checkout/order/testing/tenders.ts'
import { mailsTo } from '../../identity/account/testing/mail-to.ts'
import { sendCall } from '../../testing/attacks/send-call.ts'
import { testWorld } from '../../testing/test-world.ts'

const world = await testWorld({ after })
const { sql } = world.deps
const buyer = await seedBuyer(world)
await givePoints(world, buyer, 1100)
const { orderId } = await buyBy(world, buyer, await seedPack(sql), 'point')
const words = { ja: '見本', en: 'Sample' }
await importOperator(sql, {
  name: words,
  representative: words,
  address: words,
  hours: words,
  phone: '',
  email: 'shop@kura.example',
  invoiceNumber: '',
})

const write = async (session: string | undefined, more: { orderId?: string } = {}) =>
  world.call(
    'sendEnquiry',
    { body: { topic: 'order', email: 'asks@example.jp', message: 'Where is my pack?', ...more } },
    { session, bot: await world.bot('enquiry') },
  )

test('a message about an own order carries it to the operator; about anybody else’s it is refused and nothing is kept', async () => {
  const stranger = await seedBuyer(world)
  for (const session of [stranger.session, undefined]) {
    const refused = await write(session, { orderId })
    assert.ok(!refused.ok && refused.body.errorCode === 'NOT_FOUND')
  }
  const unknown = await write(buyer.session, { orderId: '0199f0a0-0000-7000-8000-000000000000' })
  assert.ok(!unknown.ok && unknown.body.errorCode === 'NOT_FOUND')
  assert.equal((await sql`select 1 from enquiries`).length, 0)
  assert.equal((await mailsTo(world, 'shop@kura.example')).length, 0)

  const sent = await write(buyer.session, { orderId })
  assert.ok(sent.ok)
  const rows = await sql`select id, order_id, member_id from enquiries`
  assert.deepEqual([...rows], [{ id: sent.data.enquiryId, order_id: orderId, member_id: buyer.memberId }])
  const [mail] = await mailsTo(world, 'shop@kura.example')
  assert.ok(mail?.text.includes(orderId) && mail.text.includes('Where is my pack?'))
  const [received] = await mailsTo(world, 'asks@example.jp')
  assert.ok(received?.text.includes(orderId) && !received.text.includes('Where is my pack?'))
  const listed = await world.call('listNotifications', { query: {} }, { session: buyer.session })
  assert.equal(listed.ok && listed.data.items[0]?.title.en, 'We received your enquiry')
})

test('a visitor without an account may write too, about no order', async () => {
  const sent = await write(undefined)
  assert.ok(sent.ok)
  const [row] = await sql`select order_id, member_id from enquiries where id = ${sent.data.enquiryId}`
  assert.deepEqual(row, { order_id: null, member_id: null })
})

test('an unproven mailbox gets a few confirmations, from however many sources; every enquiry is stored and reported', async () => {
  const before = (await mailsTo(world, 'shop@kura.example')).length
  const from = ['victim@example.jp', 'victim+a@example.jp', 'VICTIM@example.jp', 'victim+b@example.jp']
  for (let at = 0; at < 12; at += 1) {
    const payload = { topic: 'other', email: from[at % from.length], message: 'Where is\u202e my pack?' }
    const sent = await sendCall(world, world.http, 'sendEnquiry', { payload, from: `127.55.${at}.1` })
    assert.equal(sent.statusCode, 200, sent.body)
  }
  const mails = [...new Set(from.map((email) => email.toLowerCase()))].map((email) => mailsTo(world, email))
  const confirmed = (await Promise.all(mails)).flat().length
  assert.equal(confirmed, rates.enquiryMailPerAddress.burst)
  assert.equal((await sql`select 1 from enquiries where email like 'victim%'`).length, 12)
  const reports = await mailsTo(world, 'shop@kura.example')
  assert.equal(reports.length, before + 12)
  assert.ok(reports[0]?.text.includes('Where is my pack?'), 'what turns text does not reach the operator')
})
