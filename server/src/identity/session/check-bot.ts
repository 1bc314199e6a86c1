import type { IncomingHttpHeaders } from 'node:http'
import { AppError, ensure } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { BotVersion, CaptchaVerdict } from '../../platform/gateways/captcha.ts'
import { limitRate, sourceOf } from '../../platform/http/limit-rate.ts'
import { ownHosts } from '../../platform/http/own-hosts.ts'
import { hashOfToken } from '../../platform/secret-token.ts'
import { claimBotToken, deleteBotPass, insertBotPass, isBotPassOpen } from './queries.ts'

/**
 * What happens while the provider is away. `refuse`: SERVICE_UNAVAILABLE, since bots would create
 * accounts, send mail or link wallets. `slow`: the call passes, at a rate that is useless for
 * trying passwords or codes. An action that is not listed is refused.
 */
export const whenProviderIsDown: Record<string, 'refuse' | 'slow'> = {
  email_sign_up: 'refuse',
  email_sign_up_resend: 'refuse',
  email_sign_up_complete: 'slow',
  email_sign_in: 'slow',
  password_reset_prepare: 'refuse',
  password_reset: 'slow',
  onetime_token_prepare: 'refuse',
  email_add: 'refuse',
  email_add_complete: 'slow',
  email_change: 'refuse',
  email_change_complete: 'slow',
  password_change: 'slow',
  flow_prepare: 'slow',
  flow_setup: 'refuse',
  flow_add: 'refuse',
  flow_change: 'refuse',
  flow_recovery: 'refuse',
  passcode_validate: 'slow',
  passcode_get: 'slow',
  airdrop_claim: 'slow',
  pack_queue: 'slow',
  // it sends mail to an unproven address
  enquiry: 'refuse',
}

/** The visitor's clock and the provider's differ a little. */
const clockSkewMs = 30_000

type BotDeps = Pick<Deps, 'sql' | 'env' | 'captcha' | 'log'>
export type BotToken = { version: BotVersion; token: string }

/**
 * Fails with BOT_DENY unless the request has exactly one valid bot-check token for this action.
 * Returns its version.
 */
export async function checkBot(
  deps: BotDeps,
  { action, headers, ip }: { action: string; headers: IncomingHttpHeaders; ip: string },
): Promise<BotVersion> {
  await limitRate(deps, 'botCheckPerSource', sourceOf(ip))
  const sent = tokenOf(headers)
  await spendToken(deps, { ...sent, action, ip })
  return sent.version
}

/**
 * The same for the calls that bring their token in the query or the form. Headers do not count
 * there.
 */
export async function checkBotToken(deps: BotDeps, sent: BotToken & { action: string; ip: string }): Promise<void> {
  await limitRate(deps, 'botCheckPerSource', sourceOf(sent.ip))
  ensure(tokenForm.test(sent.token), 'BOT_DENY')
  await spendToken(deps, sent)
}

async function spendToken(
  deps: BotDeps,
  { version, token, action, ip }: BotToken & { action: string; ip: string },
): Promise<void> {
  const verdict = await deps.captcha.verify({ version, token, ip })
  if (verdict) {
    ensure(isGood(deps, verdict, version, action), 'BOT_DENY')
  } else {
    deps.log.warn({ action }, 'the bot check cannot be verified')
    if (whenProviderIsDown[action] !== 'slow') throw new AppError('SERVICE_UNAVAILABLE')
    await limitRate(deps, 'unverifiedPerSource', sourceOf(ip))
  }
  ensure(await claimBotToken(deps.sql, hashOfToken(token)), 'BOT_DENY')
}

const tokenForm = /^[\w.-]{1,4096}$/

function tokenOf(headers: IncomingHttpHeaders): BotToken {
  const sent = (['v2', 'v3'] as const).filter((version) => headers[`x-recaptcha-token-${version}`] !== undefined)
  const [version] = sent
  ensure(version && sent.length === 1, 'BOT_DENY')
  const token = headers[`x-recaptcha-token-${version}`]
  // a header sent twice arrives joined by a comma and does not match
  ensure(typeof token === 'string' && tokenForm.test(token), 'BOT_DENY')
  return { version, token }
}

function isGood({ env }: Pick<Deps, 'env'>, verdict: CaptchaVerdict, version: BotVersion, action: string): boolean {
  // the age is between two clocks outside the database, so real time and not kura_now()
  const ageMs = Date.now() - verdict.solvedAtMs
  return (
    verdict.isPassed &&
    ownHosts(env).includes(verdict.hostname) &&
    ageMs <= limits.botTokenMinutes * 60_000 &&
    ageMs >= -clockSkewMs &&
    (version === 'v2' || (verdict.action === action && (verdict.score ?? 0) >= limits.botScoreLeast))
  )
}

/**
 * A bot token that was verified for a look-up, the member who made it, and its subject:
 * `passcode:<hash>`, `airdrop:<id>`.
 */
type BotPass = { token: string; memberId: string; subject: string }
const hashed = ({ token, ...pass }: BotPass) => ({ ...pass, hash: hashOfToken(token) })

/** Lets a verified token be used once more, for the act after the look-up, for `passcodeBotMinutes`. */
export async function keepBotPass({ sql }: { sql: Db }, pass: BotPass): Promise<void> {
  await insertBotPass(sql, hashed(pass))
}

/** Whether the token may be used once more for this. It stays valid. */
export const hasBotPass = ({ sql }: { sql: Db }, pass: BotPass): Promise<boolean> => isBotPassOpen(sql, hashed(pass))

/** Uses the token for the second time; false when it may not be used for this. */
export const takeBotPass = ({ sql }: { sql: Db }, pass: BotPass): Promise<boolean> => deleteBotPass(sql, hashed(pass))
