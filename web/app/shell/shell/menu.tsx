import { useEffect } from 'react'
import type { RefObject } from 'react'
import { Link, useLocation } from 'react-router'

/** A line of a menu. */
export function MenuLink({ to, className, children }: { to: string; className?: string; children: string }) {
  return (
    <li className={className}>
      <Link to={to} className="flex min-h-11 items-center rounded-field px-3 text-14 text-ink hover:bg-ground">
        {children}
      </Link>
    </li>
  )
}

/** A menu that was used closes by itself. */
export function useCloseOnNavigation(ref: RefObject<HTMLElement | null>): void {
  const { key } = useLocation()
  useEffect(() => {
    if (ref.current?.matches(':popover-open')) ref.current.hidePopover()
  }, [ref, key])
}
