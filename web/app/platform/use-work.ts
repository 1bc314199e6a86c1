import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * Does one thing at a time and shows that it is busy: a second press meanwhile does nothing and
 * returns undefined. Work that returns 'leaving' leaves the page, and stays busy.
 */
export function useWork(): {
  isBusy: boolean
  work: <T>(act: () => Promise<T>) => Promise<T | undefined>
} {
  const [isBusy, setIsBusy] = useState(false)
  const busy = useRef(false)
  useEffect(() => {
    // restored by the back button: this page is as it was left
    const wake = (event: PageTransitionEvent): void => {
      if (!event.persisted) return
      busy.current = false
      setIsBusy(false)
    }
    window.addEventListener('pageshow', wake)
    return () => window.removeEventListener('pageshow', wake)
  }, [])
  const work = useCallback(async <T>(act: () => Promise<T>): Promise<T | undefined> => {
    if (busy.current) return undefined
    busy.current = true
    setIsBusy(true)
    let isLeaving = false
    try {
      const result = await act()
      isLeaving = result === 'leaving'
      return result
    } finally {
      if (!isLeaving) {
        busy.current = false
        setIsBusy(false)
      }
    }
  }, [])
  return { isBusy, work }
}
