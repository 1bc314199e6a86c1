const outsideAddresses = [
  'FLOW_ACCESS_NODE',
  'WALLET_DISCOVERY',
  'CARD_GATEWAY_URL',
  'CARD_SCRIPT_URL',
  'CAPTCHA_SCRIPT_URL',
  'CAPTCHA_VERIFY_URL',
  'SMTP_URL',
] as const

/** The names of the settings that lead to this machine instead of to the outside world. */
export const sandboxAddresses = (source: Record<string, unknown>): string[] =>
  outsideAddresses.filter((name) => isLocal(String(source[name] ?? '')))

function isLocal(address: string): boolean {
  if (!URL.canParse(address)) return false
  const host = new URL(address).hostname
  return /^(localhost|.*\.localhost|127\..*|0\.0\.0\.0|\[::1?\])$/.test(host)
}
