import type { ErrorBody } from '@kura/contract/errors'

/** A failed call, for those who know failures only as throws. */
export class CallError extends Error {
  readonly status: number
  readonly body: ErrorBody
  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.name = 'CallError'
    this.status = status
    this.body = body
  }
}
