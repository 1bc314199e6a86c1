import { AccessError } from '@kura/cadence/access-error'
import type { TransactionResult } from '@kura/cadence/access-node'
import { decodeEvent } from '@kura/cadence/json-cdc'
import type { ChainConfig, ChainDeps } from '../chain/chain-config.ts'
import { claimReports, listRefIds, settleReport } from './report-queries.ts'
import type { DueReport, ReportEnd } from './report-queries.ts'

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
  { sql, accessNode, chain, log }: Pick<ChainDeps, 'sql' | 'accessNode' | 'chain' | 'log'>,
  { subjectId, txId, isOld }: DueReport,
): Promise<ReportEnd | undefined> {
  let result: TransactionResult | undefined
  try {
    result = await accessNode.findResult(txId)
  } catch (error) {
    if (!(error instanceof AccessError)) throw error
    log.warn(
      { txId, error: error.message },
      'the chain does not say what became of a reported transaction, later again',
    )
    return undefined
  }
  if (!result || result.status === 'Expired') return isOld ? 'unknown' : undefined
  if (result.status !== 'Sealed') return undefined
  if (result.failed) return 'failed'
  const refIds = new Set(await listRefIds(sql, subjectId))
  return mintedRefIds(chain, result).some((refId) => refIds.has(refId)) ? 'confirmed' : 'foreign'
}

/** The references of what a transaction minted by our contract. */
function mintedRefIds(chain: ChainConfig, { events }: TransactionResult): string[] {
  const type = `A.${chain.contractAddress.replace(/^0x/, '')}.Collectible.Minted`
  return events
    .filter((event) => event.type === type)
    .map(({ payload }) => decodeEvent(payload)['refId'])
    .filter((refId) => typeof refId === 'string')
}
