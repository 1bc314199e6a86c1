import type { Words } from '@kura/contract/ids'
import { limits } from '@kura/contract/limits'
import type { OperatorView } from '@kura/contract/catalogue/operator'
import type { Tender } from '@kura/contract/checkout/order'
import type { receiptKinds } from '@kura/contract/money/receipt'
import { includedTax } from '@kura/contract/money/tax'

export type ReceiptKind = (typeof receiptKinds)[number]
type Payment = 'card' | 'paidy' | 'point'

/** All a receipt says, fixed when it is numbered: whatever changes afterwards, it goes on saying this. Instants as ISO 8601. */
export type ReceiptDetails = {
  issuer: Pick<OperatorView, 'name' | 'address' | 'phone' | 'email' | 'invoiceNumber'>
  /** Empty where the member has no name: a line to write it on. */
  addressee: string
  orderId: string
  soldAt: string
  /** Of a refund: when the money was back. */
  returnedAt: string | null
  /** Of a refund: the receipt that it amends. */
  amends: number | null
  /** Where a member sold it: who that was, and whether they are registered for qualified invoices. */
  seller?: { name: string; isRegistered: boolean }
  /** No rate where a seller who is not registered sold it. */
  lines: { name: Words; quantity: number; totalYen: number; taxPercent: number | null }[]
  totalYen: number
  /** Per rate, rounded once for the whole receipt. */
  taxes: { percent: number; totalYen: number; taxYen: number }[]
  /** What it was paid with, or what came back; sums to the total. */
  payments: { by: Payment; yen: number }[]
}
/** A document as it was numbered. */
export type Numbered<Kind, Details> = { kind: Kind; number: number; issuedAt: Date; details: Details }
export type Receipt = Numbered<ReceiptKind, ReceiptDetails>

/** A paid order as its receipt needs it. */
export type Sale = {
  orderId: string
  tender: Tender
  priceYen: number
  usedPoint: number
  name: Words
  displayName: string
  /** Of a token that a member sold. */
  seller: { name: string; isRegistered: boolean } | null
  /** When it was paid; of a token, when it was delivered. */
  soldAt: Date
  returnedAt: Date | null
}

/** Whether it is a qualified invoice: whoever issues it has a number, and so has the member who sold, whose sale it is. */
export const isQualified = ({ issuer, seller }: Pick<ReceiptDetails, 'issuer' | 'seller'>): boolean =>
  issuer.invoiceNumber !== '' && (seller?.isRegistered ?? true)

/**
 * What the receipt of a sale says. Points are a means of payment here, as in the books: the whole price is the consideration and the
 * tax is inside the whole price. Of a member's sale tax is named only where that member is registered; we issue it as the intermediary.
 */
export function receiptOf(sale: Sale, operator: OperatorView, addressee: string): ReceiptDetails {
  const { name, address, phone, email, invoiceNumber } = operator
  const issuer = { name, address, phone, email, invoiceNumber }
  const seller = sale.seller ?? undefined
  const hasTax = !seller || isQualified({ issuer, seller })
  const percent = limits.consumptionTaxPercent
  return {
    issuer,
    addressee,
    orderId: sale.orderId,
    soldAt: sale.soldAt.toISOString(),
    returnedAt: null,
    amends: null,
    ...(seller ? { seller } : {}),
    lines: [{ name: sale.name, quantity: 1, totalYen: sale.priceYen, taxPercent: hasTax ? percent : null }],
    totalYen: sale.priceYen,
    taxes: hasTax ? [{ percent, totalYen: sale.priceYen, taxYen: includedTax(sale.priceYen) }] : [],
    payments: paymentsOf(sale),
  }
}

/** What the amended receipt says of a sale that was given back whole: the same, by the one who issued the receipt to the same addressee. */
export const refundOf = ({ number, details }: Receipt, returnedAt: Date): ReceiptDetails => ({
  ...details,
  returnedAt: returnedAt.toISOString(),
  amends: number,
})

function paymentsOf({ tender, priceYen, usedPoint }: Sale): ReceiptDetails['payments'] {
  const charge = { by: tender.startsWith('paidy') ? ('paidy' as const) : ('card' as const), yen: priceYen - usedPoint }
  return [charge, { by: 'point' as const, yen: usedPoint }].filter(({ yen }) => yen > 0)
}
