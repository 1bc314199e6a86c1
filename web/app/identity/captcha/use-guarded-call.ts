import { useMemo } from 'react'
import type { ApiInput, ApiOutput } from '@kura/contract/api'
import type { CallName } from '@kura/contract/paths'
import { paths } from '@kura/contract/paths'
import type { PathSpec } from '@kura/contract/path-spec'
import type { Result } from '@kura/contract/result'
import { call } from '../../platform/api.ts'
import type { BrowserCallOptions } from '../../platform/make-call.ts'
import { useBotCheck } from './bot-context.tsx'
import type { Bot, BotToken } from './make-bot.ts'

export type GuardedCall = <K extends CallName>(
  name: K,
  input: ApiInput<K>,
  options?: BrowserCallOptions,
) => Promise<Result<ApiOutput<K>>>

/** The result of a call whose bot check cannot be loaded. */
export const notLoaded = {
  ok: false,
  status: 0,
  body: { errorCode: 'SERVICE_UNAVAILABLE', message: 'the bot check could not be loaded' },
} as const

/**
 * Calls with the bot check of the call's own action, if it has one. After BOT_DENY the visible
 * widget appears for the next attempt.
 */
export function useGuardedCall(): GuardedCall {
  const bot = useBotCheck()
  return useMemo(() => makeGuardedCall(bot), [bot])
}

const makeGuardedCall =
  (bot: Bot): GuardedCall =>
  async (name, input, options = {}) => {
    const { bot: action }: PathSpec = paths[name]
    if (action === undefined) return call(name, input, options)
    let token: BotToken
    try {
      token = await bot.take(action)
    } catch {
      return notLoaded
    }
    const result = await call(name, input, { ...options, bot: token })
    if (!result.ok && result.body.errorCode === 'BOT_DENY') bot.fallBack()
    return result
  }
