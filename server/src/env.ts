import { z } from 'zod'
import { sandboxAddresses, testKeys } from './platform/sandbox-addresses.ts'

const Flag = z.stringbool().default(false)
const Role = z.enum(['web', 'worker'])

const Env = z.object({
  DATABASE_URL: z.url(),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url(),
  ROLE: z
    .string()
    .default('web,worker')
    .transform((roles) => roles.split(',').map((role) => Role.parse(role.trim()))),
  LIVE: Flag,
  KURA_HOME: z.string().default('.kura'),
  MEDIA_DIR: z.string(),
  /** Page pictures of ebooks and pieces of videos, not public; all processes share it. By default `contents` beside MEDIA_DIR. */
  CONTENT_DIR: z.string().default(''),
  /** Exports of own data, which only their members may read; all processes share it. */
  EXPORT_DIR: z.string().default(''),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  FLOW_NETWORK: z.enum(['local', 'testnet', 'mainnet']),
  FLOW_ACCESS_NODE: z.url(),
  FLOW_CONTRACT_ADDRESS: z.string(),
  FLOW_AGENT_ADDRESS: z.string(),
  FLOW_AGENT_KEY_FILE: z.string(),
  FLOW_AGENT_KEYS: z.coerce.number().int().min(1).max(1000).default(20),
  FLOW_SALE_KEY_FILE: z.string(),
  FLOW_SALE_KEY_INDEX: z.coerce.number().int().min(0).max(65_535).default(0),
  FLOW_NFT_ADDRESS: z.string(),
  FLOW_FT_ADDRESS: z.string(),
  FLOW_CRYPTO_ADDRESS: z.string(),
  WALLET_DISCOVERY: z.url(),
  WALLET_DISCOVERY_METHOD: z.string().default('IFRAME/RPC'),
  CARD_GATEWAY_URL: z.url(),
  CARD_SCRIPT_URL: z.url(),
  CARD_SHOP_ID: z.string(),
  CARD_SHOP_PASS: z.string(),
  CARD_SITE_ID: z.string(),
  CARD_SITE_PASS: z.string(),
  PAIDY_API_URL: z.url(),
  PAIDY_SCRIPT_URL: z.url(),
  PAIDY_PUBLIC_KEY: z.string(),
  PAIDY_SECRET_KEY: z.string(),
  CAPTCHA_SCRIPT_URL: z.url(),
  CAPTCHA_VERIFY_URL: z.url(),
  CAPTCHA_V3_SITE_KEY: z.string(),
  CAPTCHA_V3_SECRET: z.string(),
  CAPTCHA_V2_SITE_KEY: z.string(),
  CAPTCHA_V2_SECRET: z.string(),
  /** Google Analytics; empty measures nothing. The script still loads only for visitors who agreed. */
  GA_MEASUREMENT_ID: z.union([z.literal(''), z.string().regex(/^G-[A-Z0-9]{4,20}$/)]).default(''),
  /** Other hosts of the same owner that visits continue on, comma separated. */
  GA_LINKER_DOMAINS: z.string().default(''),
  SMTP_URL: z.url(),
  MAIL_FROM: z.string().default('Kura <no-reply@kura.example>'),
  /**
   * Web Push: the key pair that says who sends (`npx web-push generate-vapid-keys`). Without it no
   * push is sent.
   */
  VAPID_PUBLIC_KEY: z.union([z.literal(''), z.string().regex(/^[A-Za-z0-9_-]{87}$/)]).default(''),
  VAPID_PRIVATE_KEY: z.union([z.literal(''), z.string().regex(/^[A-Za-z0-9_-]{43}$/)]).default(''),
  /** Hosts of push services, comma separated, each with its parts: pushes go nowhere else. */
  PUSH_SERVICES: z
    .string()
    .default('fcm.googleapis.com,push.services.mozilla.com,push.apple.com,notify.windows.com')
    .transform((hosts) =>
      hosts
        .split(',')
        .map((host) => host.trim())
        .filter(Boolean),
    ),
  /** Signs the unsubscribe links of mails. A new one makes the old links void. */
  MAIL_LINK_SECRET: z.string().min(32),
  /** Signs the addresses of pages of ebooks and of streams, and makes the keys of videos. */
  CONTENT_LINK_SECRET: z.string().min(32),
  SITE_NAME: z.string().default('Kura'),
  /** Proxies whose X-Forwarded-* headers count, as CIDR list; none by default. */
  TRUSTED_PROXIES: z.string().default(''),
  /** Open connections of one process. Trusted proxies have no limit per source; 0 = no limit at all. */
  MAX_CONNECTIONS: z.coerce.number().int().min(16).default(4000),
  MAX_CONNECTIONS_PER_SOURCE: z.coerce.number().int().min(0).default(400),
  /**
   * What tests plan (`testing/fault-plan.ts`). The product reads it only to refuse it on a live
   * site.
   */
  KURA_FAULT: z.string().default(''),
  /** Development: open pages reload after a change; never on a live site. */
  KURA_DEV: Flag,
  LOG_LEVEL: z.string().default('info'),
})
export type Env = z.infer<typeof Env>

/**
 * The settings of this process; the only reader of the environment. Lists everything that is
 * missing or wrong at once.
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const parsed = Env.safeParse(source)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`These settings are missing or wrong:\n  ${faults.join('\n  ')}`)
  }
  const env = parsed.data
  if (env.LIVE && env.KURA_FAULT !== '') throw new Error('A live site must not plan faults: KURA_FAULT')
  if (env.LIVE && env.KURA_DEV) throw new Error('A live site must not run as in development: KURA_DEV')
  if (env.LIVE && env.FLOW_NETWORK === 'local') throw new Error('A live site must use a public network: FLOW_NETWORK')
  const local = sandboxAddresses(env)
  if (env.LIVE && local.length > 0) throw new Error(`A live site must not use sandbox addresses: ${local.join(', ')}`)
  const keys = testKeys(env)
  if (env.LIVE && keys.length > 0) throw new Error(`A live site must not use test keys: ${keys.join(', ')}`)
  if ((env.VAPID_PUBLIC_KEY === '') !== (env.VAPID_PRIVATE_KEY === ''))
    throw new Error('A key pair has two keys: VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY')
  if (env.LIVE && env.PUSH_SERVICES.some((service) => service.includes('://')))
    throw new Error('A live site must name push services by their hosts: PUSH_SERVICES')
  return env
}
