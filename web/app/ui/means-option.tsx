import type { ReactNode } from 'react'
import { classes } from './classes.ts'

type MeansOptionProps = {
  value: string
  title: ReactNode
  text?: string | undefined
  isChosen: boolean
  isDisabled?: boolean
  onChoose: () => void
  /** What has to be shown when it is chosen. */
  children?: ReactNode
}

/** One way to pay; chosen, it opens. */
export function MeansOption({ value, title, text, isChosen, isDisabled, onChoose, children }: MeansOptionProps) {
  return (
    <div
      className={classes(
        'rounded-card border transition-colors',
        isChosen ? 'border-indigo-text bg-surface' : 'border-line bg-surface',
      )}
    >
      <label
        className={classes('flex min-h-14 items-center gap-3 px-4 py-3', isDisabled ? 'opacity-60' : 'cursor-pointer')}
      >
        <input
          type="radio"
          name="means"
          value={value}
          checked={isChosen}
          disabled={isDisabled}
          onChange={onChoose}
          className="size-5 shrink-0 accent-indigo"
        />
        <span className="grid min-w-0 gap-0.5">
          <span className="text-16 leading-label font-semibold text-ink">{title}</span>
          {text !== undefined && <span className="text-12 text-main">{text}</span>}
        </span>
      </label>
      {isChosen && children && <div className="border-t border-line px-4 py-5">{children}</div>}
    </div>
  )
}
