import type { ReactNode } from 'react'

/** Cards in the grid of pieces. */
export function PieceGrid({ children }: { children: ReactNode }) {
  return <ul className="pieces">{children}</ul>
}
