import type { Words } from '@kura/contract/ids'
import type { Db } from '../../platform/db/connect.ts'

export type Entry = { account: string; amount: bigint }
/** The member whose list shows a movement: of points, with the lot it changed, or of proceeds. */
export type OfMember = { memberId: string; lotId?: string }

/** The movement's row, unless this kind and cause was booked before. */
export const insertMovement = async (
  db: Db,
  movement: { id: string; kind: string; cause: string; reason: Words; ofMember: OfMember | undefined },
): Promise<boolean> => {
  const { id, kind, cause, reason, ofMember } = movement
  const rows = await db`
    insert into ledger_movements (id, kind, cause, reason, reason_ja, member_id, lot_id)
    values (${id}, ${kind}, ${cause}, ${reason.en}, ${reason.ja}, ${ofMember?.memberId ?? null}, ${ofMember?.lotId ?? null})
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

/** Accounts of a member, created on first use and locked until the transaction ends. */
export const lockAccounts = async (
  db: Db,
  memberId: string,
  accounts: readonly string[],
  unit: 'point' | 'yen',
): Promise<void> => {
  const ids = [...accounts]
  const locked = await db`select id from ledger_accounts where id = any(${ids}::text[]) order by id for no key update`
  if (locked.length === ids.length) return
  await db`
    insert into ledger_accounts (id, unit, kind, member_id)
    select id, ${unit}, 'member', ${memberId} from unnest(${ids}::text[]) id order by id
    on conflict (id) do nothing`
  await db`select id from ledger_accounts where id = any(${ids}::text[]) order by id for no key update`
}

/** An account of the house, created on first use. */
export const ensureHouseAccount = (db: Db, id: string) => db`
  insert into ledger_accounts (id, unit, kind) values (${id}, 'yen', 'system') on conflict (id) do nothing`

export type HeldProceeds = { memberId: string; yen: number; takenYen: number; isCredited: boolean; leftYen: number }
/**
 * A seller's proceeds of a trade, the withdrawn part, whether they have cleared, and the seller's
 * payable balance.
 */
export const findProceeds = async (db: Db, tradeId: string): Promise<HeldProceeds | undefined> => {
  const [row] = await db<HeldProceeds[]>`
    select m.member_id as "memberId", e.amount::int as yen,
           exists (select 1 from ledger_movements c where c.kind = 'proceeds-credit' and c.cause = ${tradeId}) as "isCredited",
           coalesce((select balance from ledger_accounts where id = 'member:' || m.member_id || ':proceeds'), 0)::float8 as "leftYen",
           (select coalesce(sum(b.amount), 0)::int
              from ledger_movements r join ledger_entries b on b.movement_id = r.id and b.account_id = 'proceeds:credited'
             where r.member_id = m.member_id and r.kind = 'proceeds-return' and split_part(r.cause, ':', 1) = ${tradeId}) as "takenYen"
      from ledger_movements m
      join ledger_entries e on e.movement_id = m.id and e.amount > 0
     where m.kind = 'proceeds-hold' and m.cause = ${tradeId}`
  return row
}
