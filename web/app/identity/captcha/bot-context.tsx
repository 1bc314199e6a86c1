import { createContext, use, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import type { SiteConfig } from '@kura/contract/site'
import { useSite } from '../../platform/use-site.ts'
import { makeBot } from './make-bot.ts'
import type { Bot, BotState } from './make-bot.ts'

const BotContext = createContext<Bot | undefined>(undefined)

/** The bot check of the page, for every form in it. The provider's script loads with the first use. */
export function BotProvider({ children }: { children: ReactNode }) {
  const { captcha } = useSite()
  const [bot] = useState(() => makeBot((action) => runChallenge(captcha, action)))
  return <BotContext value={bot}>{children}</BotContext>
}

async function runChallenge(captcha: SiteConfig['captcha'], action: string): Promise<string> {
  const { loadCaptcha } = await import('./load-captcha.ts')
  return (await loadCaptcha(captcha)).challenge(action)
}

/** The bot check itself, for parts that drive it. */
export function useBotCheck(): Bot {
  const bot = use(BotContext)
  if (!bot) throw new Error('the bot check is used outside of its provider')
  return bot
}

/** Version, token and counter as they are now. */
export function useBotState(): BotState {
  const bot = useBotCheck()
  return useSyncExternalStore(bot.subscribe, bot.read, bot.read)
}

/** Whether a call could have its token at once: always with version 3, with version 2 once the visible check is solved. */
export function useBotReady(): boolean {
  const bot = useBotCheck()
  return useSyncExternalStore(bot.subscribe, bot.isReady, bot.isReady)
}
