import assert from 'node:assert/strict'
import test from 'node:test'
import type { Env } from '../../env.ts'
import { contentSecurityPolicy } from './csp.ts'

const env = {
  CARD_SCRIPT_URL: 'https://card.example/token.js',
  PAIDY_SCRIPT_URL: 'https://paidy.example/checkout.js',
  CAPTCHA_SCRIPT_URL: 'https://captcha.example/api.js',
  WALLET_DISCOVERY: 'https://wallet.example/authn',
  FLOW_ACCESS_NODE: 'https://node.example',
  GA_MEASUREMENT_ID: '',
  LIVE: false,
} as Env

/** The sources of one rule. */
function sourcesOf(rule: string, change: Partial<Env>): string[] {
  const policy = contentSecurityPolicy({ ...env, ...change }, [])
  const found = policy.split('; ').find((line) => line.startsWith(`${rule} `)) ?? assert.fail(`no ${rule}`)
  return found.split(' ').slice(1)
}

test('the bot check may come from its own host or its alternate domain, and brings its parts along', () => {
  for (const host of ['https://www.google.com', 'https://www.recaptcha.net'])
    for (const rule of ['script-src', 'frame-src', 'connect-src']) {
      const sources = sourcesOf(rule, { CAPTCHA_SCRIPT_URL: `${host}/recaptcha/api.js` })
      assert.ok(sources.includes(host) && sources.includes('https://www.gstatic.com'), `${rule} ${sources.join(' ')}`)
    }
  assert.ok(!sourcesOf('script-src', {}).includes('https://www.gstatic.com'))
})

test('the hosts of measuring are named only where something is measured', () => {
  const isMeasuring = (source: string) => /google-?tagmanager|google-analytics|analytics\.google/.test(source)
  for (const rule of ['script-src', 'img-src', 'connect-src']) {
    assert.ok(!sourcesOf(rule, {}).some(isMeasuring), rule)
    assert.ok(sourcesOf(rule, { GA_MEASUREMENT_ID: 'G-TEST1' }).some(isMeasuring), rule)
  }
})
