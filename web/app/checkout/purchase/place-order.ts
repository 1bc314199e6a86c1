import type { ErrorBody } from '@kura/contract/errors'
import type { Result } from '@kura/contract/result'
import type { CardField } from './card-fields.ts'

export type Placed<E> =
  | { status: 'entered'; entered: E }
  /** The gateway's script refused a field: nothing was sent to us. */
  | { status: 'card'; field: CardField }
  | { status: 'gateway-away' }
  /** A definite refusal; another attempt is another order. */
  | { status: 'refused'; body: ErrorBody }
  /**
   * Rate-limited or closed for maintenance: the same request may be sent again, and an earlier one
   * may have made the order.
   */
  | { status: 'later'; body: ErrorBody }
  /** The result is unknown: the same request may be sent again. */
  | { status: 'unknown' }

/** The input to send, or why there is none. */
export type Prepared<W> =
  | { status: 'ready'; what: W }
  | { status: 'card'; field: CardField }
  | { status: 'gateway-away' }

type World<W, E> = {
  /** Prepares the input, such as a one-time token for a card. */
  prepare: () => Promise<Prepared<W>>
  /** Sends it; may throw a payment error. */
  enter: (what: W, idempotencyKey: string) => Promise<Result<E>>
  newKey: () => string
  wait: (ms: number) => Promise<void>
}
const busyTries = 20
const busyMs = 1500

/**
 * Places one confirmed order, however often its button is pressed. One idempotency key and the
 * prepared input are kept until the response is known, so that a retry after a broken connection
 * finds the first order. A refusal ends both. `isOpen`: an order was sent, and its response is not
 * known yet.
 */
export function makePlaceOrder<W, E>({ prepare, enter, newKey, wait }: World<W, E>) {
  let attempt: { key: string; what: W } | undefined
  const place = async (): Promise<Placed<E>> => {
    if (!attempt) {
      const prepared = await prepare()
      if (prepared.status !== 'ready') return prepared
      attempt = { key: newKey(), what: prepared.what }
    }
    for (let tries = 0; tries < busyTries; tries += 1) {
      const result = await entered(enter, attempt)
      if (result.ok) return { status: 'entered', entered: result.data }
      const { errorCode } = result.body
      if (result.status === 429 || errorCode === 'MAINTENANCE') return { status: 'later', body: result.body }
      if (isUnknown(result.status, errorCode)) return { status: 'unknown' }
      if (errorCode !== 'IDEMPOTENCY_IN_PROGRESS') {
        attempt = undefined
        return { status: 'refused', body: result.body }
      }
      await wait(busyMs)
    }
    return { status: 'unknown' }
  }
  return { place, isOpen: (): boolean => attempt !== undefined }
}

async function entered<W, E>(enter: World<W, E>['enter'], { what, key }: { what: W; key: string }): Promise<Result<E>> {
  try {
    return await enter(what, key)
  } catch (error) {
    if (error instanceof PaymentError) return { ok: false, status: 400, body: error.body }
    throw error
  }
}

/** 5xx and no response leave it open, except the one 500 that is a refusal. */
const isUnknown = (status: number, code: string): boolean =>
  code !== 'PACK_OUT_OF_STOCK' && (status === 0 || status >= 500)

/** A payment call that returned 400: `error` is the gateway's own code, if any. */
export class PaymentError extends Error {
  readonly error: string | undefined
  readonly body: ErrorBody
  constructor(body: ErrorBody) {
    super(body.message)
    this.name = 'PaymentError'
    this.error = body.error
    this.body = body
  }
}

/** The data of a payment call; a 400 is thrown as a payment error. */
export async function orPaymentError<T>(answer: Promise<Result<T>>): Promise<Result<T>> {
  const result = await answer
  if (!result.ok && result.status === 400) throw new PaymentError(result.body)
  return result
}
