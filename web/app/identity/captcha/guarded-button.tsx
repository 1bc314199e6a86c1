import type { ComponentProps } from 'react'
import { Button } from '../../ui/button.tsx'
import { useBotReady } from './bot-context.tsx'

/** The button of a call that carries the bot check: with version 2 it takes a press only once the visible check is solved. */
export function GuardedButton(props: ComponentProps<typeof Button>) {
  const isReady = useBotReady()
  return <Button {...props} isWaiting={!isReady} />
}
