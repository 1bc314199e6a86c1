import { ensure } from '@kura/contract/errors'
import type { ParsedOf } from '@kura/contract/endpoint'
import type { showStatement as contract } from '@kura/contract/money/receipt'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { RawFile, Viewer } from '../../platform/http/on.ts'
import { showOperator } from '../../catalogue/operator/operator.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import { issueStatements } from './issue-statement.ts'
import { findSoldListing, findStatements } from './queries.ts'
import type { SoldListing, Statement, StatementKind } from './statement-details.ts'

/**
 * The statement of an own listing that was sold, as PDF, or what takes it back once the sale was undone; issued when it is first needed. Fails
 * with NOT_FOUND when the listing is not the caller's or nobody is said to run the shop, and with ORDER_STATE when it is not delivered, or
 * not undone.
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
  // loaded when somebody asks: no server needs it from the start
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
