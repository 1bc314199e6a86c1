import { checkInvariants } from '@kura/server/audit/check/check'
import { lostJobs } from '@kura/server/audit/check/order-queries'
import type { Arena } from './arena.ts'
import { untilRead } from './until-read.ts'
import { until } from './until.ts'

/** Counts orders, openings and notices with work remaining. */
async function countUnfinished({ deps }: Pick<Arena, 'deps'>): Promise<number> {
  const [row] = await deps.sql<[{ count: number }]>`
    select (select count(*)::int from orders where state in ('reserved', 'authorised', 'captured', 'refunding'))
         + (select count(*)::int from openings where state in ('opened', 'minting'))
         + (select count(*)::int from gateway_notices where handled_at is null) as count`
  return row.count
}

/** Whether anything waits for a process, not only for its buyer. */
async function isWorkLeft({ deps }: Pick<Arena, 'deps'>): Promise<boolean> {
  const rows = await deps.sql`
    select 1 from payments where state in ('entering', 'executing', 'securing', 'unknown', 'refunding')
    union all select 1 from openings where state in ('opened', 'minting') limit 1`
  return rows.length > 0
}

const comes = (isSo: () => Promise<boolean>, seconds: number): Promise<boolean> =>
  until('', isSo, seconds).then(
    () => true,
    () => false,
  )

/**
 * Waits until every order is final. Moves the clock, so that leases of dead processes run out and
 * unpaid orders expire. Fails when an order never becomes final.
 */
export async function settle(arena: Arena): Promise<void> {
  const isFinal = async () => (await countUnfinished(arena)) === 0
  if (await comes(isFinal, 1)) return
  if (await isWorkLeft(arena)) {
    await arena.moveClock('31 seconds')
    if (await comes(isFinal, 4)) return
  }
  await arena.moveClock('12 minutes')
  await until('every order is final', isFinal)
}

/**
 * Checks what must hold after a storm or fault: every invariant of database, gateways and chain, no
 * unfinished work, and no undeclared failure since `known` was counted. Returns each violation as a
 * line.
 */
export async function audit(arena: Arena, known: ReadonlyMap<string, number> = new Map()): Promise<string[]> {
  // the rows are compared with the newest state of the chain
  await untilRead(arena)
  // a job in the queue while the clock moves by a day only seems lost; a job that is lost stays and
  // is found below
  await comes(async () => (await lostJobs(arena.deps.sql)).length === 0, 30)
  const found = await checkInvariants(arena.deps, { withGateway: true, withChain: true, paymentsMost: 10_000 })
  const lines = found.map(({ invariant, id, what }) => `${invariant} ${id}: ${what}`)
  // a gateway may send its last notices after everything was final
  const isFinal = await comes(async () => (await countUnfinished(arena)) === 0, 15)
  const unfinished = isFinal ? 0 : await countUnfinished(arena)
  if (unfinished > 0) lines.push(`${unfinished} orders, openings or notices are not final`)
  for (const [call, count] of await countUndeclared(arena))
    if (count > (known.get(call) ?? 0)) lines.push(`a call failed in a way no contract declares: ${call}`)
  return lines
}

/** How often calls failed in a way no contract declares, by process and call. */
export async function countUndeclared({
  webs,
  workers,
}: Pick<Arena, 'webs' | 'workers'>): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const server of [...webs, ...workers].filter((one) => one.isAlive())) {
    const lines = (await (await fetch(server.metricsUrl)).text()).split('\n')
    for (const line of lines.filter((one) => one.startsWith('kura_undeclared_errors_total{'))) {
      const [, call = '', count = '0'] = /\{call="(.*)"\} (\d+)$/.exec(line) ?? []
      counts.set(`${server.name} ${call}`, Number(count))
    }
  }
  return counts
}
