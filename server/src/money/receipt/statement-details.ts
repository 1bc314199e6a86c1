import type { Words } from '@kura/contract/ids'
import { limits } from '@kura/contract/limits'
import type { OperatorView } from '@kura/contract/catalogue/operator'
import type { statementKinds } from '@kura/contract/money/receipt'
import { keptTax } from '../ledger/book-trade.ts'
import type { PriceParts } from '../ledger/book-trade.ts'
import type { Numbered, ReceiptDetails } from './receipt-details.ts'

export type StatementKind = (typeof statementKinds)[number]

/** A listing that was sold and delivered, as its statement needs it. */
export type SoldListing = PriceParts & {
  tradeId: string
  name: Words
  sellerName: string
  /** Of a professional seller who is registered for qualified invoices; empty otherwise. */
  sellerRegistration: string
  deliveredAt: Date
  clearsAt: Date
  undoneAt: Date | null
}

/**
 * All a statement to a seller says, fixed when it is numbered. What we keep is our service to the seller: for that it is our own invoice,
 * and `totalYen` and `taxes` are of that alone. Royalty and proceeds are not ours.
 */
export type StatementDetails = PriceParts & {
  issuer: ReceiptDetails['issuer']
  addressee: string
  tradeId: string
  name: Words
  deliveredAt: string
  clearsAt: string
  /** Of one that takes another back: when, and which. */
  undoneAt: string | null
  amends: number | null
  /** The buyer got a qualified invoice from us in the seller's place: the seller keeps this as its copy. */
  isSellerRegistered: boolean
  totalYen: number
  taxes: { percent: number; totalYen: number; taxYen: number }[]
}
export type Statement = Numbered<StatementKind, StatementDetails>

export function statementOf(sold: SoldListing, operator: OperatorView): StatementDetails {
  const { tradeId, name, priceYen, feeYen, royaltyYen, contentAccessYen, proceedsYen, deliveredAt, clearsAt } = sold
  const { address, phone, email, invoiceNumber } = operator
  const totalYen = feeYen + contentAccessYen
  const percent = limits.consumptionTaxPercent
  return {
    issuer: { name: operator.name, address, phone, email, invoiceNumber },
    addressee: sold.sellerName,
    tradeId,
    name,
    priceYen,
    feeYen,
    royaltyYen,
    contentAccessYen,
    proceedsYen,
    deliveredAt: deliveredAt.toISOString(),
    clearsAt: clearsAt.toISOString(),
    undoneAt: null,
    amends: null,
    isSellerRegistered: sold.sellerRegistration !== '' && invoiceNumber !== '',
    totalYen,
    taxes: [{ percent, totalYen, taxYen: keptTax(sold) }],
  }
}

/** What takes a statement back: the same, by the one who issued it. */
export const returnOf = ({ number, details }: Statement, undoneAt: Date): StatementDetails => ({
  ...details,
  undoneAt: undoneAt.toISOString(),
  amends: number,
})
