import { errors } from '@kura/contract/errors'
import type { ErrorCode } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import type { AirdropStatus } from '@kura/contract/shop/issue'
import type { PackView } from '@kura/contract/shop/pack'
import type { Result } from '@kura/contract/result'
import { CallError } from '../../platform/make-call.ts'
import type { Bot } from '../../identity/captcha/make-bot.ts'
import type { Call } from '../../platform/make-call.ts'
import { withTerms } from '../../identity/member/terms-request.ts'
import { packErrorOf, readIssue, SelectablePackError } from './pack-error.ts'
import type { Accepted } from './pack-error.ts'
import type { Pairs } from './selection.ts'

/** The bot check as these calls send it: among their own fields, not in a header. */
type BotFields = { token: string; auth: 'v2' | 'v3' }
type Held = { fields: BotFields; subject: string; untilMs: number }
type Attempt = { request: string; key: string; fields: BotFields }
type Issue =
  | { name: 'getPasscode'; params: { passcode: string } }
  | { name: 'claimAirdrop'; params: { airdropId: string } }

type World = {
  call: Call
  bot: Pick<Bot, 'take' | 'fallBack'>
  /** Asks for agreement to the current terms; by default with the page's window. */
  askTerms?: () => Promise<boolean>
  now?: () => number
}

/** How long the server accepts a used bot token again, less the time of a request. */
const heldMs = limits.passcodeBotMinutes * 60_000 - 15_000

export type PackIssuer = ReturnType<typeof makePackIssuer>

/**
 * The calls that get packs without buying them. They return, or fail with one of the six pack
 * errors or a CallError. The bot token of a lookup is sent once more for the call that follows it.
 * A call whose response was lost is repeated with its own key, so that it never happens twice.
 */
export function makePackIssuer({ call, bot, askTerms, now = () => Date.now() }: World) {
  let held: Held | undefined
  let lost: Attempt | undefined

  const take = async (action: string): Promise<BotFields> => {
    try {
      const { version, token } = await bot.take(action)
      return { token, auth: version }
    } catch {
      throw new CallError(0, { errorCode: 'SERVICE_UNAVAILABLE', message: 'the bot check could not be loaded' })
    }
  }
  const hold = (subject: string, fields: BotFields): void => {
    held = { fields, subject, untilMs: now() + heldMs }
  }
  const takeFor = async (subject: string, action: string): Promise<BotFields> => {
    const known = held
    held = undefined
    return known?.subject === subject && now() < known.untilMs ? known.fields : take(action)
  }
  const hear = (result: Result<unknown>): void => {
    if (!result.ok && result.body.errorCode === 'BOT_DENY') bot.fallBack()
  }

  const lostOf = (subject: string, pairs: Pairs | undefined): Attempt | undefined =>
    lost?.request === requestOf(subject, pairs) ? lost : undefined

  const send = async (issue: Issue, subject: string, action: string, pairs: Pairs | undefined) => {
    const again = lostOf(subject, pairs)
    const fields = again?.fields ?? (await takeFor(subject, action))
    const attempt = again ?? { request: requestOf(subject, pairs), key: crypto.randomUUID(), fields }
    const body = { ...fields, ...pairs }
    const options = { idempotencyKey: attempt.key }
    const result =
      issue.name === 'getPasscode'
        ? await call(issue.name, { params: issue.params, body }, options)
        : await call(issue.name, { params: issue.params, body }, options)
    lost = isLost(result) ? attempt : undefined
    hear(result)
    return { result, fields }
  }
  const run = async (issue: Issue, subject: string, action: string, pairs: Pairs | undefined): Promise<Accepted> => {
    const { result, fields } = await withTerms(
      () => send(issue, subject, action, pairs),
      (answer) => (answer.result.ok ? undefined : answer.result.body),
      askTerms,
    )
    const answer = orFail(result, issue.name === 'getPasscode' ? 'passcode' : 'airdrop')
    try {
      return readIssue(answer)
    } catch (error) {
      // nothing was given, so the same token is valid for the next choice
      if (error instanceof SelectablePackError) hold(subject, fields)
      throw error
    }
  }

  return {
    /** The pack behind a passcode. Uses nothing up. */
    async validatePasscode(passcode: string): Promise<PackView> {
      const fields = await take('passcode_validate')
      const result = await call('validatePasscode', { params: { passcode }, query: fields })
      hear(result)
      const pack = orFail(result, 'passcode')
      hold(subjectOfPasscode(passcode), fields)
      return pack
    },
    /** Redeems a passcode; `pairs` is what was chosen of a selectable pack. */
    getPasscode: (passcode: string, pairs?: Pairs): Promise<Accepted> =>
      run({ name: 'getPasscode', params: { passcode } }, subjectOfPasscode(passcode), 'passcode_get', pairs),
    /**
     * Claims all packs of an airdrop, or a selectable one with the choice. Reads its status first.
     */
    async claimAirdrop(airdropId: string, pairs?: Pairs): Promise<Accepted> {
      const subject = `airdrop ${airdropId}`
      // the status already includes a claim whose response was lost: only its key returns that
      // response
      if (!lostOf(subject, pairs)) {
        const { status } = orFail(await call('showAirdropStatus', { params: { airdropId } }), 'airdrop')
        if (status !== 'claimable') throw refused(airdropRefusals[status])
      }
      return run({ name: 'claimAirdrop', params: { airdropId } }, subject, 'airdrop_claim', pairs)
    },
  }
}

const requestOf = (subject: string, pairs: Pairs | undefined): string => JSON.stringify([subject, pairs])
const subjectOfPasscode = (passcode: string): string => `passcode ${passcode}`

/** Why an airdrop cannot be claimed, by its status. */
export const airdropRefusals: Record<Exclude<AirdropStatus['status'], 'claimable'>, ErrorCode> = {
  claimed: 'AirdropAlreadyClaimed',
  before: 'AirdropPackOutOfSellingTermBefore',
  after: 'AirdropPackOutOfSellingTermAfter',
  closed: 'AirdropPackOutOfSellingTerm',
  'out-of-stock': 'AirdropOutOfStock',
  'not-reserved': 'AirdropPackNotReserved',
}

const refused = (code: ErrorCode): CallError =>
  new CallError(errors[code].status, { errorCode: code, message: errors[code].message })

/**
 * The result is unknown: the connection broke, something failed, or the first attempt is still
 * under way.
 */
function isLost(result: Result<unknown>): boolean {
  if (result.ok) return false
  const { errorCode } = result.body
  // the only 500 that is a definite response
  if (errorCode === 'PACK_OUT_OF_STOCK') return false
  return result.status === 0 || result.status >= 500 || errorCode === 'IDEMPOTENCY_IN_PROGRESS'
}

function orFail<T>(result: Result<T>, kind: 'passcode' | 'airdrop'): T {
  if (result.ok) return result.data
  throw packErrorOf(result, kind) ?? new CallError(result.status, result.body)
}
