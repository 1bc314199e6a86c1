import type { Db } from '../../platform/db/connect.ts'
import type { BookedPayout } from './book-payout.ts'

/** Events that no request of the member caused; the worker writes about each once per payout. */
export type PayoutEvent = 'released' | 'paid' | 'returned' | 'withdrawn' | 'branch-closed'

export const noteLetters = (db: Db, payoutIds: readonly string[], event: PayoutEvent) => db`
  insert into payout_letters (payout_id, event)
  select id, ${event} from unnest(${[...payoutIds]}::uuid[]) id on conflict do nothing`

/** Makes this transaction the only writer; false when another one is. */
export const isWriter = async (db: Db): Promise<boolean> => {
  const [row] = await db<[{ isOurs: boolean }]>`
    select pg_try_advisory_xact_lock(hashtextextended('payout-letters', 0)) as "isOurs"`
  return row.isOurs
}

/** Notes a letter to everybody in a batch that is released now. */
export const noteReleased = (db: Db, batch: number) => db`
  insert into payout_letters (payout_id, event)
  select id, 'released' from payouts where batch = ${batch} and state = 'released' on conflict do nothing`

/** Notes a letter to everybody whose request waits for a branch that was closed. */
export const noteClosedBranches = (db: Db) => db`
  insert into payout_letters (payout_id, event)
  select p.id, 'branch-closed' from payouts p join payout_accounts a on a.id = p.account_id
    join bank_branches r on r.bank_code = a.bank_code and r.code = a.branch_code join banks b on b.code = a.bank_code
   where p.state = 'requested' and (r.closed_at is not null or b.closed_at is not null) on conflict do nothing`

type DueLetter = BookedPayout & { event: PayoutEvent }

/** Marks the oldest letters as sent and returns them; the caller queues their mails. */
export const takeDue = async (db: Db, limit: number): Promise<DueLetter[]> => [
  ...(await db<DueLetter[]>`
    with due as (
      select payout_id, event from payout_letters where mailed_at is null
       order by noted_at, event <> 'released', payout_id limit ${limit} for update skip locked
    ), taken as (
      update payout_letters l set mailed_at = kura_now() from due d
       where (l.payout_id, l.event) = (d.payout_id, d.event) returning l.payout_id, l.event, l.noted_at
    )
    select ${payoutColumns(db)} from taken t join payouts p on p.id = t.payout_id order by t.noted_at, t.event <> 'released', p.number`),
]

const payoutColumns = (db: Db) => db`
  t.event, p.id, p.number::float8 as number, p.member_id as "memberId", p.amount_yen as "amountYen", p.fee_yen as "feeYen"`

/** The recipient and facts of a mail about a payout. Null for a member without an address. */
export type PayoutMail = {
  email: string | null
  locale: 'ja' | 'en'
  bankName: string
  branchName: string
  accountEnd: string
  /** The day of its batch. */
  payOn: string | null
  /** Why the bank returned it. */
  reason: string | null
}
export const findMail = async (db: Db, payoutId: string): Promise<PayoutMail> => {
  const [row] = await db<[PayoutMail]>`
    select m.email, m.locale, b.name as "bankName", r.name as "branchName", right(a.account_number, 3) as "accountEnd",
           k.pay_on::text as "payOn", p.reason
      from payouts p join members m on m.id = p.member_id join payout_accounts a on a.id = p.account_id
      join banks b on b.code = a.bank_code join bank_branches r on r.bank_code = a.bank_code and r.code = a.branch_code
      left join payout_batches k on k.number = p.batch
     where p.id = ${payoutId}`
  return row
}

/** Released batches whose result is more than three days late. */
export const listLateBatches = (db: Db) => db<{ number: number; payOn: string }[]>`
  select number, pay_on::text as "payOn" from payout_batches
   where state = 'released' and greatest(pay_on, (released_at at time zone 'Asia/Tokyo')::date)
                                < (kura_now() at time zone 'Asia/Tokyo')::date - 3
   order by number`
