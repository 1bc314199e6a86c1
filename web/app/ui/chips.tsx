import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

const look = (isOn: boolean): string =>
  classes(
    'inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-14 leading-label whitespace-nowrap transition-colors',
    isOn ? 'border-ink bg-ink text-paper' : 'border-line bg-surface text-ink hover:border-line-strong',
  )

/** A row of pills; on a phone it continues beyond the edge. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul
      aria-label={label}
      className="no-scrollbar -mx-4 flex gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:px-0"
    >
      {children}
    </ul>
  )
}

/** A pill that leads somewhere. */
export function ChipLink({ to, isOn = false, children }: { to: string; isOn?: boolean; children: ReactNode }) {
  return (
    <li>
      <Link to={to} aria-current={isOn ? 'true' : undefined} className={look(isOn)}>
        {children}
      </Link>
    </li>
  )
}

/** An applied filter; following it takes the filter away. */
export function RemoveChip({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to} aria-label={label} preventScrollReset className={classes(look(false), 'pr-3')}>
        {children}
        <Icon name="close" className="size-4" />
      </Link>
    </li>
  )
}

/** A small word on something: a state, a rarity. */
export function Badge({
  tone = 'plain',
  children,
}: {
  tone?: 'plain' | 'strong' | 'attention' | 'gold'
  children: ReactNode
}) {
  return (
    <span
      className={classes(
        'inline-flex items-center rounded-full px-2.5 py-1 text-12 leading-none font-semibold whitespace-nowrap',
        tone === 'plain' && 'bg-surface text-main ring-1 ring-line',
        tone === 'strong' && 'bg-indigo text-white',
        tone === 'attention' && 'bg-attention-ground text-attention-text',
        tone === 'gold' && 'bg-gold-ground text-gold-text',
      )}
    >
      {children}
    </span>
  )
}
