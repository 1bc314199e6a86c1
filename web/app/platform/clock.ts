import { useEffect, useState, useRef } from 'react'
import { call } from './api.ts'

let asked: Promise<number> | undefined

/** Server time minus this device's time, read once per page; 0 when the server does not respond. */
function clockOffset(): Promise<number> {
  asked ??= (async () => {
    const before = Date.now()
    const result = await call('currentTimestamp', {})
    if (!result.ok) {
      asked = undefined
      return 0
    }
    // half of the round trip
    return result.data.currentTimestamp - (before + Date.now()) / 2
  })()
  return asked
}

/** The server's time in milliseconds, as well as this device can tell. */
export const serverTime = async (): Promise<number> => Date.now() + (await clockOffset())

/**
 * The server's time in milliseconds, ticking every `everyMs`. It starts at `initialMs`, the time at
 * which the page was rendered, so that hydration matches; for a cached page the first tick corrects
 * it. Without `initialMs` it is undefined until the server's time is known.
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

/** Spreads the calls of all browsers over this time after the moment. */
const spreadMs = 1000
/** The longest time a browser's timer can hold. */
const timerMost = 2 ** 31 - 1

/** Calls `act` at each of these moments that is still to come, by the server's clock. */
export function useAtEdges(moments: readonly (string | null)[], act: () => void): void {
  const latest = useRef(act)
  latest.current = act
  const key = moments.join(' ')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    const plan = (): void => {
      void serverTime().then((now) => {
        const edges = key.split(' ').map((at) => (at === '' ? 0 : Date.parse(at)) - now)
        const next = Math.min(...edges.filter((ms) => ms > 0))
        if (isGone || next > timerMost) return
        timer = setTimeout(
          () => {
            latest.current()
            plan()
          },
          next + 50 + Math.random() * spreadMs,
        )
      })
    }
    plan()
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [key])
}
