import type { TimedQueue } from '../../platform/jobs/queues.ts'
import { reconcile } from './reconcile.ts'
import type { ReconcileDeps } from './reconcile.ts'

/** What compares our books with the outside by the clock; a comparison that runs elsewhere is left alone. */
export const reconcileJobs = (deps: ReconcileDeps): TimedQueue[] => [
  { name: 'reconcile-card', cron: '7 * * * *', run: () => reconcile(deps, 'card') },
  { name: 'reconcile-paidy', cron: '22 * * * *', run: () => reconcile(deps, 'paidy') },
  { name: 'reconcile-chain', cron: '37 * * * *', run: () => reconcile(deps, 'chain') },
  // every vault, at a quarter to four in Japan
  { name: 'reconcile-vaults', cron: '45 18 * * *', run: () => reconcile(deps, 'chain', { isWhole: true }) },
]
