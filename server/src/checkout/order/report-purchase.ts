import { AppError, ensure } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import { isOrderOf } from './queries.ts'
import { keepReport } from './report-queries.ts'
import type { Report } from './report-queries.ts'
import { sellables } from './sellable.ts'

/** No purchase has so many transactions; nobody reports more in good faith. */
const mostOfOne = 20

/**
 * Notes which transaction of the chain belongs to an own purchase, as the caller says. It changes nothing: the worker asks the
 * chain (`settleReports`). Repeating it changes nothing either. Fails with NOT_FOUND for what is not the caller's and for kinds
 * that are not sold, and with TOO_MANY_REQUESTS.
 */
export async function reportPurchase({ sql }: Pick<Deps, 'sql'>, report: Report): Promise<void> {
  const { type, subjectId: orderId, memberId } = report
  ensure(sellables.find(type), 'NOT_FOUND')
  ensure(await isOrderOf(sql, memberId, { orderId, only: type }), 'NOT_FOUND')
  if (!(await keepReport(sql, report, mostOfOne))) throw new AppError('TOO_MANY_REQUESTS')
}
