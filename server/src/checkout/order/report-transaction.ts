import { AppError, ensure } from '@kura/contract/errors'
import type { ParsedOf } from '@kura/contract/endpoint'
import type { reportTransaction as contract } from '@kura/contract/chain/transaction'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { reportSent } from '../../market/gift/draft-gift.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import { plainTxId } from '../../platform/flow/read-address.ts'
import { ownsOrder } from './owns-order.ts'
import { keepReport } from './report-queries.ts'

/** More transactions than any purchase has; whoever reports more is playing. */
const mostOfOne = 20

/**
 * Notes which transaction of the chain belongs to an own purchase, gift or transfer, as the caller says. It changes nothing: the worker asks the chain
 * (`settleReports`). Repeating it changes nothing either. NOT_FOUND for what is not the caller's, and for types that nobody
 * can have anything of.
 */
export async function reportTransaction(
  deps: Pick<Deps, 'sql'>,
  { memberId }: Viewer,
  { params: { type, transactionId: subjectId }, body }: ParsedOf<typeof contract>,
): Promise<{ txId: string }> {
  await limitRate(deps, 'reportPerMember', memberId)
  const txId = plainTxId(body.txId)
  if (type === 'gift' || type === 'transfer') {
    await reportSent(deps, { type, id: subjectId, memberId }, txId)
    return { txId }
  }
  ensure(type === 'pack' || type === 'token', 'NOT_FOUND')
  ensure(await ownsOrder(deps.sql, { orderId: subjectId, memberId, only: type }), 'NOT_FOUND')
  if (!(await keepReport(deps.sql, { type, subjectId, txId, memberId }, mostOfOne)))
    throw new AppError('TOO_MANY_REQUESTS')
  return { txId }
}
