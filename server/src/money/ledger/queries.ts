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

/** Rows of many movements; fewer ids than movements come back when one was booked before. */
export const insertMovements = async (
  db: Db,
  movements: readonly { id: string; kind: string; cause: string; reason: Words; memberId: string }[],
): Promise<number> => {
  const rows = await db`
    insert into ledger_movements (id, kind, cause, reason, reason_ja, member_id)
    select id, kind, cause, reason ->> 'en', reason ->> 'ja', "memberId"
      from jsonb_to_recordset(${db.json(movements as never)}) as m (id uuid, kind text, cause text, reason jsonb, "memberId" uuid)
    on conflict (kind, cause) do nothing returning 1`
  return rows.length
}

/** Entries of many movements, and the balances they change, each once. The caller holds the accounts. */
export const insertEntries = (
  db: Db,
  entries: readonly { movementId: string; account: string; amount: number }[],
) => db`
  with entries as (
    insert into ledger_entries (movement_id, account_id, amount)
    select "movementId", account, amount
      from jsonb_to_recordset(${db.json(entries as never)}) as e ("movementId" uuid, account text, amount bigint)
    returning account_id, amount
  ), sums as (
    select account_id, sum(amount) as amount from entries group by account_id
  )
  update ledger_accounts a set balance = a.balance + s.amount from sums s where a.id = s.account_id`

/** Holds existing accounts until the transaction ends, in the usual sequence. */
export const holdAccounts = (db: Db, ids: readonly string[]) => db`
  select id from ledger_accounts where id = any(${[...ids]}::text[]) order by id for no key update`

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

/** Notes what a seller owes of an undone trade, or how much of it is still missing. */
export const openClaim = (db: Db, claim: { tradeId: string; memberId: string; name: Words; missingYen: number }) => db`
  insert into proceeds_claims (trade_id, member_id, name_ja, name_en, claimed_yen, missing_yen)
  values (${claim.tradeId}, ${claim.memberId}, ${claim.name.ja}, ${claim.name.en}, ${claim.missingYen}, ${claim.missingYen})
  on conflict (trade_id) do update set missing_yen = excluded.missing_yen`

/** Ends a claim that is paid; false when none is open. */
export const closeClaim = async (db: Db, tradeId: string): Promise<boolean> => {
  const rows = await db`
    update proceeds_claims set missing_yen = 0, ended_at = kura_now()
     where trade_id = ${tradeId} and ended_at is null returning 1`
  return rows.length > 0
}

/** What a seller owes, the oldest first. */
export const listOpenClaims = (db: Db, memberId: string) => db<{ tradeId: string; name: Words }[]>`
  select trade_id as "tradeId", json_build_object('ja', name_ja, 'en', name_en) as name
    from proceeds_claims where member_id = ${memberId} and ended_at is null order by opened_at, trade_id`

export type Claim = { tradeId: string; memberId: string; claimedYen: number; missingYen: number; day: string }
/** Every open claim, the oldest first. */
export const listClaims = (db: Db) => db<Claim[]>`
  select trade_id as "tradeId", member_id as "memberId", claimed_yen as "claimedYen", missing_yen as "missingYen",
         to_char(opened_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as day
    from proceeds_claims where ended_at is null order by opened_at, trade_id`

/** Marks open claims that no alarm was raised for; the caller raises it in this transaction. */
export const takeUnalarmed = (db: Db) => db<Pick<Claim, 'tradeId' | 'memberId' | 'missingYen'>[]>`
  update proceeds_claims set alarmed_at = kura_now() where ended_at is null and alarmed_at is null
  returning trade_id as "tradeId", member_id as "memberId", missing_yen as "missingYen"`
