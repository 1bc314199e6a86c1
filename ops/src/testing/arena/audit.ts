import { checkInvariants } from '@kura/server/check/check'
import type { Arena, Server } from './arena.ts'

/** Whether anything still waits to become final: every order has ended and every opened pack lies on the chain. */
const countUnfinished = async ({ deps }: Pick<Arena, 'deps'>): Promise<number> => {
  const [row] = await deps.sql<[{ count: number }]>`
    select (select count(*)::int from orders where state in ('reserved', 'authorised', 'captured', 'refunding'))
         + (select count(*)::int from openings where state in ('opened', 'minting')) as count`
  return row.count
}

export type AuditWish = {
  /** Calls that may have failed in a way no contract declares. */
  withChain?: boolean
  paymentsMost?: number
}

/**
 * Everything that must hold after a storm or fault: every invariant against database, gateways and chain, nothing left unfinished, no
 * failure that no contract declares, no alarm. Answers what does not hold, one line each.
 */
export async function audit(
  arena: Arena,
  { withChain = true, paymentsMost = 10_000 }: AuditWish = {},
): Promise<string[]> {
  const found = await checkInvariants(arena.deps, { withGateway: true, withChain, paymentsMost })
  const lines = found.map(({ invariant, id, what }) => `${invariant} ${id}: ${what}`)
  const unfinished = await countUnfinished(arena)
  if (unfinished > 0) lines.push(`${unfinished} orders or openings are not final`)
  return [...lines, ...(await undeclared([...arena.webs, ...arena.workers]))]
}

/** Failures of the living processes that no contract declares. */
async function undeclared(servers: readonly Server[]): Promise<string[]> {
  const texts = await Promise.all(
    servers.filter((server) => server.isAlive()).map(async ({ metricsUrl }) => (await fetch(metricsUrl)).text()),
  )
  return texts.flatMap((text) =>
    text
      .split('\n')
      .filter((line) => line.startsWith('kura_undeclared_errors_total{') && !line.endsWith(' 0'))
      .map((line) => `a call failed in a way no contract declares: ${line}`),
  )
}
