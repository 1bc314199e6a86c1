import type { ErrorBody } from '@kura/contract/errors'
import type { OrderView } from '@kura/contract/order'
import type { Result } from '@kura/contract/result'
import { call } from '../api.ts'
import type { CardName } from './challenge-store.ts'

export type Completed =
  | { status: 'paid'; order: OrderView }
  | { status: 'declined'; body: ErrorBody }
  /** Not an order of this member: forged, of another account, or mistyped. */
  | { status: 'not-found' }
  /** Nobody knows yet; asking again later is safe. */
  | { status: 'unknown' }

const tries = 6
const waitMs = 2500
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Completes a card payment of a pack after 3-D Secure, and has the card stored when it was given a name. */
export const completeCard = (packId: string, accessID: string, name?: CardName): Promise<Completed> =>
  completePayment(() => {
    const idempotencyKey = cardPaymentKey(accessID, name)
    return call('entryOrderBuy', { params: { packId }, body: { accessID, ...name } }, { idempotencyKey })
  }, wait)

/**
 * Under which key a card payment is completed: one for each payment, and another when its card is stored. What no gateway sent has
 * none, and the server's own answer.
 */
export const cardPaymentKey = (accessID: string, name?: CardName): string | undefined =>
  /^[0-9A-Za-z]{1,64}$/.test(accessID) ? `card-${name ? 'named' : 'alone'}-${accessID}` : undefined

/** Pays a reservation of a pack with the deferred payment its buyer agreed to. */
export const completePaidy = (packId: string, paymentId: string): Promise<Completed> =>
  completePayment(async () => {
    const parts = { params: { packId }, body: { orderID: paymentId } }
    const result = await call('buyPaidy', parts, { idempotencyKey: `paidy-${paymentId}` })
    return result.ok ? { ok: true, data: result.data.order } : result
  }, wait)

/** Completes a payment, asking again while the answer is open: repeating the call changes nothing. */
export async function completePayment(
  buy: () => Promise<Result<OrderView>>,
  pause: (ms: number) => Promise<void>,
): Promise<Completed> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await buy()
    if (result.ok) return { status: 'paid', order: result.data }
    const { status, body } = result
    if (body.errorCode === 'NOT_FOUND' || body.errorCode === 'INVALID_REQUEST_FORMAT') return { status: 'not-found' }
    const isOpen = status === 0 || status >= 500 || status === 429 || body.errorCode === 'IDEMPOTENCY_IN_PROGRESS'
    if (!isOpen) return { status: 'declined', body }
    if (attempt >= tries) return { status: 'unknown' }
    await pause(waitMs)
  }
}
