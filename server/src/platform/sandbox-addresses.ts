const outsideAddresses = [
  'FLOW_ACCESS_NODE',
  'WALLET_DISCOVERY',
  'CARD_GATEWAY_URL',
  'CARD_SCRIPT_URL',
  'PAIDY_API_URL',
  'PAIDY_SCRIPT_URL',
  'CAPTCHA_SCRIPT_URL',
  'CAPTCHA_VERIFY_URL',
  'SMTP_URL',
] as const

const keyNames = [
  'PAIDY_PUBLIC_KEY',
  'PAIDY_SECRET_KEY',
  'CARD_SHOP_ID',
  'CARD_SHOP_PASS',
  'CARD_SITE_ID',
  'CARD_SITE_PASS',
] as const

/** The names of the settings that lead to this machine instead of to the outside world. */
export const sandboxAddresses = (source: Record<string, unknown>): string[] =>
  outsideAddresses.filter((name) => isLocal(String(source[name] ?? '')))

/**
 * The names of the settings that hold keys of a test environment: with them everybody could buy for
 * nothing.
 */
export const testKeys = (source: Record<string, unknown>): string[] =>
  keyNames.filter((name) => /^[ps]k_test_|^sandbox|^t(shop|site)\d/.test(String(source[name] ?? '')))

function isLocal(address: string): boolean {
  if (!URL.canParse(address)) return false
  const host = new URL(address).hostname
  return /^(localhost|.*\.localhost|127\..*|0\.0\.0\.0|\[::1?\])$/.test(host)
}
