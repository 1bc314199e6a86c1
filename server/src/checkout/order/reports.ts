import { AccessError } from '@kura/cadence/access-error'
import type { TransactionResult } from '@kura/cadence/access-node'
import { AppError, ensure } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import type { ChainDeps } from '../../platform/flow/chain-config.ts'
import { isOrderOf } from './queries.ts'
import { keepReport, claimReports, settleReport } from './report-queries.ts'
import type { Report, DueReport, ReportEnd } from './report-queries.ts'
import { sellables } from './sellable.ts'

/** No purchase has so many transactions. */
const mostOfOne = 20

/**
 * Notes which transaction of the chain belongs to an own purchase, as the caller reports it. No
 * state changes: the worker asks the chain (`settleReports`). Idempotent. Fails with NOT_FOUND for
 * other members' purchases and for kinds that are not sold, and with TOO_MANY_REQUESTS.
 */
export async function reportPurchase({ sql }: Pick<Deps, 'sql'>, report: Report): Promise<void> {
  const { type, subjectId: orderId, memberId } = report
  ensure(sellables.find(type), 'NOT_FOUND')
  ensure(await isOrderOf(sql, memberId, { orderId, only: type }), 'NOT_FOUND')
  if (!(await keepReport(sql, report, mostOfOne))) throw new AppError('TOO_MANY_REQUESTS')
}

const atOnce = 20
// a transaction can run for some 600 blocks after its signature; after that an unknown one counts
// as absent
const seconds = { lease: 10, old: 1800 }

/**
 * Asks the chain about reported transactions and records the outcome: sealed for this purchase, for
 * something else, failed, or unknown. A report has no other effect. Returns how many were settled.
 */
export async function settleReports(deps: Pick<ChainDeps, 'sql' | 'accessNode' | 'chain' | 'log'>): Promise<number> {
  let settled = 0
  for (const report of await claimReports(deps.sql, atOnce, seconds)) {
    const end = await askChain(deps, report)
    if (!end) continue
    await settleReport(deps.sql, report, end)
    settled += 1
  }
  return settled
}

/** Undefined while the chain cannot say. */
async function askChain(
  deps: Pick<ChainDeps, 'sql' | 'accessNode' | 'chain' | 'log'>,
  { type, subjectId, txId, isOld }: DueReport,
): Promise<ReportEnd | undefined> {
  let result: TransactionResult | undefined
  try {
    result = await deps.accessNode.findResult(txId)
  } catch (error) {
    if (!(error instanceof AccessError)) throw error
    deps.log.warn(
      { txId, error: error.message },
      'the chain does not report the outcome of a transaction yet, trying again later',
    )
    return undefined
  }
  if (!result || result.status === 'Expired') return isOld ? 'unknown' : undefined
  if (result.status !== 'Sealed') return undefined
  if (result.failed) return 'failed'
  return (await sellables.of(type).isAbout(deps, result, subjectId)) ? 'confirmed' : 'foreign'
}
