import { toBankKana } from '@kura/contract/money/bank-kana'
import type { AccountType, PayoutAccount, PayoutState } from '@kura/contract/money/payout'
import type { Db } from '../../platform/db/connect.ts'
import type { BookedPayout } from './book-payout.ts'
import type { Payer, Transfer, TransferResult } from './zengin-file.ts'

// --- accounts

export type NewAccount = {
  id: string
  memberId: string
  bankCode: string
  branchCode: string
  accountType: AccountType
  accountNumber: string
  holder: string
  holderKana: string
}

export const findAccount = async (db: Db, memberId: string): Promise<PayoutAccount | undefined> => {
  const [row] = await db<{ view: PayoutAccount }[]>`
    select json_build_object(
             'financialInstitutionCode', a.bank_code, 'financialInstitutionName', b.name, 'branchCode', a.branch_code,
             'branchName', r.name, 'accountType', a.account_type, 'accountNumber', '••••' || right(a.account_number, 3),
             'fullName', a.holder, 'fullNameKana', normalize(a.holder_kana, nfkc),
             'isBranchClosed', r.closed_at is not null or b.closed_at is not null, 'registeredAt', a.registered_at) as view
      from payout_accounts a join banks b on b.code = a.bank_code
      join bank_branches r on r.bank_code = a.bank_code and r.code = a.branch_code
     where a.member_id = ${memberId} and a.replaced_at is null`
  return row?.view
}

/**
 * The account that payouts go to now; undefined also when its branch was closed. Held until the
 * transaction ends.
 */
export const lockPayable = async (db: Db, memberId: string): Promise<string | undefined> => {
  const [row] = await db<{ id: string }[]>`
    select a.id from payout_accounts a join bank_branches r on r.bank_code = a.bank_code and r.code = a.branch_code
      join banks b on b.code = a.bank_code
     where a.member_id = ${memberId} and a.replaced_at is null and r.closed_at is null and b.closed_at is null
       for share of a`
  return row?.id
}

/** Today in Japan, as in `2026-12-01`. */
export const findToday = async (db: Db): Promise<string> => {
  const [row] = await db<[{ today: string }]>`select (kura_now() at time zone 'Asia/Tokyo')::date::text as today`
  return row.today
}

/** The name of the account that is registered now, in bank kana. */
export const findHolder = async (db: Db, memberId: string): Promise<string | undefined> => {
  const [row] = await db<{ kana: string }[]>`
    select holder_kana as kana from payout_accounts where member_id = ${memberId} and replaced_at is null`
  return row?.kana
}

/** Replaces the account. The caller holds the member's row, so that one replaces at a time. */
export const replaceAccount = async (db: Db, account: NewAccount): Promise<void> => {
  await db`update payout_accounts set replaced_at = kura_now() where member_id = ${account.memberId} and replaced_at is null`
  await db`
    insert into payout_accounts (id, member_id, bank_code, branch_code, account_type, account_number, holder, holder_kana)
    values (${account.id}, ${account.memberId}, ${account.bankCode}, ${account.branchCode}, ${account.accountType},
            ${account.accountNumber}, ${account.holder}, ${account.holderKana})`
}

/** Lets a member register an account in another name once: after a marriage, say. */
export const endAccount = async (db: Db, memberId: string): Promise<boolean> => {
  const rows = await db`
    update payout_accounts set replaced_at = kura_now() where member_id = ${memberId} and replaced_at is null returning 1`
  return rows.length > 0
}

// --- payouts of a member

/** What is payable to a member now. The caller holds the account. */
export const readPayable = async (db: Db, memberId: string): Promise<number> => {
  const [row] = await db<{ yen: number }[]>`
    select balance::float8 as yen from ledger_accounts where id = ${`member:${memberId}:proceeds`}`
  return row?.yen ?? 0
}

export const insertPayout = async (
  db: Db,
  payout: { id: string; memberId: string; accountId: string; amountYen: number; feeYen: number },
): Promise<number> => {
  const [row] = await db<[{ number: number }]>`
    insert into payouts (id, member_id, account_id, amount_yen, fee_yen)
    values (${payout.id}, ${payout.memberId}, ${payout.accountId}, ${payout.amountYen}, ${payout.feeYen})
    returning number::float8 as number`
  return row.number
}

const bookedColumns = (db: Db) => db`
  id, number::float8 as number, member_id as "memberId", amount_yen as "amountYen", fee_yen as "feeYen"`

/**
 * A member's own payout moves from requested to cancelled; undefined when it is in another state.
 */
export const cancel = async (db: Db, payoutId: string): Promise<BookedPayout | undefined> => {
  const [row] = await db<BookedPayout[]>`
    update payouts set state = 'cancelled', ended_at = kura_now() where id = ${payoutId} and state = 'requested'
    returning ${bookedColumns(db)}`
  return row
}

export const findState = async (db: Db, payoutId: string, memberId: string): Promise<PayoutState | undefined> => {
  const [row] = await db<{ state: PayoutState }[]>`
    select state from payouts where id = ${payoutId} and member_id = ${memberId}`
  return row?.state
}

// --- batches

export type BatchState = 'made' | 'discarded' | 'released' | 'settled'
export type Batch = {
  number: number
  state: BatchState
  payOn: string
  transfers: number
  totalYen: number
  madeBy: string
  releasedBy: string | null
  fileSha256: string | null
}

const batchColumns = (db: Db) => db`
  number, state, pay_on::text as "payOn", transfers, total_yen::float8 as "totalYen", made_by as "madeBy",
  released_by as "releasedBy", file_sha256 as "fileSha256"`

/** The requested payouts as they would be batched: how many, and what the bank would pay. */
export const sumRequested = async (
  db: Db,
): Promise<{ transfers: number; totalYen: number; atClosedBranch: number }> => {
  const [row] = await db<[{ transfers: number; totalYen: number; atClosedBranch: number }]>`
    select count(*) filter (where ${isOpenBranch(db)})::int as transfers,
           coalesce(sum(p.amount_yen - p.fee_yen) filter (where ${isOpenBranch(db)}), 0)::float8 as "totalYen",
           count(*) filter (where not ${isOpenBranch(db)})::int as "atClosedBranch"
      from payouts p join payout_accounts a on a.id = p.account_id
      join bank_branches r on r.bank_code = a.bank_code and r.code = a.branch_code join banks b on b.code = a.bank_code
     where p.state = 'requested'`
  return row
}
const isOpenBranch = (db: Db) => db`(r.closed_at is null and b.closed_at is null)`

/** A batch of every requested payout to a branch that is open; undefined when there is none. */
export const makeBatch = async (
  db: Db,
  { payOn, madeBy, most }: { payOn: string; madeBy: string; most: number },
): Promise<Batch | undefined> => {
  const [made] = await db<[{ number: number }]>`
    insert into payout_batches (pay_on, made_by) values (${payOn}, ${madeBy}) returning number`
  const [row] = await db<[{ transfers: number }]>`
    with chosen as (
      select p.id from payouts p join payout_accounts a on a.id = p.account_id
        join bank_branches r on r.bank_code = a.bank_code and r.code = a.branch_code join banks b on b.code = a.bank_code
       where p.state = 'requested' and ${isOpenBranch(db)}
       order by p.number limit ${most} for no key update of p
    ), moved as (
      update payouts p set state = 'batched', batch = ${made.number} from chosen c
       where p.id = c.id and p.state = 'requested' returning p.amount_yen - p.fee_yen as yen
    ), summed as (
      select count(*)::int as transfers, coalesce(sum(yen), 0) as yen from moved
    )
    update payout_batches k set transfers = s.transfers, total_yen = s.yen from summed s
     where k.number = ${made.number} returning k.transfers`
  return row.transfers === 0 ? undefined : findBatch(db, made.number)
}

export const findBatch = async (db: Db, number: number): Promise<Batch | undefined> => {
  const [row] = await db<Batch[]>`select ${batchColumns(db)} from payout_batches where number = ${number}`
  return row
}
export const lockBatch = async (db: Db, number: number): Promise<Batch | undefined> => {
  const [row] = await db<Batch[]>`
    select ${batchColumns(db)} from payout_batches where number = ${number}::bigint for update`
  return row
}

/** Newest first. */
export const listBatches = (db: Db) => db<Batch[]>`
  select ${batchColumns(db)} from payout_batches order by number desc limit 20`

/** Cancels a batch that was not released; its payouts are requested again. */
export async function discardBatch(db: Db, number: number): Promise<void> {
  await db`update payouts set state = 'requested', batch = null where batch = ${number} and state = 'batched'`
  await db`
    update payout_batches set state = 'discarded', ended_at = kura_now() where number = ${number} and state = 'made'`
}

/** The payout that leaves the bank's next file first: waiting before batched, newest first. */
export const findUnreleased = async (
  db: Db,
  memberId: string,
): Promise<{ id: string; batch: number | null } | undefined> => {
  const [row] = await db<{ id: string; batch: number | null }[]>`
    select id, batch from payouts where member_id = ${memberId} and state in ('requested', 'batched')
     order by state = 'batched', number desc limit 1`
  return row
}

/**
 * Cancels a payout that was not released and takes it out of its batch, which the caller holds; an
 * empty batch is discarded. Undefined when it moved meanwhile.
 */
export const withdraw = async (
  db: Db,
  { id, batch }: { id: string; batch: number | null },
): Promise<BookedPayout | undefined> => {
  const [row] = await db<BookedPayout[]>`
    update payouts set state = 'cancelled', batch = null, ended_at = kura_now()
     where id = ${id} and state in ('requested', 'batched') and batch is not distinct from ${batch}
    returning ${bookedColumns(db)}`
  if (row && batch !== null)
    await db`
      update payout_batches
         set transfers = transfers - 1, total_yen = total_yen - ${row.amountYen - row.feeYen},
             state = case transfers when 1 then 'discarded' else state end,
             ended_at = case transfers when 1 then kura_now() end
       where number = ${batch} and state = 'made'`
  return row
}

/** Marks a batch and its payouts as given to the bank. */
export async function releaseBatch(db: Db, number: number, by: string, fileSha256: string): Promise<void> {
  await db`
    update payout_batches set state = 'released', released_by = ${by}, released_at = kura_now(), file_sha256 = ${fileSha256}
     where number = ${number} and state = 'made'`
  await db`update payouts set state = 'released' where batch = ${number} and state = 'batched'`
}

/** The transfers of a batch by their numbers, read in pieces. */
export async function* readTransfers(db: Db, batch: number): AsyncGenerator<Transfer> {
  const pages = db<(Omit<Transfer, 'bank' | 'account'> & BankColumns)[]>`
    select p.number::float8 as number, p.amount_yen - p.fee_yen as "amountYen", a.holder_kana as holder,
           a.account_type as "accountType", a.account_number as "accountNumber", b.code as "bankCode", b.kana as "bankName",
           r.code as "branchCode", r.kana as "branchName"
      from payouts p join payout_accounts a on a.id = p.account_id join banks b on b.code = a.bank_code
      join bank_branches r on r.bank_code = a.bank_code and r.code = a.branch_code
     where p.batch = ${batch} order by p.number`.cursor(1000)
  for await (const page of pages)
    for (const { number, amountYen, holder, accountType, accountNumber, ...codes } of page) {
      const [bankName, branchName] = [toBankKana(codes.bankName).kana, toBankKana(codes.branchName).kana]
      const account = { type: accountType, number: accountNumber }
      yield { number, amountYen, holder, bank: { ...codes, bankName, branchName }, account }
    }
}
type BankColumns = Payer['bank'] & { accountType: AccountType; accountNumber: string }

export type SentTransfer = {
  bankCode: string
  branchCode: string
  accountNumber: string
  amountYen: number
}

/** What was sent under some numbers of a batch, by number. */
export const findSent = async (
  db: Db,
  batch: number,
  numbers: readonly number[],
): Promise<Map<number, SentTransfer>> => {
  const rows = await db<(SentTransfer & { number: number })[]>`
    select p.number::float8 as number, a.bank_code as "bankCode", a.branch_code as "branchCode",
           a.account_number as "accountNumber", p.amount_yen - p.fee_yen as "amountYen"
      from payouts p join payout_accounts a on a.id = p.account_id
     where p.batch = ${batch} and p.number = any(${[...numbers]}::bigint[])`
  return new Map(rows.map(({ number, ...sent }) => [number, sent]))
}

/** Numbers of a batch's transfers without a result, in pieces. */
export const listReleased = (db: Db, batch: number, limit: number) => db<{ number: number }[]>`
  select number::float8 as number from payouts where batch = ${batch} and state = 'released' order by number limit ${limit}`

/** Holds the accounts of these payouts' members, before the payouts, as everybody does. */
export const holdAccountsOf = (db: Db, batch: number, numbers: readonly number[]) => db`
  select id from ledger_accounts
   where id in (select 'member:' || member_id || ':payouts' from payouts
                 where batch = ${batch} and number = any(${[...numbers]}::bigint[]) and state = 'released')
   order by id for no key update`

/** Released payouts are paid; those in another state are not returned. */
export const markPaid = async (db: Db, batch: number, numbers: readonly number[]): Promise<BookedPayout[]> => [
  ...(await db<BookedPayout[]>`
    update payouts set state = 'paid', paid_at = kura_now(), ended_at = kura_now()
     where batch = ${batch} and number = any(${[...numbers]}::bigint[]) and state = 'released'
    returning ${bookedColumns(db)}`),
]

/** A payout was returned by the bank, from one state only; undefined when it is in another. */
export const markReturned = async (
  db: Db,
  number: number,
  from: 'released' | 'paid',
  reason: Exclude<TransferResult, 'paid'>,
): Promise<BookedPayout | undefined> => {
  const [row] = await db<BookedPayout[]>`
    update payouts set state = 'returned', reason = ${reason}, ended_at = kura_now()
     where number = ${number} and state = ${from} returning ${bookedColumns(db)}`
  return row
}

/** A batch is settled once none of its payouts is open. */
export const settleBatch = async (db: Db, number: number): Promise<boolean> => {
  const rows = await db`
    update payout_batches set state = 'settled', ended_at = kura_now()
     where number = ${number} and state = 'released'
       and not exists (select 1 from payouts where batch = ${number} and state = 'released') returning 1`
  return rows.length > 0
}

export type KnownPayout = BookedPayout & {
  state: PayoutState
  batch: number | null
  /** The bank said that it paid, whatever came after. */
  wasPaid: boolean
  /** Its member deleted the account since. */
  hasLeft: boolean
}
export const findByNumber = async (db: Db, number: number): Promise<KnownPayout | undefined> => {
  const [row] = await db<KnownPayout[]>`
    select ${bookedColumns(db)}, state, batch, paid_at is not null as "wasPaid",
           exists (select 1 from members m where m.id = member_id and m.deleted_at is not null) as "hasLeft"
      from payouts where number = ${number}`
  return row
}

/** Where mails to a member go; null where there is no address. */
export const findMailOf = async (db: Db, memberId: string): Promise<{ email: string | null; locale: 'ja' | 'en' }> => {
  const [row] = await db<[{ email: string | null; locale: 'ja' | 'en' }]>`
    select email, locale from members where id = ${memberId}`
  return row
}
