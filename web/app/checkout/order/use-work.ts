import { useEffect, useRef, useState } from 'react'

/** One piece of work at a time: a second press while it goes on does nothing. Work that leaves the page keeps it busy. */
export function useWork() {
  const [isBusy, setIsBusy] = useState(false)
  const busy = useRef(false)
  const set = (next: boolean): void => {
    busy.current = next
    setIsBusy(next)
  }
  useEffect(() => {
    // back from the card's bank by the browser's button: the page is as it was left
    const wake = (event: PageTransitionEvent): void => {
      if (!event.persisted) return
      busy.current = false
      setIsBusy(false)
    }
    window.addEventListener('pageshow', wake)
    return () => window.removeEventListener('pageshow', wake)
  }, [])
  const work = async (act: () => Promise<'leaving' | void>): Promise<void> => {
    if (busy.current) return
    set(true)
    let isLeaving = false
    try {
      isLeaving = (await act()) === 'leaving'
    } finally {
      if (!isLeaving) set(false)
    }
  }
  return { isBusy, work }
}
