import type { Deps } from '../deps.ts'
import { checkInvariants, invariants } from './check.ts'
import type { Violation } from './check.ts'
import { keepMark } from './ledger-queries.ts'
import { raiseAlarm } from './raise-alarm.ts'

/** Runs the check, shows the counts as a metric, and raises an alarm for each invariant that is broken. */
export async function checkAndCount(deps: Pick<Deps, 'sql' | 'log' | 'metrics'>): Promise<Violation[]> {
  const found = await checkInvariants(deps)
  for (const invariant of Object.keys(invariants)) {
    const broken = found.filter((violation) => violation.invariant === invariant)
    deps.metrics.invariantViolations.set({ invariant }, broken.length)
    const [first] = broken
    if (first) {
      const message = `${broken.length} violations, the first at ${first.id}: ${first.what}`
      await raiseAlarm(deps, { kind: 'invariant', subject: invariant, message })
    }
  }
  // a ledger whose history was changed is not marked as good
  if (!found.some(({ invariant }) => invariant === 'I4')) await keepMark(deps.sql)
  return found
}
