import { useState } from 'react'
import type { ErrorBody } from '@kura/contract/errors'
import type { Result } from '@kura/contract/result'
import { useWork } from '../../platform/use-work.ts'
import { Button } from '../../ui/button.tsx'
import type { ButtonLook } from '../../ui/button.tsx'
import { dialogs } from '../../ui/dialog-queue.ts'
import { FieldError } from '../../ui/field.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'

type ActButtonProps = {
  title: string
  question: string
  done: string
  look?: ButtonLook
  act: () => Promise<Result<unknown>>
  /** What is told of a refusal, where its code does not say enough. */
  refusal?: (body: ErrorBody) => string | undefined
  /** Something has happened, or may have: look again. */
  onEnd: () => void
}

/** Does one thing after asking, and tells what became of it. */
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
