import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** For a heading that comes in the place of something else: it takes the focus, so that a screen reader goes on there. */
export function useFocused<T extends HTMLElement>(): RefObject<T | null> {
  const ref = useRef<T>(null)
  useEffect(() => {
    ref.current?.focus({ preventScroll: true })
    ref.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return ref
}
