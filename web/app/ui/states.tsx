import type { ReactNode } from 'react'
import type { ErrorCode } from '@kura/contract/errors'
import { useWords } from '../words/use-words.ts'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'

type StateProps = { title: string; text: string; icon?: IconName; children?: ReactNode }

/** An empty place: says what would be here and, as children, offers the next action. */
export function EmptyState({ title, text, icon = 'vault', children }: StateProps) {
  return (
    <div className="grid justify-items-center gap-3 rounded-card border border-dashed border-line px-6 py-16 text-center">
      <Icon name={icon} className="size-12 text-sub" />
      <p className="text-18 font-semibold text-ink">{title}</p>
      <p className="max-w-reading text-14">{text}</p>
      {children && <div className="mt-2 flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  )
}

/** A part that could not be loaded: what happened in the member's words, and a way to try again. */
export function ErrorState({ code, onRetry }: { code: ErrorCode; onRetry?: () => void }) {
  const { t } = useWords()
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-3 rounded-card bg-attention-ground px-6 py-8 text-center"
    >
      <Icon name="warning" className="size-8 text-attention-text" />
      <p className="max-w-reading text-14 text-ink">{t(`error.${code}`)}</p>
      {onRetry && (
        <Button look="secondary" onClick={onRetry}>
          {t('list.retry')}
        </Button>
      )}
    </div>
  )
}

/**
 * A placeholder for something that is loading; give it the size of what comes by classes, so that
 * nothing jumps.
 */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={classes('skeleton block rounded-field', className)} />
}

/** The place of a card while it loads, with the frame of its picture. */
export function CardSkeleton() {
  return (
    <div className="grid gap-2" aria-hidden="true">
      <span className="skeleton block aspect-4/5 rounded-card" />
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-4 w-1/2" />
    </div>
  )
}
