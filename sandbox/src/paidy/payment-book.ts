import { openJournal } from '../shared/journal.ts'
import type { PaidyAddress, PaidyBuyer, PaidyItem, PaidyOrder } from './payload.ts'

export type PaidyStatus = 'authorized' | 'closed' | 'rejected'
export type PaidyCapture = {
  id: string
  created_at: string
  amount: number
  tax: number
  shipping: number
  items: PaidyItem[]
  metadata: Record<string, string>
}
export type PaidyRefund = {
  id: string
  created_at: string
  capture_id: string
  amount: number
  reason: string
  metadata: Record<string, string>
}
/** A payment in the provider's own fields. Closed without a capture means that no money moved. */
export type PaidyPayment = {
  id: string
  created_at: string
  expires_at: string
  status: PaidyStatus
  amount: number
  currency: 'JPY'
  description: string
  store_name: string
  test: true
  tier: 'classic'
  buyer: PaidyBuyer
  order: PaidyOrder & { updated_at: string | null }
  shipping_address: PaidyAddress
  captures: PaidyCapture[]
  refunds: PaidyRefund[]
  metadata: Record<string, string>
}
/** `answers` holds what was answered under an idempotency key, for the same request once more. */
export type StoredPayment = {
  payment: PaidyPayment
  answers: Readonly<Record<string, { request: string; payment: PaidyPayment }>>
}
export type PaymentBook = {
  find(id: string): StoredPayment | undefined
  all(): StoredPayment[]
  /** Resolves once the payment is on disk. */
  save(stored: StoredPayment): Promise<StoredPayment>
  /** Resolves once everything seen so far is on disk. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Opens the payments kept in one file; the last line of a payment counts. */
export async function openPaymentBook(path: string): Promise<PaymentBook> {
  const payments = new Map<string, StoredPayment>()
  const journal = await openJournal<StoredPayment>(path, (records) => [
    ...new Map(records.map((stored) => [stored.payment.id, stored])).values(),
  ])
  for (const stored of journal.records) payments.set(stored.payment.id, stored)
  return {
    find: (id) => payments.get(id),
    all: () => [...payments.values()],
    async save(stored) {
      payments.set(stored.payment.id, stored)
      await journal.append(stored)
      return stored
    },
    settled: () => journal.settled(),
    close: () => journal.close(),
  }
}
