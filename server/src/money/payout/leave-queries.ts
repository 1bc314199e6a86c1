import { limits } from '@kura/contract/limits'
import type { LeaveObstacle } from '../../identity/member/member-events.ts'
import type { Db, Fragment } from '../../platform/db/connect.ts'

/** What of a member's proceeds blocks a deletion, in yen. */
export const findLeaveObstacles = async (db: Db, memberId: string): Promise<LeaveObstacle[]> => {
  const sum = (where: Fragment) => db`coalesce(sum(balance) filter (where ${where}), 0)::text`
  const clearing = db`id = ${`member:${memberId}:proceeds-held`}`
  const onTheirWay = db`id = ${`member:${memberId}:payouts`}`
  const [row] = await db<[{ clearing: string; onTheirWay: string; left: string }]>`
    select ${sum(clearing)} as clearing, ${sum(onTheirWay)} as "onTheirWay",
           ${sum(db`not (${clearing} or ${onTheirWay})`)} as "left"
      from ledger_accounts where member_id = ${memberId} and unit = 'yen'`
  return [
    { kind: 'proceeds_clearing', amount: BigInt(row.clearing) },
    { kind: 'proceeds_left', amount: BigInt(row.left) },
    { kind: 'payouts_open', amount: BigInt(row.onTheirWay) },
  ]
}

/**
 * Empties what is personal in the accounts of a deleted member. Those that a payout went to stay
 * until `forgetOldAccounts`: the books must show for years whom a transfer was made to. Nothing is
 * on its way to them: that blocks a deletion.
 */
export const forgetAccounts = (db: Db, memberId: string) => db`
  update payout_accounts a
     set replaced_at = coalesce(replaced_at, kura_now()),
         account_number = case when ${isPaper(db)} then account_number else '' end,
         holder = case when ${isPaper(db)} then holder else '' end,
         holder_kana = case when ${isPaper(db)} then holder_kana else '' end
   where member_id = ${memberId}`

/** Empties the accounts of deleted members once the law does not ask for them any more. */
export const forgetOldAccounts = (db: Db) => db`
  update payout_accounts a set account_number = '', holder = '', holder_kana = ''
    from members m
   where m.id = a.member_id and m.deleted_at is not null and a.account_number <> '' and not ${isPaper(db)}`

/** Whether a bank was asked to pay to account `a`, so late that the law still asks for it. */
const isPaper = (db: Db) => db`exists (
  select 1 from payouts p
   where p.member_id = a.member_id and p.account_id = a.id and p.state in ('released', 'paid', 'returned')
     and coalesce(p.ended_at, p.requested_at) > kura_now() - make_interval(months => ${limits.payoutPapersMonths}))`
