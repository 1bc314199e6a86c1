import type { Words } from '@kura/contract/ids'
import type { Db } from '../db/connect.ts'

export type Entry = { account: string; amount: bigint }
/** Whose list of points shows a movement, and which lot it changed. */
export type OfPoints = { memberId: string; lotId: string }

/** The movement's row, unless this kind and cause was booked before. */
export const insertMovement = async (
  db: Db,
  movement: { id: string; kind: string; cause: string; reason: Words; ofPoints: OfPoints | undefined },
): Promise<boolean> => {
  const { id, kind, cause, reason, ofPoints } = movement
  const rows = await db`
    insert into ledger_movements (id, kind, cause, reason, reason_ja, member_id, lot_id)
    values (${id}, ${kind}, ${cause}, ${reason.en}, ${reason.ja}, ${ofPoints?.memberId ?? null}, ${ofPoints?.lotId ?? null})
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

/** The accounts of a member's points, made when they are first needed and locked until the transaction ends. */
export const lockAccounts = async (db: Db, memberId: string, accounts: readonly string[]): Promise<void> => {
  const ids = [...accounts]
  const locked = await db`select id from ledger_accounts where id = any(${ids}::text[]) order by id for no key update`
  if (locked.length === ids.length) return
  await db`
    insert into ledger_accounts (id, unit, kind, member_id)
    select id, 'point', 'member', ${memberId} from unnest(${ids}::text[]) id order by id
    on conflict (id) do nothing`
  await db`select id from ledger_accounts where id = any(${ids}::text[]) order by id for no key update`
}
