import type { Db, Fragment } from '../../platform/db/connect.ts'

/**
 * The one way in which a member is shown to others. Who is banned or gone has no name and no page: lists, histories, gifts and orders go on
 * without it. Nothing outside this folder reads a name in another way; a rule of ours looks for it.
 */

/** Whether member `alias` has a page and a name for others. With it an outer join answers the others as nobody. */
export const isShown = (db: Db, alias: string): Fragment =>
  db`(${db(alias)}.banned_at is null and ${db(alias)}.deleted_at is null)`

/** The name of member `alias` for others: empty of one who is banned, gone, or never had one. Null where an outer join found nobody. */
export const shownName = (db: Db, alias: string): Fragment =>
  db`(case when ${isShown(db, alias)} then ${db(alias)}.display_name else '' end)`

/** The contract's recipient from member `alias`, or null. */
export const shownMember = (db: Db, alias: string): Fragment => db`
  (case when ${db(alias)}.id is not null and ${isShown(db, alias)}
        then json_build_object('userId', ${db(alias)}.id, 'displayName', ${db(alias)}.display_name) end)`

/** The name as its own member, papers made out to them, the payment provider and operators have it, whatever became of the account. */
export const ownName = (db: Db, alias: string): Fragment => db`${db(alias)}.display_name`
