import type { ReactNode } from 'react'

/** The buy box of a phone: sticks to the bottom of the screen, above the safe area. */
export function StickyBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky-bar fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] shadow-float md:hidden">
      <div className="page flex min-h-16 items-center gap-4 py-2">{children}</div>
    </div>
  )
}
