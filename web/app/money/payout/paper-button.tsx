import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ApiInput } from '@kura/contract/api'
import type { ErrorCode } from '@kura/contract/errors'
import { callFile, saveFile } from '../../platform/call-file.ts'
import { useWork } from '../../platform/use-work.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/payout-words.ts'

type PaperCall = 'showStatement' | 'showPayoutStatement' | 'showSalesReport' | 'showSalesTable'
type PaperButtonProps<K extends PaperCall> = {
  paper: K
  input: ApiInput<K>
  /** The name of the saved file. */
  file: string
  /** What it is of, for those who hear the button alone. */
  label: string
  children: ReactNode
}

/** Downloads a paper of the member's sales. */
export function PaperButton<K extends PaperCall>({ paper, input, file, label, children }: PaperButtonProps<K>) {
  const { t } = useWords()
  const { isBusy, work } = useWork()
  const [failure, setFailure] = useState<ErrorCode>()
  const load = async (): Promise<void> => {
    setFailure(undefined)
    const result = await callFile(paper, input)
    if (result.ok) saveFile(result.data, file)
    else setFailure(result.body.errorCode)
  }
  return (
    <div className="grid gap-2">
      <div>
        <Button look="secondary" isBusy={isBusy} aria-label={label} onClick={() => void work(load)}>
          {children}
        </Button>
      </div>
      <FieldError error={failure && t(failure === 'NOT_FOUND' ? 'proceeds.no-paper' : `error.${failure}`)} />
    </div>
  )
}
