import { useEffect, useRef } from 'react'

/** Calls `act` every `everyMs` as long as `isOn` and the page is looked at, and at once when it comes to the front again. */
export function useWhile(isOn: boolean, everyMs: number, act: () => void): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    if (!isOn) return undefined
    const actIfSeen = (): void => {
      if (document.visibilityState === 'visible') latest.current()
    }
    const timer = setInterval(actIfSeen, everyMs)
    document.addEventListener('visibilitychange', actIfSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', actIfSeen)
    }
  }, [isOn, everyMs])
}
