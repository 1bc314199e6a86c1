import { buildApp } from '../../../app.ts'
import { buildDeps } from '../../../deps.ts'
import type { MarketWorld } from '../../../market/listing/testing/market-world.ts'
import { callOver } from '../../../testing/test-world.ts'
import type { TestWorld } from '../../../testing/test-world.ts'
import { holdTrades } from './trading.ts'

/**
 * Further server processes, as far as the database can tell: each with a pool of its own. They end
 * with the test.
 */
export async function moreServers(
  market: MarketWorld,
  count: number,
  ends: (() => Promise<void>)[],
): Promise<TestWorld[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const deps = await buildDeps(market.deps.env, market.deps.log)
      Object.assign(deps.chain, { startHeight: market.deps.chain.startHeight })
      const { http } = await buildApp(deps, { withPages: false })
      ends.push(async () => {
        await http.close()
        await deps.close()
      })
      const server: TestWorld = {
        ...market,
        deps,
        http,
        call: (name, input, options) => callOver(http, name, input, options),
      }
      holdTrades(server)
      return server
    }),
  )
  return [market, ...servers]
}
