import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ComponentProps } from 'react'
import { useSite } from '../../platform/use-site.ts'
import { useWords } from '../../words/use-words.ts'
import { useBotCheck, useBotState, useBotReady } from './bot-context.tsx'
import type { Bot } from './make-bot.ts'
import { retireWidget } from './load-captcha.ts'
import { Button } from '../../ui/button.tsx'

/**
 * The check a person solves. Renders nothing with version 3; put it next to the button of the form.
 */
export function BotWidget() {
  const { t } = useWords()
  const { version } = useBotState()
  if (version !== 'v2') return null
  return (
    <div className="grid gap-2" role="group" aria-label={t('bot.label')}>
      <p className="text-14 text-ink">{t('bot.explain')}</p>
      <Widget />
    </div>
  )
}

function Widget() {
  const { captcha } = useSite()
  const bot = useBotCheck()
  const { spent } = useBotState()
  const place = useRef<HTMLDivElement>(null)
  const reset = useRef<() => void>(undefined)

  // removed as soon as it leaves the page: a call right after waits for the next widget and is not
  // refused with this one
  useLayoutEffect(() => bot.attachWidget(), [bot])
  useEffect(() => {
    const host = document.createElement('div')
    place.current?.append(host)
    let isGone = false
    void renderInto(host, captcha, bot).then((again) => {
      if (!isGone) reset.current = again
    })
    return () => {
      isGone = true
      reset.current = undefined
      retireWidget(host)
    }
  }, [bot, captcha])
  useEffect(() => {
    // its token was used: the box has to be ticked again
    if (spent > 0) reset.current?.()
  }, [spent])
  return <div ref={place} className="min-h-[78px] max-w-full overflow-x-auto" />
}

async function renderInto(
  host: HTMLElement,
  captcha: ReturnType<typeof useSite>['captcha'],
  bot: Bot,
): Promise<(() => void) | undefined> {
  try {
    const { loadCaptcha } = await import('./load-captcha.ts')
    const provider = await loadCaptcha(captcha)
    if (!host.isConnected) return undefined
    const widget = provider.render(host, {
      sitekey: captcha.v2SiteKey,
      theme: shownTheme(),
      size: 'normal',
      callback: (token) => bot.solve(token),
      'expired-callback': () => bot.reset(),
      'error-callback': () => bot.reset(),
    })
    return () => provider.reset(widget)
  } catch {
    // the script did not load: the form's own call will report it
    return undefined
  }
}

function shownTheme(): 'light' | 'dark' {
  const { theme } = document.documentElement.dataset
  if (theme === 'light' || theme === 'dark') return theme
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/**
 * The button of a call with the bot check: with version 2 it works only once the visible check is
 * solved.
 */
export function GuardedButton(props: ComponentProps<typeof Button>) {
  const isReady = useBotReady()
  return <Button {...props} isWaiting={!isReady} />
}
