import { randomUUID } from 'node:crypto'
import { AccessError } from '@kura/cadence/access-error'
import { IndexGapError } from '../../chain/index/read-events.ts'
import type { Deps } from '../../deps.ts'
import { newId } from '../../platform/db/id.ts'
import type { TimedQueue } from '../../platform/jobs/queues.ts'
import type { Difference, Source } from './difference.ts'
import { LostRunError } from './note-page.ts'
import { reconcileChain } from './reconcile-chain.ts'
import { reconcilePayments, SilentError } from './reconcile-payments.ts'
import { dropRun, finishRun, takeRun } from './run-queries.ts'
import type { Run, Totals } from './run-queries.ts'

export type ReconcileDeps = Pick<Deps, 'sql' | 'log' | 'metrics' | 'card' | 'paidy' | 'accessNode' | 'chain'>
export type ReconcileOptions = {
  /**
   * Compare what moved from then on, null for everything; without it, from the end of the last
   * comparison.
   */
  since?: Date | null
  /** Ask every holder of a token. */
  isWhole?: boolean
  say?: (compared: number) => void
}
/**
 * `busy`: another process compares. `stopped`: the other side is away, the next comparison
 * continues from there.
 */
export type Outcome =
  | { kind: 'busy' }
  | { kind: 'stopped'; why: string; fresh: Difference[] }
  | ({ kind: 'done'; isResumed: boolean; fresh: Difference[] } & Totals)

/**
 * Compares our books with those of a gateway or the chain, one process at a time. A difference is
 * an open item until it is gone or an operator closes it. The next run continues an interrupted
 * comparison.
 */
export async function reconcile(deps: ReconcileDeps, source: Source, options: ReconcileOptions = {}): Promise<Outcome> {
  const { since, isWhole = false, say = () => {} } = options
  const run = await takeRun(deps.sql, { source, id: newId(), workedBy: randomUUID(), since, isWhole })
  if (!run) return { kind: 'busy' }
  const fresh: Difference[] = []
  const count = (compared: number, found: Difference[]) => {
    fresh.push(...found)
    say(compared)
  }
  try {
    await compare(deps, run, count)
  } catch (error) {
    if (error instanceof LostRunError) return { kind: 'busy' }
    const isSilent = error instanceof SilentError || error instanceof AccessError || error instanceof IndexGapError
    await dropRun(deps.sql, run, isSilent)
    if (!isSilent) throw error
    deps.log.warn({ source, error: error.message }, 'a comparison stopped; the next run continues it')
    return { kind: 'stopped', why: error.message, fresh }
  }
  const totals = await finishRun(deps.sql, run)
  if (!totals) return { kind: 'busy' }
  deps.log.info({ source, ...totals }, 'books compared')
  return { kind: 'done', isResumed: run.cursor !== null, fresh, ...totals }
}

type Count = (compared: number, found: Difference[]) => void

const compare = (deps: ReconcileDeps, run: Run, count: Count): Promise<void> =>
  run.source === 'chain'
    ? reconcileChain(deps, run, count)
    : reconcilePayments(deps, { ...run, source: run.source }, count)

/**
 * What compares our books with the outside by the clock; a comparison that runs elsewhere is left
 * alone.
 */
export const reconcileJobs = (deps: ReconcileDeps): TimedQueue[] => [
  { name: 'reconcile-card', cron: '7 * * * *', run: () => reconcile(deps, 'card') },
  { name: 'reconcile-paidy', cron: '22 * * * *', run: () => reconcile(deps, 'paidy') },
  { name: 'reconcile-chain', cron: '37 * * * *', run: () => reconcile(deps, 'chain') },
  // every vault, at a quarter to four in Japan
  { name: 'reconcile-vaults', cron: '45 18 * * *', run: () => reconcile(deps, 'chain', { isWhole: true }) },
]
