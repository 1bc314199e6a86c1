import type { Db } from '../db/connect.ts'

export type Entry = { account: string; amount: bigint }

/** The movement's row, unless this kind and cause was booked before. */
export const insertMovement = async (
  db: Db,
  movement: { id: string; kind: string; cause: string; reason: string },
): Promise<boolean> => {
  const rows = await db`
    insert into ledger_movements (id, kind, cause, reason)
    values (${movement.id}, ${movement.kind}, ${movement.cause}, ${movement.reason})
    on conflict (kind, cause) do nothing returning 1`
  return rows.length > 0
}

/** One entry and the balance it changes, in one statement. */
export const insertEntry = async (db: Db, movementId: string, { account, amount }: Entry): Promise<void> => {
  await db`
    with entry as (
      insert into ledger_entries (movement_id, account_id, amount) values (${movementId}, ${account}, ${amount})
      returning account_id, amount
    )
    update ledger_accounts a set balance = a.balance + e.amount from entry e where a.id = e.account_id`
}
