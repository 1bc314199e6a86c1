import { raiseAlarm } from '../../platform/alarm/alarms.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import * as flags from './flag-queries.ts'

/**
 * Flags trades since the last run of members who trade with themselves or in a circle, and raises
 * an alarm for each. Several runs at once, or one again, flag each trade once.
 */
export async function flagTrades(deps: Pick<Deps, 'sql' | 'log' | 'metrics'>): Promise<void> {
  const found = await transaction(deps.sql, async (db) => {
    const { since, now } = await flags.holdMark(db)
    const found = await flags.insertFlags(db, since)
    await flags.moveMark(db, now)
    return found
  })
  for (const [listingId, each] of Map.groupBy(found, (flag) => flag.listingId))
    await raiseAlarm(deps, {
      kind: 'market',
      subject: listingId,
      message: each.map(({ rule, details }) => `${rule}: ${details}`).join('; '),
    })
}

/**
 * A private member with so many sales in the days reported may be selling as a business, which has
 * duties of its own.
 */
const busySales = 30

export type MarketReport = {
  days: number
  flags: flags.FlagRow[]
  professionals: flags.ProfessionalRow[]
  busySellers: flags.SellerRow[]
}

/**
 * `kura market report`: flagged trades, members who sell by trade, and private members with many
 * sales, of the last so many days.
 */
export async function reportMarket({ sql }: Pick<Deps, 'sql'>, days: number): Promise<MarketReport> {
  return {
    days,
    flags: [...(await flags.listFlags(sql, days))],
    professionals: [...(await flags.listProfessionals(sql))],
    busySellers: [...(await flags.listBusySellers(sql, days, busySales))],
  }
}
