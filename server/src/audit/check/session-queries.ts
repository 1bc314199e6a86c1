import type { Db } from '../../platform/db/connect.ts'
import { onlyWhole } from './scope.ts'
import type { Finding, Since } from './scope.ts'

/** Sessions are named by the start of their hash, as in the log. */
const nameOf = (db: Db) => db`left(encode(s.token_hash, 'hex'), 8)`
const isLive = (db: Db) => db`s.ended_at is null and s.expires_at > kura_now()`

/** I18: nothing opens after its end: a device that signed out has no other session of it, and whoever is banned or gone has none. */
export const undeadSessions = (db: Db, since: Since) => db<Finding[]>`
  select ${nameOf(db)} as id, 'the session lives, its device has signed out' as what from sessions s
   where ${isLive(db)} ${onlyWhole(db, since)}
     and exists (select 1 from sessions e where e.family_id = s.family_id and e.ended_at is not null)
  union all
  select ${nameOf(db)}, 'the session lives, its member is banned or deleted' from sessions s join members m on m.id = s.member_id
   where ${isLive(db)} and (m.banned_at is not null or m.deleted_at is not null) ${onlyWhole(db, since)}`
