import { clearAlarms, raiseAlarm } from '../../platform/alarm/alarms.ts'
import type { Deps } from '../../deps.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { releaseRoyalty } from '../../money/ledger/book-trade.ts'
import { creditProceeds } from '../../money/ledger/credit-proceeds.ts'
import * as trades from './queries.ts'

type SettleDeps = Pick<Deps, 'sql' | 'log' | 'metrics'>
const atOnce = 100
const alarm = 'settling-failed'

/**
 * Makes the proceeds and the royalty of every delivered trade payable whose clearing time is over, each in its own transaction and once. One
 * whose books contradict it is left as it is, and a person is called; it keeps nobody else from the money. Answers how many it settled.
 */
export async function settleCleared(deps: SettleDeps): Promise<number> {
  let settled = 0
  for (const id of await trades.listCleared(deps.sql, { limit: atOnce, alarm }))
    if (await settleOne(deps, id).catch((error: unknown) => tell(deps, id, error))) settled += 1
  return settled
}

const settleOne = ({ sql }: SettleDeps, tradeId: string): Promise<boolean> =>
  transaction(sql, async (db) => {
    const trade = await trades.find(db, tradeId)
    if (!trade || !(await trades.markSettled(db, tradeId))) return false
    if (!(await creditProceeds(db, { tradeId, name: trade.name })))
      throw new Error(`the proceeds of trade ${tradeId} were credited or taken back before`)
    await releaseRoyalty(db, { ...trade, tradeId })
    await clearAlarms(db, tradeId, alarm)
    return true
  })

async function tell(deps: SettleDeps, tradeId: string, error: unknown): Promise<false> {
  const message = `a delivered trade cannot be settled: ${error instanceof Error ? error.message : String(error)}`
  await raiseAlarm(deps, { kind: alarm, subject: tradeId, message })
  return false
}
