import type { ErrorBody } from '@kura/contract/errors'
import type { Result } from '@kura/contract/result'

/** A payment call that was answered 400: `error` is the gateway's own code, where it gave one. */
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

/** The answer of a payment call; a 400 is raised as a payment error. */
export async function orPaymentError<T>(answer: Promise<Result<T>>): Promise<Result<T>> {
  const result = await answer
  if (!result.ok && result.status === 400) throw new PaymentError(result.body)
  return result
}
