import { AccessError } from '@kura/cadence/access-error'
import type { TransactionResult } from '@kura/cadence/access-node'
import type { ChainDeps } from '../../platform/flow/chain-config.ts'
import { claimReports, settleReport } from './report-queries.ts'
import type { DueReport, ReportEnd } from './report-queries.ts'
import { sellables } from './sellable.ts'

const atOnce = 20
// a transaction can run for some 600 blocks after it was signed; nobody waits longer for one the chain never heard of
const seconds = { lease: 10, old: 1800 }

/**
 * Asks the chain about transactions that were reported, and notes what it says: sealed and about this purchase, or about something
 * else, failed, or never heard of. Nothing else follows from a report. Answers how many were settled.
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
      'the chain does not say what became of a reported transaction, later again',
    )
    return undefined
  }
  if (!result || result.status === 'Expired') return isOld ? 'unknown' : undefined
  if (result.status !== 'Sealed') return undefined
  if (result.failed) return 'failed'
  return (await sellables.of(type).isAbout(deps, result, subjectId)) ? 'confirmed' : 'foreign'
}
