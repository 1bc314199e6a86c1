import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { linkRequest } from './link-request.ts'

type GatePlaceProps = {
  /** What the member came for is there; otherwise what asks for a wallet stands in its place. */
  isOpen: boolean
  children: ReactNode
}

const isNot = (): boolean => false

/** The place of what a member needs a wallet for. What was pressed to get one is gone with the asking, so the place takes the focus then. */
export function GatePlace({ isOpen, children }: GatePlaceProps) {
  const place = useRef<HTMLDivElement>(null)
  // the page takes no focus while the window stands above it
  const isLinking = useSyncExternalStore(linkRequest.subscribe, linkRequest.isOpen, isNot)
  const wasClosed = useRef(false)
  useEffect(() => {
    if (!isOpen) wasClosed.current = true
    else if (wasClosed.current && !isLinking) {
      wasClosed.current = false
      if (isNowhere(document.activeElement)) place.current?.focus({ preventScroll: true })
    }
  }, [isOpen, isLinking])
  return (
    <div ref={place} tabIndex={-1} className="grid gap-6 focus:outline-none">
      {children}
    </div>
  )
}

/** Nothing has the focus, or something that is only still fading. */
const isNowhere = (focused: Element | null): boolean =>
  focused === null || focused === document.body || focused.closest('[inert], dialog:not([open])') !== null
