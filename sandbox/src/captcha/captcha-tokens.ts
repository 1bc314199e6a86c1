import { randomBytes } from 'node:crypto'

export type CaptchaVersion = 'v2' | 'v3'
export type KeyPair = { version: CaptchaVersion; siteKey: string; secret: string }
/** The only key pairs this captcha knows. */
export const sandboxKeys: readonly KeyPair[] = [
  { version: 'v3', siteKey: 'sandbox-v3-site-key', secret: 'sandbox-v3-secret' },
  { version: 'v2', siteKey: 'sandbox-v2-site-key', secret: 'sandbox-v2-secret' },
]

export type Issue = {
  siteKey: string
  hostname: string
  action?: string
  /** Fixed for this token; otherwise the score is the one scripted when it is verified. */
  score?: number
  ageSeconds?: number
}
export type Verification = {
  success: boolean
  score?: number
  action?: string
  challenge_ts?: string
  hostname?: string
  'error-codes'?: string[]
}
export type Scripted = { score: number; hostname: string | null; action: string | null; lifeSeconds: number }

export type CaptchaTokens = {
  /** A token for a known site key, else undefined. */
  issue(options: Issue): string | undefined
  /** Responds as the provider does; a token that was found is used up. */
  verify(secret: string | undefined, token: string | undefined): Verification
}

type Held = Issue & { pair: KeyPair; issuedAt: number; used: boolean }

/** Tokens live in memory: two minutes of life are not worth a file. */
export function makeCaptchaTokens(scripted: Scripted, now: () => number = Date.now): CaptchaTokens {
  const tokens = new Map<string, Held>()
  const refuse = (code: string): Verification => ({ success: false, 'error-codes': [code] })
  const forgetOld = () => {
    for (const [token, held] of tokens) if (now() - held.issuedAt > 3_600_000) tokens.delete(token)
  }
  return {
    issue(options) {
      const pair = sandboxKeys.find(({ siteKey }) => siteKey === options.siteKey)
      if (!pair) return undefined
      forgetOld()
      const token = `${pair.version}-${randomBytes(96).toString('base64url')}`
      tokens.set(token, { ...options, pair, issuedAt: now() - (options.ageSeconds ?? 0) * 1000, used: false })
      return token
    },
    verify(secret, token) {
      if (!secret) return refuse('missing-input-secret')
      if (!sandboxKeys.some((pair) => pair.secret === secret)) return refuse('invalid-input-secret')
      if (!token) return refuse('missing-input-response')
      const held = tokens.get(token)
      if (!held || held.pair.secret !== secret) return refuse('invalid-input-response')
      if (held.used || now() - held.issuedAt > scripted.lifeSeconds * 1000) return refuse('timeout-or-duplicate')
      held.used = true
      const seen: Verification = {
        success: true,
        challenge_ts: new Date(held.issuedAt).toISOString(),
        hostname: scripted.hostname ?? held.hostname,
      }
      if (held.pair.version === 'v2') return seen
      return { ...seen, score: held.score ?? scripted.score, action: scripted.action ?? held.action ?? '' }
    },
  }
}
