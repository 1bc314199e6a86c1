import { AppError, ensure } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import type { RawJson, Viewer } from '../../platform/http/on.ts'
import { hasBotPass, keepBotPass, checkBotToken } from '../../identity/session/check-bot.ts'
import { limitRate, sourceOf } from '../../platform/http/limit-rate.ts'
import { hashOfPasscode, readPasscode } from './passcode-form.ts'
import { findPasscode } from './queries.ts'
import type { PasscodeRow } from './queries.ts'

export type PasscodeDeps = Pick<Deps, 'sql' | 'env' | 'captcha' | 'log'>
type Look = { params: { passcode: string }; query: { token: string; auth: 'v2' | 'v3' } }

/**
 * The pack behind a passcode. Nothing is used up: the bot token is verified once and can be used
 * again for `get`, by this member and for this passcode. Unknown codes take the same path as known
 * ones. Fails as the contract says.
 */
export async function validatePasscode(
  deps: PasscodeDeps,
  viewer: Viewer,
  { params, query }: Look,
  { ip }: { ip: string },
): Promise<RawJson> {
  const { codeHash, subject } = passcodeOf(params.passcode)
  const pass = { token: query.token, memberId: viewer.memberId, subject }
  await limitPasscodes(deps, viewer, ip)
  if (!(await hasBotPass(deps, pass))) {
    await checkBotToken(deps, { action: 'passcode_validate', version: query.auth, token: query.token, ip })
    await keepBotPass(deps, pass)
  }
  const found = await findPasscode(deps.sql, codeHash, viewer.memberId)
  ensure(found, 'NOT_FOUND')
  ensureGettable(found)
  return { rawJson: found.pack }
}

/** The hash of a passcode. A malformed one is queried all the same, and not found. */
export function passcodeOf(text: string): { codeHash: Buffer; subject: string } {
  const codeHash = hashOfPasscode(readPasscode(text) ?? '')
  return { codeHash, subject: `passcode:${codeHash.toString('hex')}` }
}

/** Guesses are rate-limited per member and per source. */
export async function limitPasscodes(deps: Pick<Deps, 'sql'>, viewer: Viewer, ip: string): Promise<void> {
  await limitRate(deps, 'passcodePerMember', viewer.memberId)
  await limitRate(deps, 'passcodePerSource', sourceOf(ip))
}

/** Fails with the reason why this member cannot get the pack of a passcode now. */
export function ensureGettable(found: PasscodeRow): void {
  ensure(!found.isUsed, 'PASSCODE_USED')
  ensure(!found.isAfter, 'PACK_SELLING_TERM_AFTER')
  ensure(!found.isBefore, 'PACK_SELLING_TERM_BEFORE')
  if (!found.isLeft) throw new AppError('PACK_OUT_OF_STOCK')
}
