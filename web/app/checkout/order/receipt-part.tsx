import { useState } from 'react'
import type { FormEvent } from 'react'
import type { ErrorCode } from '@kura/contract/errors'
import type { OrderView } from '@kura/contract/checkout/order'
import { callFile, saveFile } from '../../platform/call-file.ts'
import { useWork } from '../../platform/use-work.ts'
import { useMe } from '../../identity/session/use-me.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, TextField } from '../../ui/field.tsx'
import { useWords } from '../../words/use-words.ts'
import '../../words/order-words.ts'

type Kind = 'receipt' | 'refund'
const mostAddressee = 60

type ReceiptPartProps = { order: Pick<OrderView, 'orderId' | 'state'>; isIssued: boolean; onIssued: () => void }

/** The receipt of a paid order and, after a refund, the amended one. To whom it is made out is asked before it is issued, once. */
export function ReceiptPart({ order, isIssued, onIssued }: ReceiptPartProps) {
  const { t, language } = useWords()
  const { me } = useMe()
  const [typed, setTyped] = useState<string>()
  const { isBusy, work } = useWork()
  const [loading, setLoading] = useState<Kind>()
  const [failure, setFailure] = useState<ErrorCode>()
  const addressee = typed ?? me?.displayName ?? ''
  const load = (kind: Kind) => async (): Promise<void> => {
    setLoading(kind)
    setFailure(undefined)
    const name = addressee.trim()
    const query = { kind, language, ...(isIssued || name === '' ? {} : { addressee: name }) }
    const result = await callFile('showReceipt', { params: { orderId: order.orderId }, query })
    if (!result.ok) return setFailure(result.body.errorCode)
    saveFile(result.data, `${kind}-${order.orderId}.pdf`)
    return onIssued()
  }
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    void work(load('receipt'))
  }
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={handleSubmit}>
      {isIssued ? (
        <p className="text-14">{t('receipt.issued')}</p>
      ) : (
        <TextField
          label={t('receipt.addressee')}
          value={addressee}
          onChange={(event) => setTyped(event.target.value)}
          maxLength={mostAddressee}
          autoComplete="organization"
          hint={t('receipt.addressee-hint')}
          error={failure === 'INVALID_INPUT' ? t('receipt.addressee-wrong') : undefined}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="secondary" isBusy={isBusy && loading === 'receipt'}>
          {t('receipt.load')}
        </Button>
        {order.state === 'refunded' && (
          <Button look="secondary" isBusy={isBusy && loading === 'refund'} onClick={() => void work(load('refund'))}>
            {t('receipt.load-refund')}
          </Button>
        )}
      </div>
      <FieldError
        error={
          failure === undefined || failure === 'INVALID_INPUT'
            ? undefined
            : t(failure === 'NOT_FOUND' ? 'receipt.none' : `error.${failure}`)
        }
      />
    </form>
  )
}
