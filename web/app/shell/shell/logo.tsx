/** The mark: a storehouse with its double door, after the lattice of white joints on its walls. */
export function Logo({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" className="fill-indigo" />
      <g fill="none" stroke="#fbfaf7" strokeLinejoin="round">
        <path d="M5 14 16 6l11 8" strokeWidth="2.4" strokeLinecap="round" />
        <path d="M8 14.5v11h16v-11" strokeWidth="2.4" />
        <path d="M12.5 25.5v-7h7v7M16 18.5v7" strokeWidth="1.8" />
      </g>
    </svg>
  )
}
