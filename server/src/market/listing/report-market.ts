import type { Deps } from '../../deps.ts'
import * as flags from './flag-queries.ts'

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
