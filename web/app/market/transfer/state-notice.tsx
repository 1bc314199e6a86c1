import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'

type StateNoticeProps = {
  title: string
  text: string
  /** `done`: it arrived. `over`: it came to nothing. `waiting`: something is still to come. */
  tone: 'waiting' | 'done' | 'over'
  children?: ReactNode
}

const icons = { waiting: 'clock', done: 'check', over: 'info' } as const

/** Where something that was sent stands, announced when it changes, and what can be done about it. */
export function StateNotice({ title, text, tone, children }: StateNoticeProps) {
  return (
    <div className={classes('grid gap-4 rounded-card p-5', tone === 'over' ? 'bg-attention-ground' : 'bg-ground')}>
      <div role="status" className="flex gap-3">
        <Icon
          name={icons[tone]}
          className={classes('size-6 shrink-0', tone === 'over' ? 'text-attention-text' : 'text-indigo-text')}
        />
        <div className="grid gap-1">
          <p className="text-16 leading-label font-semibold text-ink">{title}</p>
          <p className="text-14 text-ink">{text}</p>
        </div>
      </div>
      {children && <div className="flex flex-wrap gap-3">{children}</div>}
    </div>
  )
}
