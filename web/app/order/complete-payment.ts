import type { ErrorBody } from '@kura/contract/errors'
import type { OrderView } from '@kura/contract/order'
import type { Result } from '@kura/contract/result'

export type Completed =
  | { status: 'paid'; order: OrderView }
  | { status: 'declined'; body: ErrorBody }
  /** Not an order of this member: forged, of another account, or mistyped. */
  | { status: 'not-found' }
  /** Nobody knows yet; asking again later is safe. */
  | { status: 'unknown' }

const tries = 6
const waitMs = 2500

/** Completes a payment after 3-D Secure, asking again while the answer is open: repeating the call changes nothing. */
export async function completePayment(
  buy: () => Promise<Result<OrderView>>,
  wait: (ms: number) => Promise<void>,
): Promise<Completed> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await buy()
    if (result.ok) return { status: 'paid', order: result.data }
    const { status, body } = result
    if (body.errorCode === 'NOT_FOUND' || body.errorCode === 'INVALID_REQUEST_FORMAT') return { status: 'not-found' }
    const isOpen = status === 0 || status >= 500 || status === 429 || body.errorCode === 'IDEMPOTENCY_IN_PROGRESS'
    if (!isOpen) return { status: 'declined', body }
    if (attempt >= tries) return { status: 'unknown' }
    await wait(waitMs)
  }
}
