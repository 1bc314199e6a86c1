import type { Deps } from '../../deps.ts'
import { raiseAlarm } from '../../platform/alarm/alarms.ts'
import { checkInvariants, invariants } from './check.ts'
import type { Violation } from './check.ts'
import { keepMark } from './ledger-queries.ts'
import { findProgress, keepProgress } from './progress-queries.ts'
import { keepResults } from './result-queries.ts'
import type { CheckResult } from './result-queries.ts'

/**
 * Runs the check, keeps the counts for the metrics, and raises an alarm for each invariant that is broken. `changed` looks at what moved
 * since everything was right the last time; once something is wrong it looks at everything until it is not.
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
