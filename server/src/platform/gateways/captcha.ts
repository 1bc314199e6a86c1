import { z } from 'zod'
import type { Env } from '../../env.ts'

export type BotVersion = 'v2' | 'v3'
export type CaptchaVerdict = {
  isPassed: boolean
  hostname: string
  action: string
  score: number | undefined
  solvedAtMs: number
}
/** Asks the provider of the human verification about one token. */
export type Captcha = {
  /** What the provider says, or undefined when it gives no usable answer within three seconds. */
  verify: (check: { version: BotVersion; token: string; ip: string }) => Promise<CaptchaVerdict | undefined>
}

const Answer = z.object({
  success: z.boolean(),
  score: z.number().optional(),
  action: z.string().optional(),
  challenge_ts: z.string().optional(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).optional(),
})
// errors of our configuration, not of the visitor
const ourFault = new Set(['missing-input-secret', 'invalid-input-secret', 'invalid-keys', 'bad-request'])

/** The reCAPTCHA verification call. Each version has its own key pair. */
export function buildCaptcha(
  env: Pick<Env, 'CAPTCHA_VERIFY_URL' | 'CAPTCHA_V2_SECRET' | 'CAPTCHA_V3_SECRET'>,
): Captcha {
  const secrets = { v2: env.CAPTCHA_V2_SECRET, v3: env.CAPTCHA_V3_SECRET }
  return {
    verify: async ({ version, token, ip }) => {
      const answer = await ask(env.CAPTCHA_VERIFY_URL, { secret: secrets[version], response: token, remoteip: ip })
      if (!answer || answer['error-codes']?.some((code) => ourFault.has(code))) return undefined
      return {
        isPassed: answer.success,
        hostname: answer.hostname ?? '',
        action: answer.action ?? '',
        score: answer.score,
        solvedAtMs: Date.parse(answer.challenge_ts ?? ''),
      }
    },
  }
}

async function ask(url: string, fields: Record<string, string>): Promise<z.infer<typeof Answer> | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'error',
      signal: AbortSignal.timeout(3000),
    })
    if (!response.ok) {
      await response.body?.cancel()
      return undefined
    }
    return Answer.safeParse(await response.json()).data
  } catch {
    return undefined
  }
}
