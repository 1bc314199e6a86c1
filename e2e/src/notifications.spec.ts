// A member asks to be reminded of a sale, is notified by the bell, by mail and by push, reads the
// list, chooses what to get, and ends the mails with the link of one.
import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { readMail } from './acts.ts'
import { passMinutes } from './books.ts'
import { startBrowser } from './browser.ts'
import { comeAsMember } from './identity-acts.ts'
import { startInstance } from './instance.ts'
import type { Kura } from './instance.ts'
import { desktop, journey, journeyTime, phone } from './journey.ts'
import type { Visitor } from './journey.ts'
import { until } from './until.ts'

let kura: Kura
let browser: Browser
let packId: string
before(async () => {
  kura = await startInstance()
  browser = await startBrowser()
  const [pack] = await kura.sql<{ id: string }[]>`
    select id from packs where channel = 'sale' and sale_starts_at > kura_now() and queue_per_second is null order by id limit 1`
  packId = pack?.id ?? assert.fail('no pack whose sale lies ahead')
})
after(async () => {
  await browser?.close()
  await kura?.stop()
})
const world = { kura: () => kura, browser: () => browser }

/** The sale begins in so many minutes. */
const startIn = (minutes: number) => kura.sql`
  update packs set sale_starts_at = kura_now() + make_interval(mins => ${minutes}) where id = ${packId}`

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^通知/ })

/** What the sandbox's push service got for its browsers. */
async function listPushes(): Promise<{ title: string; path: string }[]> {
  const answer = await fetch(`${kura.addresses().sandbox}/push/messages`)
  return ((await answer.json()) as { text: string }[]).map(({ text }) => JSON.parse(text))
}

/**
 * The browser's own push service is on the internet: its PushManager subscribes at the sandbox's
 * instead.
 */
async function usePushOfSandbox({ context, page }: Visitor): Promise<void> {
  const answer = await fetch(`${kura.addresses().sandbox}/sandbox/push/browsers`, { method: 'POST' })
  const subscription = (await answer.json()) as object
  await context.grantPermissions(['notifications'], { origin: kura.app })
  await page.addInitScript((given) => {
    PushManager.prototype.subscribe = () => Promise.resolve({ toJSON: () => given } as PushSubscription)
  }, subscription)
}

void test(
  'on a phone: a reminder of a sale comes to the bell, by mail and as a push, and its mails end with one press',
  journeyTime,
  journey({ ...world, email: 'collector@visitor.example', device: phone }, async (visitor) => {
    const { page, look } = visitor
    await startIn(60)
    await usePushOfSandbox(visitor)
    await comeAsMember(visitor)
    await bell(page).click()
    await page.getByText('通知はまだありません').waitFor()
    await look('notifications, none')

    await page.getByRole('link', { name: '設定', exact: false }).last().click()
    await page.getByRole('heading', { level: 1, name: '通知の設定' }).waitFor()
    await page.getByRole('button', { name: 'プッシュ通知を受け取る' }).click()
    await page.getByRole('button', { name: 'プッシュ通知を止める' }).waitFor()
    await page.getByRole('checkbox', { name: 'メール : お気に入り', exact: true }).check()
    await page.getByRole('checkbox', { name: 'プッシュ : お知らせ', exact: true }).check()
    await page.getByRole('checkbox', { name: 'おやすみ時間を使う' }).check()
    await page.getByLabel('開始', { exact: true }).fill('00:30')
    await page.getByLabel('終了', { exact: true }).fill('06:15')
    await look('notification settings')
    await page.getByRole('button', { name: '保存する' }).click()
    await page.getByText('おやすみ時間を保存しました').waitFor()
    await page.reload()
    assert.equal(await page.getByLabel('終了', { exact: true }).inputValue(), '06:15')
    assert.ok(await page.getByRole('checkbox', { name: 'メール : お気に入り', exact: true }).isChecked())

    await page.goto(`/packs/${packId}`)
    await page.getByRole('button', { name: '通知を受け取る' }).click()
    await page.getByRole('button', { name: '通知を受け取ります' }).waitFor()
    await look('pack, reminder set')
    await passMinutes(kura, 51)
    await until('the reminder is in the list', async () => {
      const [row] = await kura.sql`select 1 from notifications where event = 'sale-soon'`
      return row
    })
    await passMinutes(kura, 1)
    await page.goto('/')
    const unread = page.getByRole('banner').getByRole('link', { name: /^通知\s*（未読1件）$/ })
    await unread.waitFor()
    await look('home, one unread')
    const mail = await readMail(kura, visitor.email, /まもなく販売開始です/)
    const [push] = await until('the push', async () => {
      const pushes = await listPushes()
      return pushes.length > 0 ? pushes : undefined
    })
    assert.deepEqual([push?.title, push?.path], ['まもなく販売開始です', `/packs/${packId}`])

    await unread.click()
    const item = page.getByRole('link', { name: 'まもなく販売開始です' })
    await item.waitFor()
    await look('notifications, one unread')
    await item.click()
    await page.waitForURL(`**/packs/${packId}`)
    await page.getByRole('banner').getByRole('link', { name: '通知', exact: true }).waitFor()

    const link = mail.links.find((each) => each.includes('/unsubscribe?token=')) ?? assert.fail('no link')
    const { pathname, search } = new URL(link)
    await page.goto(pathname + search)
    await look('unsubscribe')
    await page.getByRole('button', { name: 'メールを停止する' }).click()
    await page.getByText('「販売開始のお知らせ」のメールを停止しました').waitFor()
    await look('unsubscribed')
    await page.goto('/mypage/settings/notifications')
    const reminders = page.getByRole('checkbox', { name: 'メール : 販売開始のお知らせ', exact: true })
    await reminders.waitFor()
    assert.equal(await reminders.isChecked(), false)
  }),
)

void test(
  'on a desktop: all are marked as read at once, and a guest is led to sign in before a reminder',
  journeyTime,
  journey({ ...world, email: 'reader@visitor.example', device: desktop }, async (visitor) => {
    const { page, look } = visitor
    await startIn(600)
    await page.goto(`/packs/${packId}`)
    await page.getByRole('link', { name: '通知を受け取る' }).first().waitFor()
    await look('pack, reminder of a guest')
    await comeAsMember(visitor)
    await kura.sql`
      insert into notifications (id, member_id, kind, event, subject, facts, count)
      select gen_random_uuid(), m.id, 'order', 'order-paid', 'pack:' || n,
             '{"name": {"ja": "月のパック", "en": "Moon pack"}, "orderId": "x"}', n
        from members m, generate_series(1, 3) n where m.email = ${visitor.email}`
    await page.goto('/mypage/notifications')
    await page.getByText('月のパック 3点').waitFor()
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^通知\s*（未読3件）$/ })
      .waitFor()
    await look('notifications, three unread')
    await page.getByRole('button', { name: 'すべて既読にする' }).click()
    await page.getByRole('banner').getByRole('link', { name: '通知', exact: true }).waitFor()
    await page.goto('/mypage/settings/notifications')
    await page.getByRole('heading', { level: 1, name: '通知の設定' }).waitFor()
    await look('notification settings')
  }),
)
