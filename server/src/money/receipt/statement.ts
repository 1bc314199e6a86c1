import type { OperatorView } from '@kura/contract/catalogue/operator'
import type { ParsedOf } from '@kura/contract/endpoint'
import { ensure } from '@kura/contract/errors'
import type { Words } from '@kura/contract/ids'
import { limits } from '@kura/contract/limits'
import { statementKinds } from '@kura/contract/money/receipt'
import type { showStatement as contract } from '@kura/contract/money/receipt'
import { showOperator } from '../../catalogue/operator/operator.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/connect.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { RawFile, Viewer } from '../../platform/http/on.ts'
import { keptTax } from '../ledger/book-trade.ts'
import type { PriceParts } from '../ledger/book-trade.ts'
import { findOrIssue, issuePair, issuerOf } from './issue.ts'
import type { Issuer, Numbered, Pair } from './issue.ts'
import { findSoldListing, findSoldTrade } from './queries.ts'

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
 * The content of a statement to a seller, fixed when it is numbered. It is our invoice for the fees
 * we keep, our service to the seller: `totalYen` and `taxes` are of those alone. Royalty and
 * proceeds are not ours.
 */
export type StatementDetails = PriceParts & {
  issuer: Issuer
  addressee: string
  tradeId: string
  name: Words
  deliveredAt: string
  clearsAt: string
  /** Of a reversal: when, and of which statement. */
  undoneAt: string | null
  amends: number | null
  /**
   * The buyer got a qualified invoice from us in the seller's place: the seller keeps this as its
   * copy.
   */
  isSellerRegistered: boolean
  totalYen: number
  taxes: { percent: number; totalYen: number; taxYen: number }[]
}
export type Statement = Numbered<StatementKind, StatementDetails>

function statementOf(sold: SoldListing, operator: OperatorView): StatementDetails {
  const { tradeId, name, priceYen, feeYen, royaltyYen, contentAccessYen, proceedsYen, deliveredAt, clearsAt } = sold
  const totalYen = feeYen + contentAccessYen
  const percent = limits.consumptionTaxPercent
  return {
    issuer: issuerOf(operator),
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
    isSellerRegistered: sold.sellerRegistration !== '' && operator.invoiceNumber !== '',
    totalYen,
    taxes: [{ percent, totalYen, taxYen: keptTax(sold) }],
  }
}

/** The reversal of a statement: the same, by the same issuer. */
const returnOf = ({ number, details }: Statement, undoneAt: Date): StatementDetails => ({
  ...details,
  undoneAt: undoneAt.toISOString(),
  amends: number,
})

const pairOf = (sold: SoldListing): Pair<StatementKind, StatementDetails> => {
  const { undoneAt } = sold
  return {
    subject: { orderId: sold.tradeId },
    kinds: statementKinds,
    make: (issuer) => statementOf(sold, issuer),
    reverse: undoneAt === null ? undefined : (statement) => returnOf(statement, undoneAt),
  }
}

/**
 * The statement of a delivered trade, or its reversal, issued inside the transaction of its letter.
 * While no operator is set it has no number and no issuer. Fails when nothing was delivered.
 */
export async function issueStatement(
  db: Db,
  tradeId: string,
  kind: StatementKind,
): Promise<{ details: StatementDetails; number: number | undefined }> {
  const sold = await findSoldTrade(db, tradeId)
  if (!sold) throw new Error(`trade ${tradeId} is not delivered`)
  const issuer = await showOperator({ sql: db })
  if (issuer.name.ja === '') return { details: statementOf(sold, issuer), number: undefined }
  const pair = pairOf(kind === 'statement' ? { ...sold, undoneAt: null } : sold)
  const { document, reversal } = await issuePair(db, pair, issuer)
  const issued = kind === 'statement' ? document : reversal
  if (!issued) throw new Error(`trade ${tradeId} is not undone`)
  return { details: issued.details, number: issued.number }
}

/**
 * The statement of the member's own sold listing as PDF, or its reversal once the sale was undone;
 * issued when it is first needed. Fails with NOT_FOUND when the listing is not the caller's or no
 * operator is set, and with ORDER_STATE when it is not delivered, or not undone.
 */
export async function showStatement(
  deps: Pick<Deps, 'sql'>,
  { memberId }: Viewer,
  { params, query }: ParsedOf<typeof contract>,
  language: 'ja' | 'en',
): Promise<RawFile> {
  await limitRate(deps, 'receiptPerMember', memberId)
  const { isOwn, sold } = await findSoldListing(deps.sql, params.listingId, memberId)
  ensure(isOwn, 'NOT_FOUND')
  ensure(sold, 'ORDER_STATE')
  const statement = await findOrIssue(deps, query.kind ?? 'statement', pairOf(sold), 'ORDER_STATE')
  // loaded on the first request: no server needs it at start
  const { drawStatement } = await import('./draw-statement.ts')
  const rawFile = await drawStatement(statement, query.language ?? language)
  return { rawFile, name: `${statement.kind}-${statement.number}.pdf` }
}
