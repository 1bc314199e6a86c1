import type { Sql } from '../../../platform/db/connect.ts'
import { checkInvariants } from '../check.ts'
import type { CheckScope } from '../check.ts'

/**
 * Plants a contradiction past every constraint and trigger, runs the check, and rolls it back.
 * Returns each finding as `<invariant> <id>: <what>`.
 */
export async function plantIn(
  deps: Parameters<typeof checkInvariants>[0] & { sql: Sql },
  change: (db: Sql) => Promise<unknown>,
  scope: CheckScope = {},
): Promise<string[]> {
  const planted = new Error('rolled back')
  let found: Awaited<ReturnType<typeof checkInvariants>> = []
  await deps.sql
    .begin(async (db) => {
      await db`set local session_replication_role = replica`
      await change(db as never)
      // the check begins a transaction of its own; inside this one a savepoint stands in for it
      const begin = (_options: string, work: (db: unknown) => unknown) => work(db)
      const inside = Object.assign(
        (...args: unknown[]) => (db as never as (...all: unknown[]) => unknown)(...args),
        db,
        { begin },
      )
      found = await checkInvariants({ ...deps, sql: inside as never }, scope)
      throw planted
    })
    .catch((error: unknown) => {
      if (error !== planted) throw error
    })
  return found.map(({ invariant, id, what }) => `${invariant} ${id}: ${what}`)
}
