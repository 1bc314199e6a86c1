import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ErrorCode, ErrorBody } from '@kura/contract/errors'
import type { Result } from '@kura/contract/result'
import { links } from '../../platform/links.ts'
import { MemberOnly } from '../../identity/member/member-only.tsx'
import { LinkButton, Button } from '../../ui/button.tsx'
import type { ButtonLook } from '../../ui/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { useWork } from '../../platform/use-work.ts'
import { dialogs } from '../../ui/dialog-queue.ts'
import { FieldError } from '../../ui/field.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { ReadingPage } from '../../ui/reading-page.tsx'
import '../../words/transfer-words.ts'

type SentPageProps = { title: string; list: { name: string; to: string }; children: ReactNode }

/** The page of one gift or transfer. */
export function SentPage({ title, list, children }: SentPageProps) {
  const { t } = useWords()
  return (
    <ReadingPage title={title} trail={[{ name: t('mypage.title'), to: links.mypage }, list]}>
      <MemberOnly>{children}</MemberOnly>
    </ReadingPage>
  )
}

type UnreadProps = { failure: { status: number; code: ErrorCode } | undefined; back: string; onRetry: () => void }

/** The placeholder of that page: loading, failed, or not the member's. */
export function Unread({ failure, back, onRetry }: UnreadProps) {
  const { t } = useWords()
  if (failure && (failure.status === 404 || failure.status === 400))
    return (
      <EmptyState icon="gift" title={t('transfer.not-found')} text={t('transfer.not-found-text')}>
        <LinkButton to={back}>{t('transfer.to-list')}</LinkButton>
      </EmptyState>
    )
  if (failure) return <ErrorState code={failure.code} onRetry={onRetry} />
  return (
    <div className="grid gap-4" aria-hidden="true">
      <Skeleton className="h-28" />
      <Skeleton className="h-60" />
    </div>
  )
}

type StateNoticeProps = {
  title: string
  text: string
  /** `done`: it arrived. `over`: it failed or ended. `waiting`: still under way. */
  tone: 'waiting' | 'done' | 'over'
  children?: ReactNode
}

const icons = { waiting: 'clock', done: 'check', over: 'info' } as const

/** The state of a gift or transfer, announced when it changes, and its actions. */
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

type ActButtonProps = {
  title: string
  question: string
  done: string
  look?: ButtonLook
  act: () => Promise<Result<unknown>>
  /** Words for a refusal whose code does not say enough. */
  refusal?: (body: ErrorBody) => string | undefined
  /** Called when the state has or may have changed: reads it again. */
  onEnd: () => void
}

/** Runs an action after a confirmation, and shows its outcome. */
export function ActButton({ title, question, done, look = 'secondary', act, refusal, onEnd }: ActButtonProps) {
  const { t } = useWords()
  const { isBusy, work } = useWork()
  const [failure, setFailure] = useState<ErrorBody>()
  const handleAct = async (): Promise<void> => {
    if (!(await dialogs.confirm({ description: question, confirmTitle: title }))) return
    setFailure(undefined)
    const result = await work(act)
    if (!result) return
    if (result.ok) toasts.show({ id: `done ${title}`, status: 'success', title: done })
    else setFailure(result.body)
    onEnd()
  }
  return (
    <div className="grid gap-2">
      <Button look={look} isBusy={isBusy} onClick={() => void handleAct()}>
        {title}
      </Button>
      <FieldError error={failure && (refusal?.(failure) ?? t(`error.${failure.errorCode}`))} />
    </div>
  )
}
