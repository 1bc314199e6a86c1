import type { OperatorView } from '@kura/contract/catalogue/operator'
import type { ParsedOf } from '@kura/contract/endpoint'
import { ensure } from '@kura/contract/errors'
import type { Words } from '@kura/contract/ids'
import { limits } from '@kura/contract/limits'
import type { statementKinds, showStatement as contract } from '@kura/contract/money/receipt'
import { showOperator } from '../../catalogue/operator/operator.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { RawFile, Viewer } from '../../platform/http/on.ts'
import { keptTax } from '../ledger/book-trade.ts'
import type { PriceParts } from '../ledger/book-trade.ts'
import { findSoldTrade, findStatements, holdNumbers, insertReceipt, findSoldListing } from './queries.ts'
import { issuerKey } from './receipt.ts'
import type { Numbered, ReceiptDetails } from './receipt.ts'

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
  issuer: ReceiptDetails['issuer']
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

/** The reversal of a statement: the same, by the same issuer. */
const returnOf = ({ number, details }: Statement, undoneAt: Date): StatementDetails => ({
  ...details,
  undoneAt: undoneAt.toISOString(),
  amends: number,
})

/**
 * The statement of a delivered trade, and the reversal of an undone one, inside the caller's
 * transaction; numbered once: repeated and parallel requests get the same.
 */
async function issueStatements(
  db: Db,
  { sold, issuer }: { sold: SoldListing; issuer: OperatorView },
): Promise<{ statement: Statement; taken: Statement | undefined }> {
  const { tradeId: orderId, undoneAt } = sold
  const first = await findStatements(db, orderId)
  const key = issuerKey(first.statement?.details.issuer ?? issuer)
  let number = await holdNumbers(db, key)
  // another request may have issued it while this one waited for the numbers
  const known = await findStatements(db, orderId)
  const keep = (kind: Statement['kind'], details: Statement['details']): Promise<Statement> =>
    insertReceipt(db, { id: newId(), issuer: key, orderId, number: (number += 1), kind, details })
  const statement = known.statement ?? (await keep('statement', statementOf(sold, issuer)))
  if (undoneAt === null) return { statement, taken: undefined }
  return {
    statement,
    taken: known['statement-return'] ?? (await keep('statement-return', returnOf(statement, undoneAt))),
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
  const { statement, taken } = await issueStatements(db, {
    sold: kind === 'statement' ? { ...sold, undoneAt: null } : sold,
    issuer,
  })
  const issued = kind === 'statement' ? statement : taken
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
  const statement = await findOrIssue(deps, sold, query.kind ?? 'statement')
  // loaded on the first request: no server needs it at start
  const { drawStatement } = await import('./draw-statement.ts')
  const rawFile = await drawStatement(statement, query.language ?? language)
  return { rawFile, name: `${statement.kind}-${statement.number}.pdf` }
}

async function findOrIssue(deps: Pick<Deps, 'sql'>, sold: SoldListing, kind: StatementKind): Promise<Statement> {
  ensure(kind === 'statement' || sold.undoneAt !== null, 'ORDER_STATE')
  const known = (await findStatements(deps.sql, sold.tradeId))[kind]
  if (known) return known
  const issuer = await showOperator(deps)
  ensure(issuer.name.ja !== '', 'NOT_FOUND')
  const { statement, taken } = await transaction(deps.sql, (db) => issueStatements(db, { sold, issuer }))
  const issued = kind === 'statement' ? statement : taken
  ensure(issued, 'ORDER_STATE')
  return issued
}
