import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { mailTo, mailsTo } from '../../identity/account/testing/mail-to.ts'
import { testWorld } from '../../testing/test-world.ts'
import { MailRefused } from '../gateways/mailer.ts'
import type { OutgoingMail } from '../gateways/mailer.ts'
import { queueMail } from './queue-mail.ts'
import { sendSoon, sendWaitingMails } from './send-waiting-mails.ts'

const world = await testWorld({ after })
const { deps, outside } = world
beforeEach(() => deps.sql`delete from mails`)

const faults = (body: object) =>
  fetch(`${outside.sandbox.addresses.pages}/sandbox/mail`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const queue = (recipient: string) =>
  queueMail(deps.sql, {
    recipient,
    locale: 'ja',
    template: 'already-member',
    words: { link: 'http://localhost:3000/login' },
  })
const states = async () =>
  (await deps.sql`select state, attempts from mails order by created_at`).map((row) => ({ ...row }))
const alarms = async (kind: string) =>
  (await deps.metrics.alarms.get()).values.find((each) => each.labels['kind'] === kind)?.value ?? 0

test('a queued mail is sent by the worker, and its words are forgotten', async () => {
  await queue('worker@example.jp')
  assert.equal(await sendWaitingMails(deps), 1)
  assert.equal(await sendWaitingMails(deps), 0)
  assert.match((await mailTo(world, 'worker@example.jp')).subject, /すでに/)
  assert.deepEqual([...(await deps.sql`select state, words from mails`)], [{ state: 'sent', words: {} }])
})

test('while the mail server is away mails wait, longer each time, and none is lost', async () => {
  await faults({ down: true })
  await queue('later@example.jp')
  assert.equal(await sendWaitingMails(deps), 1)
  assert.equal(await sendWaitingMails(deps), 0, 'not due yet')
  assert.deepEqual(await states(), [{ state: 'waiting', attempts: 1 }])
  await world.moveClock('20 seconds')
  assert.equal(await sendWaitingMails(deps), 1)
  await world.moveClock('20 seconds')
  assert.equal(await sendWaitingMails(deps), 0)
  await faults({ down: false })
  await world.moveClock('1 minute')
  assert.equal(await sendWaitingMails(deps), 1)
  assert.equal((await mailsTo(world, 'later@example.jp')).length, 1)
})

test('a mail that cannot be sent for many hours is given up with an alarm', async () => {
  await faults({ tryLater: true })
  await queue('never@example.jp')
  for (let tries = 0; tries < 12; tries += 1) {
    await sendWaitingMails(deps)
    await world.moveClock('61 minutes')
  }
  await faults({ tryLater: false })
  assert.deepEqual(await states(), [{ state: 'dead', attempts: 12 }])
  assert.equal(await alarms('mail-dead'), 1)
  assert.equal(await sendWaitingMails(deps), 0)
})

test('a mail that is refused for good is not sent again', async () => {
  await faults({ refuseRecipients: true })
  await queue('refused@example.jp')
  await sendWaitingMails(deps)
  await faults({ refuseRecipients: false })
  assert.deepEqual(await states(), [{ state: 'dead', attempts: 1 }])
  assert.equal(await alarms('mail-refused'), 1)
})

test('several workers and the request itself send a mail once', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, () => queue('once@example.jp')))
  for (const id of ids) sendSoon(deps, id)
  await Promise.all([sendWaitingMails(deps), sendWaitingMails(deps), sendWaitingMails(deps)])
  assert.equal((await mailsTo(world, 'once@example.jp')).length, 6)
})

test('a mail whose sender died is taken over after its lease, under the same id', async () => {
  const id = await queue('died@example.jp')
  const sent: OutgoingMail[] = []
  await deps.sql`update mails set state = 'sending', attempts = 1, locked_until = kura_now() + interval '2 minutes'`
  const mailer = { send: async (mail: OutgoingMail) => void sent.push(mail), close: () => {} }
  assert.equal(await sendWaitingMails({ ...deps, mailer }), 0)
  await world.moveClock('121 seconds')
  assert.equal(await sendWaitingMails({ ...deps, mailer }), 1)
  assert.deepEqual(
    sent.map((mail) => mail.id),
    [id],
  )
})

test('of mails that are sent only once a dead sender loses the one in its hands; the others are taken over', async () => {
  const words = { link: 'http://localhost:3000/login' }
  const mail = { locale: 'ja', template: 'already-member', words } as const
  for (const name of ['handed', 'taken'])
    await queueMail(deps.sql, { ...mail, recipient: `${name}@example.jp` }, { isOnce: true })
  await deps.sql`
    update mails set state = 'sending', attempts = 1, locked_until = kura_now() + interval '2 minutes',
           handed_at = case when recipient = 'handed@example.jp' then kura_now() end`
  await world.moveClock('121 seconds')
  assert.equal(await sendWaitingMails(deps), 1)
  const rows = await deps.sql`select recipient, state from mails order by recipient`
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { recipient: 'handed@example.jp', state: 'dead' },
      { recipient: 'taken@example.jp', state: 'sent' },
    ],
  )
  assert.equal((await mailsTo(world, 'handed@example.jp')).length, 0)
})

test('a sender that comes back late does not undo what the next one did', async () => {
  await queue('late@example.jp')
  const mailer = {
    close: () => {},
    send: async () => {
      await world.moveClock('121 seconds')
      await sendWaitingMails(deps)
      throw new MailRefused('too late')
    },
  }
  await sendWaitingMails({ ...deps, mailer })
  assert.deepEqual(await states(), [{ state: 'sent', attempts: 2 }])
})
