import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import * as trades from './queries.ts'
import { settleTrade } from './settle-trade.ts'
import type { TradeDeps } from './settle-trade.ts'

const looks = 8

/** Starts the delivery of a trade right after the answer and looks at it for some seconds; the worker goes on from any point. */
export const deliverSoon = (deps: TradeDeps & Pick<Deps, 'background'>, tradeId: string): void =>
  deps.background.run('trade', async () => {
    for (let look = 0; look < looks; look += 1) {
      await settleTrade(deps, tradeId)
      if ((await trades.find(deps.sql, tradeId))?.state !== 'delivering') return
      await sleep(look < 2 ? 150 : 600)
    }
  })
