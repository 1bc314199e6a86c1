import type { PointerEvent } from 'react'

/** Degrees at the edge: enough to feel the foil, not enough to read badly. */
const most = 11

type Handlers = { onPointerMove: (event: PointerEvent<HTMLElement>) => void; onPointerLeave: Leave; onPointerUp: Leave }
type Leave = (event: PointerEvent<HTMLElement>) => void

/**
 * Leans the `.pack-body` inside towards the pointer, by variables set from script: a style attribute in the page would be
 * refused by the content security policy. Reduced motion is respected by CSS.
 */
export function useTilt(): Handlers {
  return { onPointerMove: lean, onPointerLeave: rest, onPointerUp: rest }
}

function lean(event: PointerEvent<HTMLElement>): void {
  const body = bodyOf(event)
  if (!body) return
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
  const x = (event.clientX - left) / width
  const y = (event.clientY - top) / height
  body.dataset['tilting'] = ''
  body.style.setProperty('--tilt-y', `${((x - 0.5) * 2 * most).toFixed(1)}deg`)
  body.style.setProperty('--tilt-x', `${((0.5 - y) * 2 * most).toFixed(1)}deg`)
  body.style.setProperty('--sheen', `${Math.round(x * 120 - 10)}%`)
}

function rest(event: PointerEvent<HTMLElement>): void {
  const body = bodyOf(event)
  if (!body) return
  delete body.dataset['tilting']
  for (const name of ['--tilt-x', '--tilt-y', '--sheen']) body.style.removeProperty(name)
}

const bodyOf = (event: PointerEvent<HTMLElement>): HTMLElement | null =>
  event.currentTarget.querySelector<HTMLElement>('.pack-body')
