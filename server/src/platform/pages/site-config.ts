import { termsVersion } from '@kura/contract/limits'
import type { SiteConfig } from '@kura/contract/site'
import type { Env } from '../../env.ts'

/** What the browser must know of this installation; public values only. */
export const siteConfig = (env: Env): SiteConfig => ({
  name: env.SITE_NAME,
  publicUrl: env.PUBLIC_URL,
  isLive: env.LIVE,
  termsVersion,
  flow: {
    network: env.FLOW_NETWORK,
    accessNode: env.FLOW_ACCESS_NODE,
    discovery: env.WALLET_DISCOVERY,
    discoveryMethod: env.WALLET_DISCOVERY_METHOD,
    contractAddress: env.FLOW_CONTRACT_ADDRESS,
    nftAddress: env.FLOW_NFT_ADDRESS,
    cryptoAddress: env.FLOW_CRYPTO_ADDRESS,
  },
  card: { scriptUrl: env.CARD_SCRIPT_URL, shopId: env.CARD_SHOP_ID },
  paidy: { scriptUrl: env.PAIDY_SCRIPT_URL, publicKey: env.PAIDY_PUBLIC_KEY },
  captcha: {
    scriptUrl: env.CAPTCHA_SCRIPT_URL,
    v3SiteKey: env.CAPTCHA_V3_SITE_KEY,
    v2SiteKey: env.CAPTCHA_V2_SITE_KEY,
  },
  analytics: env.GA_MEASUREMENT_ID
    ? { measurementId: env.GA_MEASUREMENT_ID, linkerDomains: listOf(env.GA_LINKER_DOMAINS) }
    : null,
})

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
