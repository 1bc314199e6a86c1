import { useEffect, useState } from 'react'
import type { TransactionView } from '@kura/contract/chain/transaction'
import type { CallError } from '../../platform/make-call.ts'
import { useCall } from '../../platform/swr.ts'
import { outcomeOf, pollMs } from './order-outcome.ts'
import { orderStore } from './order-store.ts'

type Transaction = { data: TransactionView | undefined; error: CallError | undefined; renew: () => void }

/**
 * One purchase of the member, live until it is final. Its id does not show whether it is of a pack
 * or of a token: when this browser does not know, and one type is not found, it reads the other.
 * Without an id it reads nothing.
 */
export function useTransaction(orderId: string | undefined): Transaction {
  const [type, setType] = useState<'pack' | 'token'>(() =>
    orderId !== undefined && orderStore.ofTokens.has(orderId) ? 'token' : 'pack',
  )
  const { data, error, mutate } = useCall(
    'showTransaction',
    orderId === undefined ? null : { params: { type, transactionId: orderId } },
    { refreshInterval: (latest) => pollMs(latest && outcomeOf(latest.order, latest.opening)) },
  )
  const isOther = type === 'pack' && error?.status === 404
  useEffect(() => {
    if (isOther) setType('token')
  }, [isOther])
  const isToken = data?.order.token != null
  useEffect(() => {
    if (isToken && orderId !== undefined) orderStore.ofTokens.note(orderId)
  }, [isToken, orderId])
  return { data, error: isOther ? undefined : error, renew: () => void mutate() }
}
