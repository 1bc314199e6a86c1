import { existsSync } from 'node:fs'
import { contractAddresses } from '@kura/cadence/addresses'
import { sandboxAddresses, testKeys } from '@kura/server/platform/sandbox-addresses'
import { Problem } from '../problem.ts'

type Source = Record<string, string | undefined>

const accessNodes: Record<string, string> = {
  mainnet: 'https://rest-mainnet.onflow.org',
  testnet: 'https://rest-testnet.onflow.org',
}
const discoveries: Record<string, string> = {
  mainnet: 'https://fcl-discovery.onflow.org/authn',
  testnet: 'https://fcl-discovery.onflow.org/testnet/authn',
}

/** Settings that only the owner of a live site can give, each with a description. */
const required: Record<string, string> = {
  PUBLIC_URL: 'the address of the site, https://…',
  FLOW_CONTRACT_ADDRESS: 'the account that holds the contract Collectible',
  FLOW_AGENT_ADDRESS: 'the account that mints',
  FLOW_AGENT_KEY_FILE: 'the file with its private key (hex)',
  FLOW_SALE_KEY_FILE: 'the file with the key that signs orders to sell (hex)',
  CARD_GATEWAY_URL: 'the card gateway',
  CARD_SCRIPT_URL: 'the script of the card gateway that makes tokens',
  CARD_SHOP_ID: 'your shop at the card gateway',
  CARD_SHOP_PASS: 'its password',
  CARD_SITE_ID: 'your site at the card gateway, for stored cards',
  CARD_SITE_PASS: 'its password',
  PAIDY_PUBLIC_KEY: 'deferred payment: public key',
  PAIDY_SECRET_KEY: 'deferred payment: secret key',
  CAPTCHA_V3_SITE_KEY: 'human verification, invisible: public key',
  CAPTCHA_V3_SECRET: 'human verification, invisible: secret',
  CAPTCHA_V2_SITE_KEY: 'human verification, check box: public key',
  CAPTCHA_V2_SECRET: 'human verification, check box: secret',
  SMTP_URL: 'the mail server, smtps://user:password@host',
  MAIL_FROM: 'the sender of mails',
  MAIL_LINK_SECRET: 'signs the unsubscribe links of mails: 32 random characters or more, kept for good',
  CONTENT_LINK_SECRET: 'signs the addresses of pages of ebooks: 32 random characters or more',
  VAPID_PUBLIC_KEY: 'pushes to browsers: public key (npx web-push generate-vapid-keys)',
  VAPID_PRIVATE_KEY: 'its private key',
}

function listMissing(source: Source): string[] {
  return Object.entries(required)
    .filter(([name]) => !source[name])
    .map(([name, what]) => `    ${name.padEnd(22)} ${what}`)
}

/**
 * Returns the settings of a live site, with the defaults of the public network. Fails with a list
 * of all that is missing.
 */
export function liveEnv(source: Source = process.env): Record<string, string> {
  const network = source['FLOW_NETWORK'] || 'mainnet'
  if (network !== 'mainnet' && network !== 'testnet') {
    throw new Problem(`A live site cannot use FLOW_NETWORK=${network}.`, 'Use mainnet (the default) or testnet.')
  }
  const missing = listMissing(source)
  if (missing.length > 0) {
    throw new Problem(
      `A live site needs these settings, which are missing:\n${missing.join('\n')}`,
      'Set them in the environment; docs/operations.md says where each comes from. Without LIVE=true Kura starts with a sandbox.',
    )
  }
  if (source['KURA_FAULT']) {
    throw new Problem('A live site must not plan faults: KURA_FAULT is set.', 'Leave KURA_FAULT out.')
  }
  for (const name of ['FLOW_AGENT_KEY_FILE', 'FLOW_SALE_KEY_FILE'])
    if (!existsSync(source[name] ?? '')) {
      throw new Problem(
        `There is no key file at ${name}=${source[name]}.`,
        'Put the private key there; a live site makes none itself.',
      )
    }
  const standard = contractAddresses(network)
  const defaults = {
    FLOW_NETWORK: network,
    FLOW_SALE_KEY_INDEX: '0',
    FLOW_ACCESS_NODE: accessNodes[network],
    FLOW_NFT_ADDRESS: standard['NonFungibleToken'],
    FLOW_FT_ADDRESS: standard['FungibleToken'],
    FLOW_CRYPTO_ADDRESS: standard['FCLCrypto'],
    WALLET_DISCOVERY: discoveries[network],
    WALLET_DISCOVERY_METHOD: 'IFRAME/RPC',
    PAIDY_API_URL: 'https://api.paidy.com',
    PAIDY_SCRIPT_URL: 'https://apps.paidy.com/',
    CAPTCHA_SCRIPT_URL: 'https://www.google.com/recaptcha/api.js',
    CAPTCHA_VERIFY_URL: 'https://www.google.com/recaptcha/api/siteverify',
    PUSH_SERVICES: 'fcm.googleapis.com,push.services.mozilla.com,push.apple.com,notify.windows.com',
  }
  const env = given({ ...defaults, ...given(source, [...Object.keys(defaults), ...Object.keys(required)]) })
  const local = sandboxAddresses(env)
  if (local.length > 0) {
    throw new Problem(
      `A live site must not use sandbox addresses: ${local.join(', ')} lead to this machine.`,
      'Set the addresses of the real services; docs/operations.md says where each comes from.',
    )
  }
  const keys = testKeys(env)
  if (keys.length > 0) {
    throw new Problem(
      `A live site must not use test keys: ${keys.join(', ')} belong to a test environment.`,
      'Set the keys of the real services; docs/operations.md says where each comes from.',
    )
  }
  return env
}

/** The entries that have a value, of all names or of `names`. */
export function given(source: Source, names: string[] = Object.keys(source)): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (source[name] ? [[name, source[name]]] : [])))
}
