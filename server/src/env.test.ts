import assert from 'node:assert/strict'
import test from 'node:test'
import { readEnv } from './env.ts'

const live = {
  LIVE: 'true',
  DATABASE_URL: 'postgres://kura@db.example.org/kura',
  PUBLIC_URL: 'https://kura.example.org',
  MEDIA_DIR: '/srv/kura/media',
  FLOW_NETWORK: 'mainnet',
  FLOW_ACCESS_NODE: 'https://rest-mainnet.onflow.org',
  FLOW_CONTRACT_ADDRESS: '0x1d7e57aa55817448',
  FLOW_AGENT_ADDRESS: '0x1d7e57aa55817448',
  FLOW_AGENT_KEY_FILE: '/srv/kura/agent.key',
  FLOW_SALE_KEY_FILE: '/srv/kura/sale.key',
  FLOW_NFT_ADDRESS: '0x1d7e57aa55817448',
  FLOW_FT_ADDRESS: '0xf233dcee88fe0abe',
  FLOW_CRYPTO_ADDRESS: '0xdb6b70764af4ff68',
  WALLET_DISCOVERY: 'https://fcl-discovery.onflow.org/authn',
  CARD_GATEWAY_URL: 'https://card.example.org',
  CARD_SCRIPT_URL: 'https://card.example.org/token.js',
  CARD_SHOP_ID: 'shop',
  CARD_SHOP_PASS: 'pass',
  CARD_SITE_ID: 'site',
  CARD_SITE_PASS: 'pass',
  PAIDY_API_URL: 'https://api.paidy.com',
  PAIDY_SCRIPT_URL: 'https://apps.paidy.com/',
  PAIDY_PUBLIC_KEY: 'pk_live_a',
  PAIDY_SECRET_KEY: 'sk_live_b',
  CAPTCHA_SCRIPT_URL: 'https://www.google.com/recaptcha/api.js',
  CAPTCHA_VERIFY_URL: 'https://www.google.com/recaptcha/api/siteverify',
  CAPTCHA_V3_SITE_KEY: 'a',
  CAPTCHA_V3_SECRET: 'b',
  CAPTCHA_V2_SITE_KEY: 'c',
  CAPTCHA_V2_SECRET: 'd',
  SMTP_URL: 'smtps://mail.example.org',
  MAIL_LINK_SECRET: 'a secret of tests, long enough to sign',
  CONTENT_LINK_SECRET: 'another secret of tests, long enough to sign',
}

test('the settings of a live site are taken, with discovery in a frame', () => {
  const env = readEnv(live)
  assert.equal(env.LIVE, true)
  assert.equal(env.WALLET_DISCOVERY_METHOD, 'IFRAME/RPC')
})

test('a live site takes no sandbox address of any kind, and names every one that is', () => {
  const outside = [
    'FLOW_ACCESS_NODE',
    'WALLET_DISCOVERY',
    'CARD_GATEWAY_URL',
    'CARD_SCRIPT_URL',
    'PAIDY_API_URL',
    'PAIDY_SCRIPT_URL',
    'CAPTCHA_SCRIPT_URL',
    'CAPTCHA_VERIFY_URL',
    'SMTP_URL',
  ]
  for (const host of ['localhost', 'kura.localhost', '127.0.0.1', '127.1.2.3', '0.0.0.0', '[::1]']) {
    for (const name of outside) {
      const address = `${name === 'SMTP_URL' ? 'smtp' : 'http'}://${host}:3001/x`
      assert.throws(() => readEnv({ ...live, [name]: address }), new RegExp(`sandbox addresses: ${name}$`), host)
      assert.doesNotThrow(() => readEnv({ ...live, LIVE: 'false', [name]: address }))
    }
  }
  const all = Object.fromEntries(outside.map((name) => [name, 'http://localhost:3001']))
  assert.throws(() => readEnv({ ...live, ...all }), new RegExp(outside.join(', ')))
})

test('a live site takes no key of a test environment, and names every one that is', () => {
  const keys = {
    PAIDY_PUBLIC_KEY: 'pk_test_1',
    PAIDY_SECRET_KEY: 'sk_test_1',
    CARD_SHOP_ID: 'tshop00012345',
    CARD_SITE_ID: 'tsite00012345',
    CARD_SITE_PASS: 'sandboxsite1',
  }
  for (const [name, key] of Object.entries(keys)) {
    assert.throws(() => readEnv({ ...live, [name]: key }), new RegExp(`test keys: ${name}$`))
    assert.doesNotThrow(() => readEnv({ ...live, LIVE: 'false', [name]: key }))
  }
})

test('a live site plans no faults, is no development and uses no local network', () => {
  assert.throws(
    () => readEnv({ ...live, KURA_FAULT: 'kill:after payment.capture' }),
    /must not plan faults: KURA_FAULT/,
  )
  assert.throws(() => readEnv({ ...live, KURA_DEV: 'true' }), /in development: KURA_DEV/)
  assert.throws(() => readEnv({ ...live, FLOW_NETWORK: 'local' }), /a public network: FLOW_NETWORK/)
})
