import type { Deps } from '../deps.ts'
import { transaction } from '../db/transaction.ts'
import { releaseRoyalty } from '../ledger/book-trade.ts'
import { creditProceeds } from '../ledger/credit-proceeds.ts'
import * as trades from './queries.ts'

const atOnce = 100

/**
 * Makes the proceeds and the royalty of every delivered trade payable whose clearing time is over, each in its own transaction and once.
 * Answers how many it settled.
 */
export async function settleCleared({ sql }: Pick<Deps, 'sql'>): Promise<number> {
  let settled = 0
  for (const id of await trades.listCleared(sql, atOnce)) if (await settleOne({ sql }, id)) settled += 1
  return settled
}

const settleOne = ({ sql }: Pick<Deps, 'sql'>, tradeId: string): Promise<boolean> =>
  transaction(sql, async (db) => {
    const trade = await trades.find(db, tradeId)
    if (!trade || !(await trades.markSettled(db, tradeId))) return false
    if (!(await creditProceeds(db, { tradeId, name: trade.name })))
      throw new Error(`the proceeds of trade ${tradeId} were credited or taken back before`)
    await releaseRoyalty(db, { ...trade, tradeId })
    return true
  })
