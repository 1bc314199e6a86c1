import { useEffect, useEffectEvent } from 'react'
import { useServerNow } from '../../platform/clock.ts'
import { timeLeft } from '../../platform/time.ts'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../words/use-words.ts'
import type { WordKey } from '../../words/word-key.ts'
import '../../words/order-words.ts'

const twoDigits = (count: number): string => String(count).padStart(2, '0')

type LeaseCountdownProps = {
  until: string
  onOver?: () => void
  /** What runs out; without it the reservation. */
  words?: { left: WordKey; over: WordKey }
}
const ofLease = { left: 'order.lease.left', over: 'order.lease.over' } as const

/** How long a reservation still stands, by the server's clock; `onOver` once it does not. */
export function LeaseCountdown({ until, onOver, words = ofLease }: LeaseCountdownProps) {
  const { t } = useWords()
  // this device's own clock may be minutes wrong: until the server has said its time nothing is over
  const now = useServerNow(undefined, 1000)
  const ms = now === undefined ? undefined : Date.parse(until) - now
  const isOver = ms !== undefined && ms <= 0
  const end = useEffectEvent(() => onOver?.())
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
  const left = ms === undefined ? undefined : timeLeft(ms)
  return (
    <p className="flex items-center gap-1.5 text-14 text-ink">
      <Icon name="clock" className="size-5 text-main" />
      {isOver ? (
        t(words.over)
      ) : (
        <>
          {t(words.left)}
          <span role="timer" className="tabular font-semibold">
            {left ? `${left.minutes}:${twoDigits(left.seconds)}` : '–:––'}
          </span>
        </>
      )}
    </p>
  )
}
