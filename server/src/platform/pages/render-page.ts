import { readFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createRequestHandler } from 'react-router'
import type { RouterContextProvider, ServerBuild } from 'react-router'
import { termsVersion } from '@kura/contract/limits'
import type { SiteConfig } from '@kura/contract/site'
import type { Env } from '../../env.ts'
import type { LocalApi } from '../http/call-runner.ts'
import { pageAddresses } from './page-address.ts'

export type PageSettings = {
  api: LocalApi
  site: SiteConfig
  nonce: string
  language: 'ja' | 'en'
  theme: 'auto' | 'light' | 'dark'
  /** Makes the page that says so in place of any other. */
  refusal?: PageRefusalCode
}
/** Why no page is shown: the address cannot be read, its source asks too much, all do, or we closed. */
export type PageRefusalCode = 'INVALID_REQUEST_FORMAT' | 'TOO_MANY_REQUESTS' | 'SERVICE_UNAVAILABLE' | 'MAINTENANCE'
type Build = ServerBuild & { entry: { module: { makeLoadContext: (settings: PageSettings) => RouterContextProvider } } }
export type PageRenderer = {
  render: (request: Request, settings: PageSettings) => Promise<Response>
  /** The one address by which a page is rendered and kept, of any that shows it. */
  addressOf: (address: string) => string
}

const buildFolder = fileURLToPath(new URL('../../../../web/build/', import.meta.url))

/**
 * The folder of the pages built last, or undefined when none are built. It stays there while this
 * process serves it.
 */
export async function findWebBuild(): Promise<string | undefined> {
  const name = await readFile(`${buildFolder}current`, 'utf8').catch(() => undefined)
  return name === undefined ? undefined : `${buildFolder}${name.trim()}/`
}

/** The page renderer of a web build. */
export async function loadRenderer(folder: string): Promise<PageRenderer> {
  const build = (await import(pathToFileURL(`${folder}server/index.js`).href)) as Build
  return rendererOf(build)
}

/**
 * The renderer of a build: page data comes in-process through `settings.api`, always as an
 * anonymous visitor.
 */
export function rendererOf(build: Build): PageRenderer {
  const handle = createRequestHandler(build, 'production')
  return {
    render: (request, settings) => handle(request, build.entry.module.makeLoadContext(settings)),
    addressOf: pageAddresses(build.routes),
  }
}

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
