import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onPageView, pageViewed, reportablePath } from './analytics.ts'

test('a query does not leave the browser', () => {
  assert.equal(reportablePath({ pathname: '/items', search: '?q=secret' }), '/items')
})

test('a profile keeps its wallet address and drops the rest', () => {
  const search = '?from=mail&id=0x01cf0e2f2f715450&token=abc'
  assert.equal(reportablePath({ pathname: '/profile', search }), '/profile?id=0x01cf0e2f2f715450')
  assert.equal(reportablePath({ pathname: '/profile', search: '?id=0x01cf0e2f2f715450ff' }), '/profile')
  assert.equal(reportablePath({ pathname: '/profile', search: '?id=me@example.com' }), '/profile')
})

test('a page with an order id is not reported at all', () => {
  const heard: string[] = []
  const detach = onPageView((path) => heard.push(path))
  pageViewed({ pathname: '/packs/x/checkout', search: '?orderId=1' })
  pageViewed({ pathname: '/packs', search: '' })
  detach()
  pageViewed({ pathname: '/items', search: '' })
  assert.deepEqual(heard, ['/packs'])
})
