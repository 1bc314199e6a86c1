import { raiseAlarm } from '../../platform/alarm/alarms.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { holdMark, insertFlags, moveMark } from './flag-queries.ts'

/**
 * Looks at what was delivered since the last time for members who trade with themselves or in a circle, and calls a person for what it
 * finds. Run by several at once, or again, it finds each once.
 */
export async function flagTrades(deps: Pick<Deps, 'sql' | 'log' | 'metrics'>): Promise<void> {
  const found = await transaction(deps.sql, async (db) => {
    const { since, now } = await holdMark(db)
    const flags = await insertFlags(db, since)
    await moveMark(db, now)
    return flags
  })
  for (const [listingId, flags] of Map.groupBy(found, (flag) => flag.listingId))
    await raiseAlarm(deps, {
      kind: 'market',
      subject: listingId,
      message: flags.map(({ rule, details }) => `${rule}: ${details}`).join('; '),
    })
}
