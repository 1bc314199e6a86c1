import type { Deps } from '../deps.ts'
import { checkInvariants, invariants } from './check.ts'
import type { Violation } from './check.ts'
import { keepMark } from './ledger-queries.ts'
import { findProgress, keepProgress } from './progress-queries.ts'
import { raiseAlarm } from './raise-alarm.ts'

/**
 * Runs the check, shows the counts as a metric, and raises an alarm for each invariant that is broken. `changed` looks at what moved
 * since everything was right the last time; once something is wrong it looks at everything until it is not.
 */
export async function checkAndCount(
  deps: Pick<Deps, 'sql' | 'log' | 'metrics'>,
  extent: 'changed' | 'whole' = 'whole',
): Promise<Violation[]> {
  const { since, now } = await findProgress(deps.sql)
  const found = await checkInvariants(deps, { since: extent === 'whole' ? null : since })
  for (const invariant of Object.keys(invariants)) {
    const broken = found.filter((violation) => violation.invariant === invariant)
    deps.metrics.invariantViolations.set({ invariant }, broken.length)
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
