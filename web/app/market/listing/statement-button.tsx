import { useState } from 'react'
import type { ApiInput } from '@kura/contract/api'
import type { ErrorCode } from '@kura/contract/errors'
import { callFile, saveFile } from '../../platform/call-file.ts'
import { useWork } from '../../platform/use-work.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/selling-words.ts'

type StatementKind = NonNullable<ApiInput<'showStatement'>['query']['kind']>
type StatementButtonProps = { listingId: string; piece: { name: string; serial: string }; kind?: StatementKind }

/** Loads what a sold listing brought and what was taken of it, or what takes that back once the sale was undone, as PDF. */
export function StatementButton({ listingId, piece, kind = 'statement' }: StatementButtonProps) {
  const { t, language } = useWords()
  const { isBusy, work } = useWork()
  const [failure, setFailure] = useState<ErrorCode>()
  const load = async (): Promise<void> => {
    setFailure(undefined)
    const result = await callFile('showStatement', { params: { listingId }, query: { kind, language } })
    if (result.ok) saveFile(result.data, `${kind}-${listingId}.pdf`)
    else setFailure(result.body.errorCode)
  }
  // sold on chain a moment before it is in our books
  const isEarly = failure === 'NOT_FOUND' || failure === 'ORDER_STATE'
  return (
    <div className="grid gap-2">
      <div>
        <Button
          look="secondary"
          isBusy={isBusy}
          aria-label={t(`listings.${kind}-of`, piece)}
          onClick={() => void work(load)}
        >
          {t(`listings.${kind}`)}
        </Button>
      </div>
      <FieldError error={failure && t(isEarly ? 'listings.no-statement' : `error.${failure}`)} />
    </div>
  )
}
