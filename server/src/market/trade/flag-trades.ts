import { raiseAlarm } from '../../platform/alarm/alarms.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import * as flags from './flag-queries.ts'

/**
 * Looks at what was delivered since the last time for members who trade with themselves or in a circle, and calls a person for what it
 * finds. Run by several at once, or again, it finds each once.
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

/** So many sales in the days reported make a private member worth a look: who sells as a business has duties of their own. */
const busySales = 30

export type MarketReport = {
  days: number
  flags: flags.FlagRow[]
  professionals: flags.ProfessionalRow[]
  busySellers: flags.SellerRow[]
}

/** What a person should look at in the market of the last so many days: odd trades, who sells by trade, and who may without saying so. */
export async function reportMarket({ sql }: Pick<Deps, 'sql'>, days: number): Promise<MarketReport> {
  return {
    days,
    flags: [...(await flags.listFlags(sql, days))],
    professionals: [...(await flags.listProfessionals(sql))],
    busySellers: [...(await flags.listBusySellers(sql, days, busySales))],
  }
}
