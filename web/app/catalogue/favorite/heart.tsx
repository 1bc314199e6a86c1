import { Suspense, lazy } from 'react'
import { useIsHydrated } from '../../platform/session.ts'
import type { HeartProps } from './heart-button.tsx'

/** A member's own: the page is there before it. */
const HeartButton = lazy(() => import('./heart-button.tsx').then((module) => ({ default: module.HeartButton })))

/**
 * The heart of a work, a series or a pack, in a place that is kept free for it. The server sends
 * none: one that is there before its script would lose the first press.
 */
export function Heart(props: HeartProps) {
  const place = <span className={props.isWide ? 'inline-block h-11 w-36' : 'inline-block size-11'} />
  if (!useIsHydrated()) return place
  return (
    <Suspense fallback={place}>
      <HeartButton {...props} />
    </Suspense>
  )
}
