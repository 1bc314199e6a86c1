import type { Db, Fragment } from '../../platform/db/connect.ts'

/**
 * The only way in which a member is shown to others. Banned and deleted members have no name and no
 * page; lists, histories, gifts and orders stay. Nothing outside this folder reads a name in
 * another way (rule `one-presenter`).
 */

/**
 * Whether member `alias` has a page and a name for others. An outer join with it finds nobody for
 * the rest.
 */
export const isShown = (db: Db, alias: string): Fragment =>
  db`(${db(alias)}.banned_at is null and ${db(alias)}.deleted_at is null)`

/**
 * The name of member `alias` for others: empty when banned, deleted or unset. Null where an outer
 * join found nobody.
 */
export const shownName = (db: Db, alias: string): Fragment =>
  db`(case when ${isShown(db, alias)} then ${db(alias)}.display_name else '' end)`

/** The contract's recipient from member `alias`, or null. */
export const shownMember = (db: Db, alias: string): Fragment => db`
  (case when ${db(alias)}.id is not null and ${isShown(db, alias)}
        then json_build_object('userId', ${db(alias)}.id, 'displayName', ${db(alias)}.display_name) end)`

/**
 * The name for the member, their receipts, the payment provider and operators, also when banned or
 * deleted.
 */
export const ownName = (db: Db, alias: string): Fragment => db`${db(alias)}.display_name`
