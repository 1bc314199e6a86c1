import { join } from 'node:path'
import type { Deployment } from '@kura/cadence/deploy'
import type { Settings } from '../settings.ts'
import { given } from './live.ts'
import { ownKeys } from './own-keys.ts'

/** Where the sandbox listens, for browsers and for servers on this machine; `home` keeps its keys. */
export type SandboxPlace = { base: string; smtpPort: number; home: string }

/** Variables that replace one part of the sandbox with a real service. */
const replaceable = [
  'CARD_GATEWAY_URL',
  'CARD_SCRIPT_URL',
  'CARD_SHOP_ID',
  'CARD_SHOP_PASS',
  'CARD_SITE_ID',
  'CARD_SITE_PASS',
  'PAIDY_API_URL',
  'PAIDY_SCRIPT_URL',
  'PAIDY_PUBLIC_KEY',
  'PAIDY_SECRET_KEY',
  'CAPTCHA_SCRIPT_URL',
  'CAPTCHA_VERIFY_URL',
  'CAPTCHA_V3_SITE_KEY',
  'CAPTCHA_V3_SECRET',
  'CAPTCHA_V2_SITE_KEY',
  'CAPTCHA_V2_SECRET',
  'SMTP_URL',
  'MAIL_FROM',
  'VAPID_PUBLIC_KEY',
  'VAPID_PRIVATE_KEY',
  'PUSH_SERVICES',
  'MAIL_LINK_SECRET',
  'CONTENT_LINK_SECRET',
  'WALLET_DISCOVERY',
  'WALLET_DISCOVERY_METHOD',
]

/** The addresses and keys of the sandbox's services; each may be replaced by the environment. */
export function sandboxEnv(
  { base, smtpPort, home }: SandboxPlace,
  source: Record<string, string | undefined> = process.env,
) {
  return {
    ...ownKeys(home),
    CARD_GATEWAY_URL: `${base}/card`,
    CARD_SCRIPT_URL: `${base}/card/token.js`,
    CARD_SHOP_ID: 'sandbox000001',
    CARD_SHOP_PASS: 'sandboxpw1',
    CARD_SITE_ID: 'tsite000001',
    CARD_SITE_PASS: 'sandboxsite1',
    PAIDY_API_URL: `${base}/paidy`,
    PAIDY_SCRIPT_URL: `${base}/paidy/checkout.js`,
    PAIDY_PUBLIC_KEY: 'pk_test_sandbox0000000000000001',
    PAIDY_SECRET_KEY: 'sk_test_sandbox0000000000000001',
    CAPTCHA_SCRIPT_URL: `${base}/captcha/api.js`,
    CAPTCHA_VERIFY_URL: `${base}/captcha/siteverify`,
    CAPTCHA_V3_SITE_KEY: 'sandbox-v3-site-key',
    CAPTCHA_V3_SECRET: 'sandbox-v3-secret',
    CAPTCHA_V2_SITE_KEY: 'sandbox-v2-site-key',
    CAPTCHA_V2_SECRET: 'sandbox-v2-secret',
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: 'Kura <no-reply@kura.example>',
    // the sandbox's own, and those of real browsers
    PUSH_SERVICES: `${base},fcm.googleapis.com,push.services.mozilla.com,push.apple.com,notify.windows.com`,
    WALLET_DISCOVERY: `${base}/discovery`,
    WALLET_DISCOVERY_METHOD: 'IFRAME/RPC',
    ...given(source, replaceable),
  }
}

/** The chain part of a server's environment. */
export const chainEnv = (accessNode: string, deployed: Deployment) => ({
  FLOW_NETWORK: deployed.network,
  FLOW_ACCESS_NODE: accessNode,
  FLOW_CONTRACT_ADDRESS: deployed.contractAddress,
  FLOW_AGENT_ADDRESS: deployed.agentAddress,
  FLOW_AGENT_KEY_FILE: deployed.agentKeyFile,
  FLOW_AGENT_KEYS: String(deployed.agentKeys),
  FLOW_SALE_KEY_FILE: deployed.saleKeyFile,
  FLOW_SALE_KEY_INDEX: String(deployed.saleKeyIndex),
  FLOW_NFT_ADDRESS: deployed.nftAddress,
  FLOW_FT_ADDRESS: deployed.ftAddress,
  FLOW_CRYPTO_ADDRESS: deployed.cryptoAddress,
})

const passedOn = [
  'ROLE',
  'LOG_LEVEL',
  'SITE_NAME',
  'TRUSTED_PROXIES',
  'MAX_CONNECTIONS',
  'MAX_CONNECTIONS_PER_SOURCE',
  'FLOW_AGENT_KEYS',
  'GA_MEASUREMENT_ID',
  'GA_LINKER_DOMAINS',
]

/** The address of the app for people. */
export const publicUrl = (settings: Settings) => settings.publicUrl ?? `http://localhost:${settings.port}`

/** The environment of a server process, except what differs between processes. */
export function serverEnv(
  settings: Settings,
  database: string,
  outside: Record<string, string>,
): Record<string, string> {
  return {
    ...given(process.env, passedOn),
    ...given({ HOST: settings.host }),
    ...outside,
    DATABASE_URL: database,
    PORT: String(settings.port),
    PUBLIC_URL: publicUrl(settings),
    KURA_HOME: settings.home,
    MEDIA_DIR: process.env['MEDIA_DIR'] || join(settings.home, 'media'),
    LIVE: String(settings.live),
    ...(settings.dev && !settings.live ? { KURA_DEV: 'true' } : {}),
    NODE_ENV: 'production',
  }
}
