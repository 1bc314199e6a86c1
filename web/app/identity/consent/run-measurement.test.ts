import assert from 'node:assert/strict'
import test from 'node:test'

const scripts: { src: string; async: boolean }[] = []
const cookies = new Map([
  ['_ga', '1'],
  ['_ga_TEST1', '2'],
  ['kura_theme', 'dark'],
])
const page: Record<string, unknown> = {}
const document = {
  referrer: '',
  createElement: () => ({ src: '', async: false }),
  head: { append: (script: (typeof scripts)[number]) => scripts.push(script) },
}
Object.defineProperty(document, 'cookie', {
  get: () => [...cookies].map((pair) => pair.join('=')).join('; '),
  set: (text: string) => {
    if (text.includes('max-age=0')) cookies.delete(text.split('=')[0] ?? '')
  },
})
Object.assign(globalThis, {
  window: page,
  document,
  location: { origin: 'https://kura.example', hostname: 'kura.example' },
})

const { analytics } = await import('../../platform/analytics.ts')
const { session } = await import('../../platform/session.ts')
const { runMeasurement } = await import('./measure.ts')
const config = { measurementId: 'G-TEST1', linkerDomains: [] }
const wallet = { hasCollection: undefined as boolean | undefined, asked: [] as string[] }
const knownCollection = (userId: string, address: string) => {
  wallet.asked.push(`${userId} ${address}`)
  return wallet.hasCollection
}
const said = () => ((page['dataLayer'] ?? []) as ArrayLike<unknown>[]).map((words) => Array.from(words))
const views = () => said().filter(([verb, name]) => verb === 'event' && name === 'page_view')
const see = (pathname: string, search = '') => analytics.viewed({ pathname, search, title: 'Kura' })

test('nothing loads before a page that may be reported, then the script loads once, after it was given what to send', () => {
  const stop = runMeasurement(config, knownCollection)
  assert.deepEqual([scripts.length, page['dataLayer']], [0, undefined])
  see('/checkout/return', '?orderId=1')
  assert.deepEqual([scripts.length, page['dataLayer']], [0, undefined])
  see('/packs')
  see('/items')
  assert.deepEqual(
    scripts.map(({ src }) => src),
    ['https://www.googletagmanager.com/gtag/js?id=G-TEST1'],
  )
  assert.equal(views().length, 2)
  assert.equal(Object.prototype.toString.call((page['dataLayer'] as unknown[])[0]), '[object Arguments]')
  stop()
})

test('every view says who is looking: the id, whether signed in, whether with a wallet and its collection', () => {
  const viewer = () => {
    const { user_id, is_logged_in, is_full_account } = (views().at(-1)?.[2] ?? {}) as Record<string, unknown>
    return [user_id, is_logged_in, is_full_account]
  }
  const stop = runMeasurement(config, knownCollection)
  see('/series/moon')
  assert.deepEqual(viewer(), [null, false, false])
  session.attach({ userId: 'u1', flowAddress: '', sessionJwt: 'secret' })
  see('/mypage')
  assert.deepEqual(viewer(), ['u1', true, false])
  session.attach({ userId: 'u1', flowAddress: '0x01cf0e2f2f715450', sessionJwt: 'secret' })
  see('/packs')
  assert.deepEqual(viewer(), ['u1', true, true], 'a wallet was linked with its collection')
  wallet.hasCollection = false
  see('/items')
  assert.deepEqual(viewer(), ['u1', true, false], 'the chain said that it is gone')
  wallet.hasCollection = true
  see('/packs')
  assert.deepEqual(viewer(), ['u1', true, true])
  assert.equal(wallet.asked.at(-1), 'u1 0x01cf0e2f2f715450')
  assert.ok(!JSON.stringify(said()).includes('secret'))
  stop()
})

test('who changes their mind is not measured any more, and the cookies of it go; agreeing again continues', () => {
  const before = views().length
  const stop = runMeasurement(config, knownCollection)
  stop()
  assert.equal(page['ga-disable-G-TEST1'], true)
  assert.deepEqual([...cookies.keys()], ['kura_theme'])
  const stopped = views().length
  see('/items')
  assert.equal(views().length, stopped)
  runMeasurement(config, knownCollection)()
  assert.ok(views().length > before)
  const again = runMeasurement(config, knownCollection)
  assert.equal(page['ga-disable-G-TEST1'], false)
  again()
  assert.equal(scripts.length, 1, 'the script is never loaded twice')
})
