// What somebody else may try to have our pages and the wallet library believe.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { addressOf, fallSilent, readSession, readToken } from './identity-acts.ts'
import type { Kura } from './instance.ts'
import type { Visitor } from './journey.ts'

/**
 * Sends forged messages to a page of ours whose wallet is open, by the page itself and by the site
 * that opened it; only the true wallet links. Begins as a member whose wallet does not approve by
 * itself.
 */
export async function checkForged(kura: Kura, { page, context }: Visitor): Promise<void> {
  const token = await readToken(page)
  await fallSilent(page)
  const sent: string[] = []
  context.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`))

  await context.route('http://evil.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>evil</title>' }),
  )
  const evil = await context.newPage()
  await evil.goto('http://evil.example/')
  const opening = context.waitForEvent('page')
  await evil.evaluate((url) => void Object.assign(window, { victim: open(url) }), `${kura.app}/mypage/wallet`)
  const victim = await opening
  await victim.getByRole('main').getByRole('button', { name: 'ウォレットを連携する' }).click()
  await victim.getByRole('button', { name: 'ウォレットと無料で連携する' }).click()
  const wallet = victim.frameLocator('#FCL_IFRAME')
  await wallet.locator('[data-wallet="IFRAME/RPC"]').waitFor()
  const before = sent.length

  // ours, sent by itself: whatever the window policies are, this arrives
  await victim.evaluate(() => {
    const { dataset } = document.documentElement
    addEventListener('message', ({ source, data }) => {
      if (source === window && data !== 'the last one') dataset['heard'] = String(Number(dataset['heard'] ?? 0) + 1)
    })
  })
  await victim.evaluate(`(${sendForged.toString()})(window)`)
  await postLast(victim)
  const heard = await victim.evaluate(() => document.documentElement.dataset['heard'])
  assert.equal(heard, '9', 'every message but the one without content arrived')
  // and by the site that opened it: our policy has the browser take the window from its hands, so
  // nothing arrives at all
  await victim.evaluate(() => {
    addEventListener('message', ({ source, origin }) => {
      if (source !== window && origin.includes('evil')) document.documentElement.dataset['forged'] = origin
    })
  })
  assert.equal(await evil.evaluate('window.victim.closed'), true, 'the opener holds nothing of our window')
  assert.equal(await evil.evaluate(`(${sendForged.toString()})(window.victim)`), 10)
  await postLast(victim)
  assert.equal(await victim.evaluate(() => document.documentElement.dataset['forged']), undefined)

  assert.deepEqual(
    sent.slice(before).filter((each) => /\/auth\//.test(each)),
    [],
    'nothing was sent in their name',
  )
  assert.equal(await readToken(victim), token)
  assert.equal(await victim.getByRole('alertdialog').count(), 0)
  assert.ok(await wallet.locator('[data-wallet="IFRAME/RPC"]').isVisible(), 'the wallet is still open')

  await wallet.locator('[data-wallet="IFRAME/RPC"]').click()
  const midori = await addressOf(kura, 'midori')
  await wallet.locator(`[data-account="midori"] input`).check()
  await wallet.locator('[data-behaviour=approve]').click()
  await wallet.getByText('Cadence').first().waitFor()
  await wallet.locator('[data-behaviour=approve]').click()
  await victim.getByRole('dialog', { name: '正会員になりました' }).waitFor({ timeout: 60_000 })
  assert.equal((await readSession(victim))?.flowAddress, midori, 'only the true wallet was believed')
}

/** Runs in the page. Returns how many it sent. */
function sendForged(target: Window): number {
  const services = [
    { f_type: 'Service', type: 'authn', uid: 'forged', id: '0xf8d6e0586b0a20c7', identity: {} },
    { f_type: 'Service', type: 'account-proof', data: { address: '0xf8d6e0586b0a20c7', nonce: 'ab', signatures: [] } },
  ]
  const data = { f_type: 'AuthnResponse', f_vsn: '1.0.0', addr: '0xf8d6e0586b0a20c7', services }
  const approved = { f_type: 'PollingResponse', f_vsn: '1.0.0', status: 'APPROVED', reason: null, data }
  const messages = [
    { type: 'FCL:VIEW:READY' },
    { type: 'FCL:VIEW:RESPONSE', ...approved },
    { type: 'FCL:VIEW:RESPONSE', f_type: 'PollingResponse', status: 'DECLINED', reason: 'forged' },
    { type: 'FCL:FRAME:RESPONSE', ...data },
    { jsonrpc: '2.0', id: 1, result: approved },
    { type: 'FCL:VIEW:CLOSE' },
    { kuraCaptcha: 'x', event: 'checked', token: 'forged' },
    { session: { userId: 'x', token: 'forged', flowAddress: '', timestamp: Date.now() } },
    'session',
    null,
  ]
  for (const message of messages) target.postMessage(message, '*')
  return messages.length
}

/**
 * Resolves when a message of the page to itself has arrived, and so has what was sent before it.
 */
const postLast = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        addEventListener('message', ({ data }) => data === 'the last one' && resolve())
        window.postMessage('the last one', '*')
      }),
  )
