import type { ApiOutput } from '@kura/contract/api'
import type { ErrorBody } from '@kura/contract/errors'
import type { Result } from '@kura/contract/result'
import type { CardToken } from './card-script.ts'
import type { CardField } from './card-fields.ts'

export type Entered = ApiOutput<'entryOrderNewCard'>
export type Placed =
  | { status: 'entered'; order: Entered }
  /** The gateway's script refused a field: nothing was sent to us. */
  | { status: 'card'; field: CardField }
  | { status: 'gateway-away' }
  /** A definite no; another try is another order. */
  | { status: 'refused'; body: ErrorBody }
  /** Nobody can say whether the order stands: the same request may be sent again. */
  | { status: 'unknown' }

type World = {
  takeToken: () => Promise<CardToken>
  enter: (paymentToken: string, idempotencyKey: string) => Promise<Result<Entered>>
  newKey: () => string
  wait: (ms: number) => Promise<void>
}
const busyTries = 20
const busyMs = 1500

/**
 * Places one confirmed order, however often its button is pressed: one idempotency key and one card token are kept until the
 * answer is known, so that a retry after a broken connection finds the first order. A refusal ends both.
 */
export function makePlaceOrder({ takeToken, enter, newKey, wait }: World) {
  let attempt: { key: string; token: string } | undefined
  return async (): Promise<Placed> => {
    if (!attempt) {
      const card = await takeToken()
      if (card.status === 'refused') return { status: 'card', field: card.field }
      if (card.status === 'away') return { status: 'gateway-away' }
      attempt = { key: newKey(), token: card.token }
    }
    for (let tries = 0; tries < busyTries; tries += 1) {
      const result = await enter(attempt.token, attempt.key)
      if (result.ok) return { status: 'entered', order: result.data }
      const { errorCode } = result.body
      if (isUnknown(result.status, errorCode)) return { status: 'unknown' }
      if (errorCode !== 'IDEMPOTENCY_IN_PROGRESS') {
        attempt = undefined
        return { status: 'refused', body: result.body }
      }
      await wait(busyMs)
    }
    return { status: 'unknown' }
  }
}

/** 5xx and no answer at all leave it open, but for the one 500 that is a refusal; so does being too fast. */
const isUnknown = (status: number, code: string): boolean =>
  code !== 'PACK_OUT_OF_STOCK' && (status === 0 || status >= 500 || status === 429)
