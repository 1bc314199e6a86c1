import { AccessError } from '@kura/cadence/access-error'
import type { TransactionResult } from '@kura/cadence/access-node'
import { decodeEvent } from '@kura/cadence/json-cdc'
import { parseSaleEvent } from '@kura/cadence/sale-event'
import type { ChainConfig, ChainDeps } from '../../platform/flow/chain-config.ts'
import type { Db } from '../../platform/db/connect.ts'
import { paymentRefOf } from '../../market/trade/start-trade.ts'
import { claimReports, findListingId, listRefIds, settleReport } from './report-queries.ts'
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
  { type, subjectId, txId, isOld }: DueReport,
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
  const isOurs =
    type === 'token' ? await delivers(sql, chain, result, subjectId) : await mints(sql, chain, result, subjectId)
  return isOurs ? 'confirmed' : 'foreign'
}

/** Whether a transaction delivered the token of this order, under the order's own payment. */
async function delivers(sql: Db, chain: ChainConfig, { events }: TransactionResult, orderId: string): Promise<boolean> {
  const listingId = await findListingId(sql, orderId)
  return events.some((event) => {
    const said = parseSaleEvent(chain.contractAddress, event)
    return said?.kind === 'fulfilled' && said.orderId === listingId && said.paymentRef === paymentRefOf(orderId)
  })
}

/** Whether a transaction minted something that lies in the pack of this order. */
async function mints(sql: Db, chain: ChainConfig, result: TransactionResult, orderId: string): Promise<boolean> {
  const refIds = new Set(await listRefIds(sql, orderId))
  return mintedRefIds(chain, result).some((refId) => refIds.has(refId))
}

/** The references of what a transaction minted by our contract. */
function mintedRefIds(chain: ChainConfig, { events }: TransactionResult): string[] {
  const type = `A.${chain.contractAddress.replace(/^0x/, '')}.Collectible.Minted`
  return events
    .filter((event) => event.type === type)
    .map(({ payload }) => decodeEvent(payload)['refId'])
    .filter((refId) => typeof refId === 'string')
}
