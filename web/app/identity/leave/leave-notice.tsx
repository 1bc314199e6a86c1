import { useLocation } from 'react-router'
import type { ErrorCode } from '@kura/contract/errors'
import { useState } from 'react'
import { call } from '../../platform/api.ts'
import { formatMoment } from '../../platform/format.ts'
import { links } from '../../platform/links.ts'
import { useWork } from '../../platform/use-work.ts'
import { useMe } from '../session/use-me.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import '../../words/leave-words.ts'

/** Says on every page that the account will be deleted; the page of leaving says it itself. */
export function LeaveNotice({ dueAt }: { dueAt: string }) {
  const { pathname } = useLocation()
  if (pathname === links.leave) return null
  return (
    <div className="page pt-4">
      <LeaveCard dueAt={dueAt} />
    </div>
  )
}

/** When the account will be deleted, and the button that cancels it. */
export function LeaveCard({ dueAt }: { dueAt: string }) {
  const { t, language } = useWords()
  const { failure, isBusy, cancel } = useCancel()
  return (
    <section
      aria-label={t('leave.pending')}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-attention bg-attention-ground p-4 sm:px-6"
    >
      <div className="grid min-w-56 grow basis-0 gap-1">
        <p className="flex items-center gap-2 text-16 font-semibold text-ink">
          <Icon name="warning" className="size-5 shrink-0 text-attention-text" />
          {t('leave.pending')}
        </p>
        <p className="text-14 text-ink">{t('leave.pending-text', { time: formatMoment(dueAt, language) })}</p>
        <FieldError error={failure && t(`error.${failure}`)} />
      </div>
      <Button look="secondary" isBusy={isBusy} onClick={() => void cancel()}>
        {t('leave.cancel')}
      </Button>
    </section>
  )
}

function useCancel() {
  const { t } = useWords()
  const { renew } = useMe()
  const { isBusy, work } = useWork()
  const [failure, setFailure] = useState<ErrorCode>()
  const cancel = async (): Promise<void> => {
    const result = await work(() => call('cancelDeletion', {}))
    if (!result) return
    // one that is over already is the goal
    const code = result.ok || result.body.errorCode === 'NOT_FOUND' ? undefined : result.body.errorCode
    setFailure(code)
    if (code !== undefined) return
    await renew()
    toasts.show({ status: 'success', title: t('leave.cancelled'), description: t('leave.cancelled-text') })
  }
  return { failure, isBusy, cancel }
}
