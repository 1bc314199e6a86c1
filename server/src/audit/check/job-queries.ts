import type { Db } from '../../platform/db/connect.ts'
import type { Finding } from './scope.ts'

/** Leases last seconds or minutes: one that ends in hours was never meant, and nobody takes the row before. */
const never = (db: Db) => db`kura_now() + interval '6 hours'`
/** The longest that anything is tried without a person being told. */
const tooLong = (db: Db) => db`kura_now() - interval '1 day'`

/**
 * I17: no job is lost. The rows are the jobs, and each list of due rows takes what is open and not leased: so nothing open is leased for
 * ever, and nothing waits for a day. Only open rows are looked at, which are few.
 */
export const lostJobs = (db: Db) => db<Finding[]>`
  select id::text as id, 'the payment is ' || state || ' and nobody takes it before ' || worked_until as what from payments
   where state in ('entering', 'executing', 'challenged', 'securing', 'refunding', 'unknown') and worked_until > ${never(db)}
  union all
  select id::text, 'the opening is ' || state || ' and nobody takes it before ' || worked_until from openings
   where state in ('opened', 'minting', 'stuck') and worked_until > ${never(db)}
  union all
  select id::text, 'the card is ' || state || ' and nobody takes it before ' || worked_until from stored_cards
   where state in ('saving', 'deleting') and (worked_until > ${never(db)} or worked_until < ${tooLong(db)})
  union all
  select id::text, 'the notice of ' || gateway || ' waits since ' || received_at from gateway_notices
   where handled_at is null and (worked_until > ${never(db)} or worked_until < ${tooLong(db)})
  union all
  select id::text, 'the mail ' || template || ' is ' || state || ' since ' || created_at from mails
   where state in ('waiting', 'sending') and (locked_until > ${never(db)} or coalesce(locked_until, created_at) < ${tooLong(db)})
  union all
  select id::text, 'the transaction ' || kind || ' of ' || cause || ' is ' || state || ' since ' || created_at from chain_transactions
   where state in ('intended', 'signed', 'sent') and (locked_until > ${never(db)} or created_at < ${tooLong(db)})
  union all
  select id::text, 'the trade is ' || state || ' and nobody takes it before ' || worked_until from trades
   where state = 'delivering' and worked_until > ${never(db)}`
