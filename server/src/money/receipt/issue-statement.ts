import type { OperatorView } from '@kura/contract/catalogue/operator'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { showOperator } from '../../catalogue/operator/operator.ts'
import { issuerKey } from './issue-receipt.ts'
import { findSoldTrade, findStatements, holdNumbers, insertReceipt } from './queries.ts'
import { returnOf, statementOf } from './statement-details.ts'
import type { SoldListing, Statement, StatementDetails, StatementKind } from './statement-details.ts'

/**
 * The statement of a delivered trade, and of one that was undone what takes it back too, inside the caller's transaction; numbered once for
 * ever: whoever asks at the same moment or again gets the same.
 */
export async function issueStatements(
  db: Db,
  { sold, issuer }: { sold: SoldListing; issuer: OperatorView },
): Promise<{ statement: Statement; taken: Statement | undefined }> {
  const { tradeId: orderId, undoneAt } = sold
  const first = await findStatements(db, orderId)
  const key = issuerKey(first.statement?.details.issuer ?? issuer)
  let number = await holdNumbers(db, key)
  // somebody else may have issued it while this one waited for the numbers
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
 * The statement of a delivered trade, or what takes it back, issued inside the transaction of the letter that tells of it. While nobody is said to run the shop it has
 * no number and is issued by nobody yet. Fails when nothing was delivered.
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
