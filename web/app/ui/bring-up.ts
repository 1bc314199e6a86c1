/** Gives an element the focus and brings it to the top of the window: gliding, or at once for whoever wants no motion. */
export function bringUp(element: HTMLElement): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  element.focus({ preventScroll: true })
  element.scrollIntoView({ block: 'start', behavior: isStill ? 'instant' : 'smooth' })
}
