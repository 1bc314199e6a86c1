import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import { reportDueDrift } from '../../chain/index/sale-drift-report.ts'
import type { SaleDrift } from '../../chain/index/sale-drift-report.ts'
import type { Deps } from '../../deps.ts'
import { raiseAlarm } from '../../platform/alarm/alarms.ts'
import type { Sql } from '../../platform/db/connect.ts'
import { askChain } from '../../platform/flow/ask-chain.ts'
import { checkInvariants, invariants } from './check.ts'
import type { Violation } from './check.ts'
import { keepMark } from './ledger-queries.ts'
import { findProgress, keepProgress, keepResults, listResults } from './run-queries.ts'
import type { CheckResult } from './run-queries.ts'

/**
 * Runs the check, stores the counts for the metrics, and raises an alarm for each broken invariant.
 * `changed` checks what changed since the last check without violations; after a violation it
 * checks everything until there is none.
 */
export async function checkAndCount(
  deps: Pick<Deps, 'sql' | 'log' | 'metrics'>,
  extent: 'changed' | 'whole' = 'whole',
): Promise<Violation[]> {
  const { since, now } = await findProgress(deps.sql)
  const results: Omit<CheckResult, 'checkedAt'>[] = []
  const from = extent === 'whole' ? null : since
  const found = await checkInvariants(deps, { since: from, tell: (result) => void results.push(result) })
  await keepResults(deps.sql, results, from === null)
  for (const invariant of Object.keys(invariants)) {
    const broken = found.filter((violation) => violation.invariant === invariant)
    const [first] = broken
    if (first) {
      const message = `${broken.length} violations, the first at ${first.id}: ${first.what}`
      await raiseAlarm(deps, { kind: 'invariant', subject: invariant, message })
    }
  }
  await keepProgress(deps.sql, found.length === 0 ? now : null)
  // a ledger that is not right is not marked as good
  if (!found.some(({ invariant }) => invariant === 'I1' || invariant === 'I2' || invariant === 'I4'))
    await keepMark(deps.sql)
  return found
}

/** As the metrics and alarms call it. */
const name = 'sales-on-chain'
/** How many accounts without an open order are compared in one run. */
const endedPerRun = 500

/**
 * Compares every open order, and in turn the ended ones that have not expired, with their sellers'
 * accounts on chain. Stores the count for the metrics, and raises an alarm that names the first
 * differences. Fails with SERVICE_UNAVAILABLE while the chain is away; then nothing is stored.
 */
export async function checkSales(
  deps: Pick<Deps, 'sql' | 'log' | 'metrics' | 'accessNode' | 'chain'>,
): Promise<SaleDrift[]> {
  const begun = performance.now()
  const drift = await askChain(deps, () => reportDueDrift(deps, { most: endedPerRun }))
  const seconds = (performance.now() - begun) / 1000
  await keepResults(deps.sql, [{ invariant: name, violations: drift.length, seconds }], true)
  if (drift.length > 0) {
    const first = drift.slice(0, 3).map(({ orderId, what }) => `${orderId}: ${what}`)
    const message = `${drift.length} orders differ from the chain, the first: ${first.join('; ')}`
    await raiseAlarm(deps, { kind: 'invariant', subject: name, message })
  }
  return drift
}

/**
 * Results of the last check of each invariant, as metrics. They are read from the database, so that
 * every process shows the same; while the database is away they are left out.
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
  show('kura_invariant_violations', 'violations found by the last check', ({ violations }) => violations)
  show('kura_invariant_check_seconds', 'how long the last check of an invariant took', ({ seconds }) => seconds)
  show(
    'kura_invariant_checked_at_seconds',
    'when an invariant was last checked, in seconds since 1970',
    ({ checkedAt }) => checkedAt.getTime() / 1000,
  )
}
