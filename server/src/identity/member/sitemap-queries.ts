import type { Db } from '../../platform/db/connect.ts'
import { isShown } from './shown-member-queries.ts'

/** The first handle of each part of `size` members whose collection is public. */
export const listProfileParts = (db: Db, size: number) => db<{ first: string }[]>`
  select handle as first
    from (select h.handle, row_number() over (order by h.handle) as n
            from member_handles h join members b on b.id = h.member_id
           where h.left_at is null and b.shows_collection and ${isShown(db, 'b')}) p
   where n % ${size}::int = 1 order by handle`

/** The handles of a part of members whose collection is public, from its first. */
export const listProfileHandles = (db: Db, first: string, size: number) => db<{ handle: string }[]>`
  select h.handle from member_handles h join members b on b.id = h.member_id
   where h.left_at is null and b.shows_collection and ${isShown(db, 'b')} and h.handle >= ${first}
   order by h.handle limit ${size}`
