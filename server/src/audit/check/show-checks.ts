import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type { Sql } from '../../platform/db/connect.ts'
import { listResults } from './result-queries.ts'
import type { CheckResult } from './result-queries.ts'

/**
 * What the last look of each invariant came to, as metrics. They are read from the database, so that every process shows the same,
 * whichever of them looked; while the database is away they are left out.
 */
export function showChecks(registry: Registry, sql: Sql): void {
  const show = (name: string, help: string, valueOf: (result: CheckResult) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['invariant'],
      registers: [registry],
      async collect() {
        this.reset()
        for (const result of await listResults(sql).catch(() => []))
          this.set({ invariant: result.invariant }, valueOf(result))
      },
    })
  show('kura_invariant_violations', 'violations found by the last look', ({ violations }) => violations)
  show('kura_invariant_check_seconds', 'how long the last look of an invariant took', ({ seconds }) => seconds)
  show(
    'kura_invariant_checked_at_seconds',
    'when an invariant was looked at last, in seconds since 1970',
    ({ checkedAt }) => checkedAt.getTime() / 1000,
  )
}
