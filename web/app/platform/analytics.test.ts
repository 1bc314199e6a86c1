import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeAnalytics, reportablePath, reportableReferrer, reportableTitle } from './analytics.ts'
import type { PageView } from './analytics.ts'

const path = (pathname: string, search = '') => reportablePath({ pathname, search })
const uuid = '0199a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'
const token = 'Zk3v-Q9xT1_bYw7uLr2sPd8fGh5jKm4nXc6vBa0eRtI'

test('a query does not leave the browser', () => {
  assert.equal(path('/items', '?q=secret'), '/items')
  assert.equal(path('/login/reset', `?token=${token}&redirect=/mypage`), '/login/reset')
  assert.equal(path('/mypage/email', `?kind=add&token=${token}`), '/mypage/email')
})

test('a profile keeps its wallet address and drops the rest', () => {
  assert.equal(path('/profile', '?from=mail&id=0x01cf0e2f2f715450&token=abc'), '/profile?id=0x01cf0e2f2f715450')
  assert.equal(path('/profile', '?id=0x01cf0e2f2f715450ff'), '/profile')
  assert.equal(path('/profile', '?id=me@example.com'), '/profile')
})

test('a page with an order id in its query is not reported at all', () => {
  assert.equal(path('/checkout/return', `?orderId=${uuid}`), undefined)
  assert.equal(path('/mypage/packs/x/open', '?orderId='), undefined)
})

test('ids of orders, packs of a member and codes in a path are blotted out, public ones stay', () => {
  assert.equal(path(`/mypage/orders/${uuid}`), undefined)
  assert.equal(path('/mypage/orders'), '/mypage/orders')
  assert.equal(path(`/mypage/packs/${uuid}/open`), '/mypage/packs/:id/open')
  assert.equal(path(`/packs/${uuid}`), '/packs/:id')
  assert.equal(path('/packs/moon-first/checkout'), '/packs/moon-first/checkout')
  assert.equal(path('/tokens/18446744073709551615'), '/tokens/18446744073709551615')
  assert.equal(path(`/${token}`), '/:id')
  assert.equal(path('/me@example.com'), '/:id')
  assert.equal(path('/%6De%40example.com'), '/:id')
  assert.equal(path('/12345678'), '/:id')
  assert.equal(path('/'), '/')
})

test('a title gives away neither an address nor a code a member put into a name', () => {
  assert.equal(reportableTitle('me@example.com さん | Kura'), '… さん | Kura')
  assert.equal(reportableTitle(`Order ${uuid} | Kura`), 'Order … | Kura')
  assert.equal(reportableTitle('月の蔵 第一集 | Kura'), '月の蔵 第一集 | Kura')
})

test('another site is named, not its page; a page of ours is cleaned like any', () => {
  const origin = 'https://kura.example'
  assert.equal(reportableReferrer('https://mail.example/inbox?m=me@example.com', origin), 'https://mail.example/')
  assert.equal(reportableReferrer(`${origin}/login/link?token=${token}`, origin), `${origin}/login/link`)
  assert.equal(reportableReferrer(`${origin}/checkout/return?orderId=${uuid}`, origin), `${origin}/`)
  assert.equal(reportableReferrer('', origin), '')
  assert.equal(reportableReferrer('android-app://com.mail', origin), '')
})

function visit() {
  const heard: PageView[] = []
  const analytics = makeAnalytics({ origin: () => 'https://kura.example', referrer: () => '' })
  const go = (pathname: string, search = '') => analytics.viewed({ pathname, search, title: 'Kura' })
  return { analytics, heard, go }
}

test('each page names the one reported before it as where it came from', () => {
  const { analytics, heard, go } = visit()
  analytics.attach((view) => heard.push(view))
  go('/packs')
  go('/checkout/return', `?orderId=${uuid}`)
  go('/items', '?page=2')
  assert.deepEqual(
    heard.map((view) => [view.page_path, view.page_referrer]),
    [
      ['/packs', ''],
      ['/items', 'https://kura.example/packs'],
    ],
  )
})

test('who agrees later is counted from the page that is shown, unless that one is not reported', () => {
  const { analytics, heard, go } = visit()
  go('/packs')
  go('/items')
  const detach = analytics.attach((view) => heard.push(view))
  detach()
  go('/series/moon')
  assert.deepEqual(
    heard.map((view) => view.page_path),
    ['/items'],
  )
  go('/checkout/return', '?orderId=1')
  analytics.attach((view) => heard.push(view))
  assert.equal(heard.length, 1)
})

test('a filter of the same page is no new view', () => {
  const { analytics, heard, go } = visit()
  analytics.attach((view) => heard.push(view))
  go('/items')
  go('/items', '?rarity=rare')
  assert.equal(heard.length, 1)
})
