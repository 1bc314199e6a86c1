import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useWords } from '../words/use-words.ts'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

/** A part of a page with its heading and, where there is more, the way to all of it. */
export function Section({
  title,
  to,
  note,
  className,
  children,
}: {
  title: string
  to?: string | undefined
  note?: ReactNode
  className?: string
  children: ReactNode
}) {
  const { t } = useWords()
  return (
    <section className={classes('grid min-w-0 gap-4 md:gap-6', className)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-20 md:text-24">{title}</h2>
        {to !== undefined && (
          <Link
            to={to}
            className="-my-2 inline-flex min-h-11 items-center gap-1 text-14 font-medium text-indigo-text hover:underline"
          >
            {t('list.see-all')}
            <span className="sr-only">: {title}</span>
            <Icon name="right" className="size-4" />
          </Link>
        )}
        {note}
      </div>
      {children}
    </section>
  )
}

/** A table of facts: a name and its value in each row. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid divide-y divide-line border-y border-line text-14">{children}</dl>
}

/** One row of `Facts`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(96px,30%)_1fr] gap-4 py-3">
      <dt className="text-sub-text">{name}</dt>
      <dd className="min-w-0 text-ink">{children}</dd>
    </div>
  )
}

/** Cards in the grid of pieces. */
export function PieceGrid({ children }: { children: ReactNode }) {
  return <ul className="pieces">{children}</ul>
}
