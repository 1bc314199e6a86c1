import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * For a heading that replaces something else: it takes the focus, so that a screen reader continues
 * there.
 */
export function useFocused<T extends HTMLElement>(): RefObject<T | null> {
  const ref = useRef<T>(null)
  useEffect(() => {
    ref.current?.focus({ preventScroll: true })
    ref.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return ref
}

/**
 * Focuses an element and scrolls it to the top of the window: smoothly, or at once with reduced
 * motion.
 */
export function bringUp(element: HTMLElement): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block: 'start', behavior: isStill ? 'instant' : 'smooth' })
}

/** Puts the caret into the field of a form that is marked with `data-field`. */
export const focusField = (form: HTMLFormElement, name: string): void =>
  form.querySelector<HTMLElement>(`[data-field="${name}"] :is(input, textarea)`)?.focus()
