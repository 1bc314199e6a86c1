import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '../../../sandbox/src/start-sandbox.ts'
import type { Sandbox } from '../../../sandbox/src/start-sandbox.ts'
import { readEnv } from '../env.ts'
import type { Env } from '../env.ts'

export type TestOutside = { sandbox: Sandbox; home: string; close: () => Promise<void> }

/**
 * The outside world of one test file: card gateway, captcha and mailbox at the wire, in a folder of
 * its own.
 */
export async function startOutside(appUrl: string): Promise<TestOutside> {
  const home = await mkdtemp(join(tmpdir(), 'kura-test-'))
  const sandbox = await startSandbox({ dataDir: join(home, 'sandbox'), port: 0, smtpPort: 0, appUrl, log: () => {} })
  return {
    sandbox,
    home,
    close: async () => {
      await sandbox.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/**
 * Settings of a server that talks to `outside`. Tests of the chain pass the addresses of their own
 * network.
 */
export async function testEnv(
  outside: TestOutside,
  databaseUrl: string,
  more: Record<string, string> = {},
): Promise<Env> {
  const { addresses } = outside.sandbox
  const keyFile = join(outside.home, 'agent.key')
  await writeFile(keyFile, '11'.repeat(32), { mode: 0o600 })
  const saleKeyFile = join(outside.home, 'sale.key')
  await writeFile(saleKeyFile, '22'.repeat(32), { mode: 0o600 })
  return readEnv({
    DATABASE_URL: databaseUrl,
    PORT: '0',
    PUBLIC_URL: 'http://localhost:3000',
    KURA_HOME: outside.home,
    MEDIA_DIR: join(outside.home, 'media'),
    FLOW_NETWORK: 'local',
    FLOW_ACCESS_NODE: 'http://127.0.0.1:9',
    FLOW_CONTRACT_ADDRESS: '0x01cf0e2f2f715450',
    FLOW_AGENT_ADDRESS: '0x01cf0e2f2f715450',
    FLOW_AGENT_KEY_FILE: keyFile,
    FLOW_SALE_KEY_FILE: saleKeyFile,
    FLOW_NFT_ADDRESS: '0xf8d6e0586b0a20c7',
    FLOW_FT_ADDRESS: '0xee82856bf20e2aa6',
    FLOW_CRYPTO_ADDRESS: '0xf8d6e0586b0a20c7',
    WALLET_DISCOVERY: addresses.discovery,
    CARD_GATEWAY_URL: addresses.cardGateway,
    CARD_SCRIPT_URL: addresses.cardScript,
    CARD_SHOP_ID: 'sandbox000001',
    CARD_SHOP_PASS: 'sandboxpw1',
    CARD_SITE_ID: 'tsite000001',
    CARD_SITE_PASS: 'sandboxsite1',
    PAIDY_API_URL: addresses.paidyApi,
    PAIDY_SCRIPT_URL: addresses.paidyScript,
    PAIDY_PUBLIC_KEY: 'pk_test_sandbox0000000000000001',
    PAIDY_SECRET_KEY: 'sk_test_sandbox0000000000000001',
    CAPTCHA_SCRIPT_URL: addresses.captchaScript,
    CAPTCHA_VERIFY_URL: addresses.captchaVerify,
    CAPTCHA_V3_SITE_KEY: 'sandbox-v3-site-key',
    CAPTCHA_V3_SECRET: 'sandbox-v3-secret',
    CAPTCHA_V2_SITE_KEY: 'sandbox-v2-site-key',
    CAPTCHA_V2_SECRET: 'sandbox-v2-secret',
    SMTP_URL: addresses.smtp,
    MAIL_LINK_SECRET: 'a secret of tests, long enough to sign',
    CONTENT_LINK_SECRET: 'another secret of tests, long enough to sign',
    // a key pair of tests
    VAPID_PUBLIC_KEY: 'BNY3ucOmDBzPL0ldsvHvI2DLqztTImqpcSf8P6_AdmWPX9s48PIV6uV9O1dOuVGzWv0MvFYSEatEstEqcSxHQeI',
    VAPID_PRIVATE_KEY: 'W5-eeOAfixskl8wtzoudPRhKDCAdKzys3vwHq-wt6Is',
    PUSH_SERVICES: addresses.pushService,
    LOG_LEVEL: 'fatal',
    ...more,
  })
}
