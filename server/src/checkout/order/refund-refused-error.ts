/** Why an order is not refunded by hand, in a sentence for the operator. */
export class RefundRefusedError extends Error {
  readonly code = 'REFUND_REFUSED'
  constructor(message: string) {
    super(message)
    this.name = 'RefundRefusedError'
  }
}
