import { useState } from 'react'
import { useSWRConfig } from 'swr'
import type { ErrorCode } from '@kura/contract/errors'
import type { OrderView } from '@kura/contract/checkout/order'
import { call } from '../../platform/api.ts'
import { isAbout } from '../../platform/swr.ts'
import { useWork } from '../../platform/use-work.ts'
import { Button } from '../../ui/button.tsx'
import { dialogs } from '../../ui/dialog-queue.ts'
import { FieldError } from '../../ui/field.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import { attempts } from './attempt-store.ts'
import { subjectName, subjectOf } from './subject.ts'
import { unseenOrders } from './unseen-orders.ts'
import '../../words/order-words.ts'

type CancelOrderButtonProps = { order: Pick<OrderView, 'orderId' | 'packId' | 'token' | 'tender'>; onEnd: () => void }

/** Gives an unpaid order up, after asking. `onEnd` when it is over, or has moved on by itself. */
export function CancelOrderButton({ order, onEnd }: CancelOrderButtonProps) {
  const { t } = useWords()
  const { mutate } = useSWRConfig()
  const { isBusy, work } = useWork()
  const [failure, setFailure] = useState<ErrorCode>()
  const cancel = async (): Promise<void> => {
    const question = {
      description: t(order.token ? 'order.cancel.question-token' : 'order.cancel.question'),
      confirmTitle: t('order.cancel'),
    }
    if (!(await dialogs.confirm(question))) return
    setFailure(undefined)
    const { orderId } = order
    const result = await work(() => call('cancelOrder', { params: { orderId } }))
    if (!result) return
    if (!result.ok) {
      setFailure(result.body.errorCode)
      // what stood in the way may be that it was paid
      if (result.body.errorCode === 'ORDER_STATE') onEnd()
      return
    }
    const name = subjectName(subjectOf(order))
    attempts.drop(name, 'paidy')
    unseenOrders.seen(name)
    toasts.show({ id: `cancelled-${orderId}`, status: 'success', title: t('order.cancel.done') })
    void mutate(isAbout(['listOrders', 'pointSummary', 'pointDetails', 'showPack', 'showListing']))
    onEnd()
  }
  return (
    <div className="grid gap-2">
      <Button look="danger" isBusy={isBusy} onClick={() => void cancel()}>
        {t('order.cancel')}
      </Button>
      <FieldError error={failure && t(failure === 'ORDER_STATE' ? 'order.cancel.too-late' : `error.${failure}`)} />
    </div>
  )
}
