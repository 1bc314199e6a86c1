import type { Absent, Found, PaymentGateway, Unknown } from './payment-gateway.ts'

/** What the provider says of a deferred payment beyond the trade. */
export type PaidyFound = Found & { isTest: boolean; authorisedAt: Date }

/** Deferred payments: the buyer agrees at the provider's checkout, the browser brings its id, we take the money. */
export type PaidyGateway = PaymentGateway & {
  /** A payment by the provider's id, whoever brought it. */
  read: (payId: string) => Promise<PaidyFound | Absent | Unknown>
  /** Ends an authorisation without taking money; one that has ended is looked up first by the caller. */
  close: (payId: string) => Promise<Awaited<ReturnType<PaymentGateway['release']>>>
}
