import type { OperatorView } from '@kura/contract/catalogue/operator'
import type { Tender } from '@kura/contract/checkout/order'
import type { ParsedOf } from '@kura/contract/endpoint'
import { ensure } from '@kura/contract/errors'
import type { Words } from '@kura/contract/ids'
import { limits } from '@kura/contract/limits'
import { receiptKinds } from '@kura/contract/money/receipt'
import type { showReceipt as contract } from '@kura/contract/money/receipt'
import { includedTax } from '@kura/contract/money/tax'
import type { Deps } from '../../deps.ts'
import { checkAddressee } from '../../identity/member/member-text.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { RawFile, Viewer } from '../../platform/http/on.ts'
import { findOrIssue, issuerOf } from './issue.ts'
import type { Issuer, Numbered, Pair } from './issue.ts'
import { findSale } from './queries.ts'

export type ReceiptKind = (typeof receiptKinds)[number]
type Payment = 'card' | 'paidy' | 'point'

/**
 * The content of a receipt, fixed when it is numbered: later changes do not affect it. Instants as
 * ISO 8601.
 */
export type ReceiptDetails = {
  issuer: Issuer
  /** Empty where the member has no name: a line to write it on. */
  addressee: string
  orderId: string
  soldAt: string
  /** Of a refund: when it was complete. */
  returnedAt: string | null
  /** Of a refund: the receipt that it amends. */
  amends: number | null
  /** Of a member's sale: the seller, and whether they are registered for qualified invoices. */
  seller?: { name: string; isRegistered: boolean }
  /** No rate for a sale by an unregistered seller. */
  lines: { name: Words; quantity: number; totalYen: number; taxPercent: number | null }[]
  totalYen: number
  /** Per rate, rounded once for the whole receipt. */
  taxes: { percent: number; totalYen: number; taxYen: number }[]
  /** The means of payment, or of the refund; they sum to the total. */
  payments: { by: Payment; yen: number }[]
}
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

/**
 * Whether it is a qualified invoice: its issuer has a registered number, and so has a member who
 * sold.
 */
export const isQualified = ({ issuer, seller }: Pick<ReceiptDetails, 'issuer' | 'seller'>): boolean =>
  issuer.invoiceNumber !== '' && (seller?.isRegistered ?? true)

/**
 * What the receipt of a sale says. Points are a means of payment here, as in the books: the whole
 * price is the consideration and the tax is inside the whole price. Of a member's sale tax is named
 * only where that member is registered; we issue it as the intermediary.
 */
function receiptOf(sale: Sale, operator: OperatorView, addressee: string): ReceiptDetails {
  const issuer = issuerOf(operator)
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

/**
 * The content of the amended receipt of a fully refunded sale: the same, by the same issuer to the
 * same addressee.
 */
const refundOf = ({ number, details }: Receipt, returnedAt: Date): ReceiptDetails => ({
  ...details,
  returnedAt: returnedAt.toISOString(),
  amends: number,
})

function paymentsOf({ tender, priceYen, usedPoint }: Sale): ReceiptDetails['payments'] {
  const charge = { by: tender.startsWith('paidy') ? ('paidy' as const) : ('card' as const), yen: priceYen - usedPoint }
  return [charge, { by: 'point' as const, yen: usedPoint }].filter(({ yen }) => yen > 0)
}

/** The amended receipt is issued only when it is asked for. */
const pairOf = (sale: Sale, kind: ReceiptKind, addressee = sale.displayName): Pair<ReceiptKind, ReceiptDetails> => {
  const { returnedAt } = sale
  return {
    subject: { orderId: sale.orderId },
    kinds: receiptKinds,
    make: (issuer) => receiptOf(sale, issuer, addressee),
    reverse: kind === 'refund' && returnedAt !== null ? (receipt) => refundOf(receipt, returnedAt) : undefined,
  }
}

/**
 * The receipt of an own paid order as PDF, or the amended one once its refund is done; issued on
 * the first request. Fails with NOT_FOUND when the order is not the caller's or no operator is set,
 * with ORDER_STATE when nothing was paid or refunded yet, or the receipt has another addressee, and
 * with INVALID_INPUT for an invalid addressee.
 */
export async function showReceipt(
  deps: Pick<Deps, 'sql'>,
  { memberId }: Viewer,
  { params, query }: ParsedOf<typeof contract>,
  language: 'ja' | 'en',
): Promise<RawFile> {
  await limitRate(deps, 'receiptPerMember', memberId)
  const addressee = query.addressee === undefined ? undefined : checkAddressee(query.addressee)
  const { isOwn, sale } = await findSale(deps.sql, params.orderId, memberId)
  ensure(isOwn, 'NOT_FOUND')
  ensure(sale, 'ORDER_STATE')
  const kind = query.kind ?? 'receipt'
  const receipt = await findOrIssue(deps, kind, pairOf(sale, kind, addressee), 'ORDER_STATE')
  ensure(addressee === undefined || addressee === receipt.details.addressee, 'ORDER_STATE')
  // loaded on the first request: no server needs it at start
  const { drawReceipt } = await import('./draw-receipt.ts')
  const rawFile = await drawReceipt(receipt, query.language ?? language)
  return { rawFile, name: `${receipt.kind}-${receipt.number}.pdf` }
}
