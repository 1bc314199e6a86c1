import assert from 'node:assert/strict'
import { indexAll, rebuildIndex } from '@kura/server/chain/index/index-once'
import { reportSaleDrift } from '@kura/server/chain/index/sale-drift-report'
import { settle } from '../arena/audit.ts'
import { untilRead } from '../arena/until-read.ts'
import { until } from '../arena/until.ts'
import { judgeMarket } from '../market/judge-market.ts'
import type { Market } from '../market/market.ts'
import { runMarket } from '../market/run-market.ts'
import { differingRows, keepRows } from './index-faults.ts'
import { gatewaySteps } from './scene.ts'
import type { Fault, Scene } from './scene.ts'

const returns = ['VOID', 'RETURN', 'RETURNX']

/**
 * Random members trade on several processes that are killed. At the end the chain, replayed without
 * the server, agrees with the rows, the books and all responses.
 */
async function playMarket(scene: Scene): Promise<string> {
  const { arena, seed, size } = scene
  const { sql } = arena.deps
  const plan = {
    seed,
    traders: size(6, 24),
    tokensEach: size(3, 6),
    steps: size(20, 420),
    kills: size(5, 150),
    days: size(1, 20),
  }
  const { market, killed, restarts, acts } = await runMarket(arena, plan, scene.anyWeb)
  const clock = setInterval(() => void arena.moveClock('31 seconds').catch(() => {}), 1500)
  try {
    await settle(arena)
    await untilQuiet(scene)
  } finally {
    clearInterval(clock)
  }
  // stop the workers, so that nothing new begins and no draft is cancelled during the check; what
  // was just sent is still read
  await Promise.all(arena.workers.splice(0).map((worker) => worker.stop()))
  await indexAll(arena.deps)
  const judged = await judgeMarket(market)
  assert.deepEqual(judged.violations, [])
  const drift = await reportSaleDrift(arena.deps)
  assert.deepEqual(drift, [])
  await keepRows(sql)
  await rebuildIndex(arena.deps)
  assert.deepEqual(await differingRows(sql), [], 'read again from the first block')
  await assertMoney(
    scene,
    market.traders.map(({ memberId }) => memberId),
  )
  const { sold, given, refunded, ends } = judged
  assert.ok(sold > 0, `nothing was sold: ${JSON.stringify([acts, countEnds(market), ends])}`)
  return [
    `${plan.traders} members on ${market.tokens.length} tokens: ${JSON.stringify(acts)}`,
    `${killed} kills, ${restarts} processes started again, ${plan.days} days`,
    `purchases shown as ${JSON.stringify(countEnds(market))}`,
    `orders on chain ended ${JSON.stringify(ends)}, ${sold} sold, ${given} given by mail, ${refunded} purchases refunded`,
  ].join('; ')
}

/** How often each outcome of a purchase was returned. */
function countEnds({ events }: Market): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const event of events) {
    if (event.kind !== 'bought') continue
    const name = event.end.kind === 'refused' ? event.end.code : event.end.kind
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

/** Waits until no work on the chain is under way. */
async function untilQuiet({ arena }: Scene): Promise<void> {
  await until('every transaction of the agent is over', async () => {
    const open = await arena.deps
      .sql`select 1 from chain_transactions where state in ('intended', 'signed', 'sent') limit 1`
    return open.length === 0
  })
  await untilRead(arena)
}

/** Asserts by the gateway's books that every charged buyer has a token or a full refund. */
async function assertMoney(scene: Scene, memberIds: readonly string[]): Promise<void> {
  const rows = await scene.arena.deps.sql<{ id: string; state: string }[]>`
    select o.id, o.state from orders o join payments p on p.order_id = o.id and p.gateway = 'card'
     where o.listing_id is not null and o.member_id = any(${[...memberIds]}::uuid[])`
  for (const { id, state } of rows) {
    const steps = (await gatewaySteps(scene, [id])).flat()
    const taken = steps.filter((step) => step === 'CAPTURE').length
    const back = steps.filter((step) => returns.includes(step)).length
    const expected = state === 'delivered' ? [1, 0] : state === 'refunded' ? [1, 1] : [0, back]
    assert.deepEqual([taken, back], expected, `${id} is ${state}: ${steps.join(' ')}`)
  }
}

export const marketModel: Fault = {
  name: 'F23',
  title: 'members list, buy, cancel, reprice, send away, revoke and wait in random order; processes die',
  run: playMarket,
}
