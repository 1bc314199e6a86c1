import { setTimeout as sleep } from 'node:timers/promises'
import type { Arena } from '../arena/arena.ts'
import { randomOf } from '../arena/random.ts'
import { supervise } from '../arena/supervise.ts'
import { seedTraders } from '../arena/traders.ts'
import type { Trader } from '../arena/traders.ts'
import { until } from '../arena/until.ts'
import { givePoints } from '../faults/points.ts'
import { acts, drawAct } from './actions.ts'
import type { Market } from './market.ts'

export type MarketPlan = {
  seed: string
  traders: number
  tokensEach: number
  /** Acts of each member. */
  steps: number
  /** How often a process is killed. */
  kills: number
  /** How often a day passes; listings last one day. */
  days: number
}
export type MarketRun = { market: Market; killed: number; restarts: number; acts: Record<string, number> }

const points = 100_000

/**
 * Members act on the market in the order of the seed, all at once and at all processes, while
 * processes are killed and days pass. Ends when every member is done, without waiting for work
 * still under way.
 */
export async function runMarket(arena: Arena, plan: MarketPlan, anyWeb: () => string): Promise<MarketRun> {
  const { sql } = arena.deps
  const { height } = await arena.deps.accessNode.getSealedBlock()
  const traders = await seedTraders(arena, plan.traders, plan.tokensEach)
  for (const { memberId } of traders) await givePoints(sql, memberId, points)
  const tokens = traders.flatMap((trader) => trader.tokens)
  const itemId = tokens[0]?.itemId ?? ''
  const market: Market = { arena, itemId, traders, tokens, since: height + 1, points, events: [], anyWeb }
  const count: Record<string, number> = Object.fromEntries(acts.map(({ name }) => [name, 0]))
  const [{ days }] = await sql<[{ days: number }]>`select listing_days as days from market_settings`
  await sql`update market_settings set listing_days = 1`
  const stop = supervise(arena)
  const turmoil = disturb(arena, plan)
  let restarts = 0
  try {
    await Promise.all(traders.map((trader, place) => live(market, trader, `${plan.seed} ${place}`, plan.steps, count)))
  } finally {
    const areAllBack = () => [...arena.webs, ...arena.workers].every((server) => server.isAlive())
    await turmoil
      .stop()
      .then(() => until('every process is back', areAllBack))
      // after any failure: nothing may start once the arena is gone
      .finally(async () => (restarts = await stop()))
    await sql`update market_settings set listing_days = ${days}`
  }
  return { market, killed: turmoil.killed(), restarts, acts: count }
}

async function live(market: Market, trader: Trader, seed: string, steps: number, count: Record<string, number>) {
  for (let step = 0; step < steps; step += 1) {
    // each step has its own seed, so that it is the same act however earlier ones ended
    const random = randomOf(`${seed} ${step}`)
    const act = drawAct(random)
    await act.run(market, trader, random)
    count[act.name] = (count[act.name] ?? 0) + 1
  }
}

/** Kills processes at times drawn from the seed, lets their leases run out, and lets days pass. */
function disturb(arena: Arena, { seed, kills, days }: MarketPlan): { stop: () => Promise<void>; killed: () => number } {
  const random = randomOf(`${seed} turmoil`)
  let isOver = false
  let killed = 0
  const clock = setInterval(() => {
    void arena.moveClock('31 seconds').catch(() => {})
    // few members act often, and this test is not about rate limits
    void arena.deps.sql`delete from rate_limits`.catch(() => {})
  }, 1500)
  const going = (async () => {
    const what = [...Array.from({ length: kills }, () => 'kill'), ...Array.from({ length: days }, () => 'day')]
    const keyed = what.map((name) => ({ name, key: random() })).sort((a, b) => a.key - b.key)
    for (const { name } of keyed) {
      const waitMs = 500 + random() * 1500
      const choice = random()
      for (let waited = 0; waited < waitMs && !isOver; waited += 50) await sleep(50)
      if (isOver) return
      if (name === 'day') await arena.moveClock('25 hours')
      else {
        const isWhole = () => [...arena.webs, ...arena.workers].every((server) => server.isAlive())
        // one at a time: with all processes gone nothing would be tested
        await until('every process is back', () => isWhole() || isOver)
        if (isOver) return
        const servers = [...arena.webs, ...arena.workers]
        await servers[Math.floor(choice * servers.length)]?.kill()
        killed += 1
      }
    }
  })()
  return {
    stop: async () => {
      isOver = true
      clearInterval(clock)
      await going
    },
    killed: () => killed,
  }
}
