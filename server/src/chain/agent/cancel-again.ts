import { clearOtherAlarms } from '../../platform/alarm/clear-alarms.ts'
import { raiseAlarm } from '../../platform/alarm/raise-alarm.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { intendCancel } from './cancel-orders.ts'

/** An order that was taken back and still stands, and the name of the try at ending it that is due (`joinTry`). */
export type StuckOrder = { orderId: string; seller: string; cause: string }
/** Whose orders they are, how many, and why the last try failed, if it did. */
export type StuckSeller = { seller: string; count: number; error: string | null }

/** Asks our agent again for orders that were taken back and still stand, each alone: one that cannot be ended holds no other back. */
export async function cancelAgain({ sql }: Pick<Deps, 'sql'>, orders: StuckOrder[]): Promise<void> {
  for (const { orderId, seller, cause } of orders)
    await transaction(sql, (db) => intendCancel(db, { cause, seller, orderIds: [orderId] }))
}

/** Calls a person for accounts whose orders our agent cannot end, an alarm each, and takes back those of accounts where none is stuck any more. */
export async function tellOfStuck(
  deps: Pick<Deps, 'sql' | 'log' | 'metrics'>,
  kind: 'listing-stuck' | 'gift-stuck',
  sellers: StuckSeller[],
): Promise<void> {
  await clearOtherAlarms(
    deps.sql,
    kind,
    sellers.map(({ seller }) => seller),
  )
  for (const { seller, count, error } of sellers)
    if (error !== null)
      await raiseAlarm(deps, {
        kind,
        subject: seller,
        message: `the agent cannot end ${count} orders of ${seller}: ${error}`,
      })
}
