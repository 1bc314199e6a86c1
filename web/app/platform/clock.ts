import { useEffect, useState } from 'react'
import { call } from './api.ts'

let asked: Promise<number> | undefined

/** Server time minus the time of this device, asked for once per page; 0 when the server does not say. */
function clockOffset(): Promise<number> {
  asked ??= (async () => {
    const before = Date.now()
    const result = await call('currentTimestamp', {})
    if (!result.ok) {
      asked = undefined
      return 0
    }
    // half of the way there and back
    return result.data.currentTimestamp - (before + Date.now()) / 2
  })()
  return asked
}

/** The server's time in milliseconds, as well as this device can tell. */
export const serverTime = async (): Promise<number> => Date.now() + (await clockOffset())

/**
 * The server's time in milliseconds, ticking every `everyMs`. The first answer is `initialMs`, the time at which the page was
 * rendered, so that hydration finds what it expects; a page may have been kept for a while, the first tick puts it right. Without
 * it nothing is answered until the server's time is known.
 */
export function useServerNow<I extends number | undefined>(initialMs: I, everyMs: number): number | I {
  const [now, setNow] = useState<number | I>(initialMs)
  useEffect(() => {
    let isGone = false
    let timer: ReturnType<typeof setInterval> | undefined
    void clockOffset().then((offset) => {
      if (isGone) return
      const tick = (): void => setNow(Date.now() + offset)
      tick()
      timer = setInterval(tick, everyMs)
    })
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [everyMs])
  return now
}
