import type { Db } from '../../platform/db/connect.ts'
import { onlyWhole } from './scope.ts'
import type { Finding, Since } from './scope.ts'

/** The order that a kept answer speaks of. */
const orderOf = (db: Db) => db`coalesce(k.answer::jsonb ->> 'orderId', k.answer::jsonb -> 'order' ->> 'orderId')`

/**
 * I12: what a repeat is answered is whole, and an answer of success speaks of an order of that member. That two requests with one key
 * are one request is held by the key's row and by the order's fingerprint of its request.
 */
export const wrongAnswers = (db: Db, since: Since) => db<Finding[]>`
  select k.member_id || '/' || k.key as id, 'the answer of ' || k.call || ' is kept by half' as what from idempotency_keys k
   where (k.status is null) <> (k.answer is null) ${onlyWhole(db, since)}
  union all
  select k.member_id || '/' || k.key, 'the answer of ' || k.call || ' speaks of order ' || ${orderOf(db)} || ', which is not the member’s'
    from idempotency_keys k
   where k.status < 300 and k.answer like '{%"orderId"%' and ${orderOf(db)} is not null ${onlyWhole(db, since)}
     and not exists (select 1 from orders o where o.id::text = ${orderOf(db)} and o.member_id = k.member_id)`
