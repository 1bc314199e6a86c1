/** How a payment is found again at its gateway. */
export type PaymentRef = {
  id: string
  orderId: string
  method: 'new-card' | 'selected-card' | 'hosted' | 'paidy'
  gatewayOrderId: string
  /** The gateway's own id of the payment, where it makes one and the buyer brought it. */
  gatewayRef: string | null
  accessId: string | null
  accessPass: string | null
  amountYen: number
}

/** What a gateway says it knows of a payment. `closed`: no money was taken and none can be any more. */
export type Trade = {
  status: 'open' | 'challenged' | 'authorised' | 'captured' | 'returned' | 'closed'
  /** What was taken and not refunded; before that, what is to be taken. */
  amountYen: number
  currency: string
  /** What the shop made it for: our id of it. */
  orderRef: string
  /** The gateway's id, and the word that opens it where there is one. */
  ref: string
  pass: string
  proof: CaptureProof
  refundRef: string
  /** Day and time of the last step on the clock of Japan, `yyyyMMddHHmmss`. */
  processedAt: string
}
/** What the gateway calls the capture. */
export type CaptureProof = { tranId?: string; approve?: string; captureRef?: string }

/** Refused for good, with the gateway's own code. */
export type Declined = { kind: 'declined'; error: string }
/** Unknown whether it happened: ask by `search`, never simply repeat. */
export type Unknown = { kind: 'unknown'; cause: string }
export type Captured = { kind: 'captured'; proof: CaptureProof }
export type Found = { kind: 'found'; trade: Trade }
export type Absent = { kind: 'absent' }
export type Done = { kind: 'done'; ref?: string }

/** Holds the payment for one more call; false when another process has it. */
export type RenewLease = () => Promise<boolean>

/**
 * Takes money and refunds it. No call throws for a failure of the gateway or the line; the kinds
 * say it.
 */
export type PaymentGateway = {
  /** The state of a payment: the only truth after a lost answer. */
  search: (payment: PaymentRef) => Promise<Found | Absent | Unknown>
  /** Takes the money that the buyer has agreed to. */
  complete: (payment: PaymentRef) => Promise<Captured | Declined | Unknown>
  /**
   * Refunds the whole amount of a captured trade. `renew` is asked before each call; where it
   * says no, nothing more is called.
   */
  refund: (payment: PaymentRef, trade: Trade, renew?: RenewLease) => Promise<Done | Declined | Unknown>
  /**
   * Voids an authorisation that is not used: afterwards nobody can be charged by it. `done` also
   * when there is none.
   */
  release: (payment: PaymentRef) => Promise<Done | Declined | Unknown>
}

/** What the provider says of a deferred payment beyond the trade. */
export type PaidyFound = Found & { isTest: boolean; authorisedAt: Date; buyerEmail: string }

/**
 * Deferred payments: the buyer agrees at the provider's checkout, the browser brings its id, we
 * take the money.
 */
export type PaidyGateway = PaymentGateway & {
  /** A payment by the provider's id. */
  read: (payId: string) => Promise<PaidyFound | Absent | Unknown>
  /** Voids an authorisation without taking money. The caller has checked that it is still open. */
  close: (payId: string) => Promise<Awaited<ReturnType<PaymentGateway['release']>>>
}
