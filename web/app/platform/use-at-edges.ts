import { useEffect, useRef } from 'react'
import { serverTime } from './clock.ts'

/** So soon after the moment at most: not everybody in the same one. */
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
