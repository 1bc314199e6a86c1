import { createHash } from 'node:crypto'
import type { Env } from '../../env.ts'

/**
 * The inline scripts of a page that React Router wrote, known by the process's secret nonce: their
 * hashes, and the page without the nonce. Any other script has no nonce and is not allowed.
 * Members' text cannot forge the attribute: React escapes its quotes, also inside JSON.
 */
export function blessScripts(html: string, nonce: string): { html: string; hashes: string[] } {
  const attribute = ` nonce="${nonce}"`
  const hashes = new Set<string>()
  const parts = html.split(/(<script\b[^>]*>)/)
  for (let index = 1; index < parts.length; index += 2) {
    const tag = parts[index] ?? ''
    if (!tag.includes(attribute) || /\ssrc=/.test(tag)) continue
    const source = (parts[index + 1] ?? '').split('</script>')[0] ?? ''
    hashes.add(`'sha256-${createHash('sha256').update(source).digest('base64')}'`)
  }
  const clean = parts.map((part, index) => (index % 2 === 1 ? part.replace(attribute, '') : part))
  return {
    html: clean.join('').replaceAll(new RegExp(`(<link\\b[^>]*) nonce="${nonce}"`, 'g'), '$1'),
    hashes: [...hashes],
  }
}

const measurementScript = 'https://www.googletagmanager.com'
const measurementHosts = ['https://*.google-analytics.com', 'https://*.analytics.google.com']

/**
 * The policy of a page: scripts only from here, from the card, deferred-payment, captcha and
 * measurement providers, and the inline ones by hash.
 */
export function contentSecurityPolicy(env: Env, hashes: readonly string[]): string {
  const card = new URL(env.CARD_SCRIPT_URL).origin
  const paidy = new URL(env.PAIDY_SCRIPT_URL).origin
  const captcha = new URL(env.CAPTCHA_SCRIPT_URL).origin
  const captchaParts =
    captcha === 'https://www.google.com' || captcha === 'https://www.recaptcha.net'
      ? [captcha, 'https://www.gstatic.com']
      : [captcha]
  const measuring = env.GA_MEASUREMENT_ID ? [measurementScript, ...measurementHosts] : []
  const wallet = new URL(env.WALLET_DISCOVERY).origin
  const node = new URL(env.FLOW_ACCESS_NODE)
  const policy: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashes, card, paidy, ...captchaParts, ...measuring.slice(0, 1)],
    'worker-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', wallet, ...measuring],
    'font-src': ["'self'"],
    // a player puts the pieces of a video together in the browser
    'media-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'connect-src': [
      "'self'",
      node.origin,
      `${node.protocol === 'https:' ? 'wss:' : 'ws:'}//${node.host}`,
      wallet,
      card,
      paidy,
      ...captchaParts,
      ...measuring,
    ],
    'frame-src': [wallet, paidy, ...captchaParts, ...(env.LIVE ? ['https:'] : [])],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'report-uri': ['/csp-reports'],
  }
  return Object.entries(policy)
    .map(([name, sources]) => `${name} ${[...new Set(sources)].join(' ')}`)
    .join('; ')
}
