import type { Db, Fragment } from '../../platform/db/connect.ts'
import { pictureJson } from '../../platform/media/queries.ts'
import { handleOf } from './handle-queries.ts'

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

/** The picture of member `alias` for others, a row of media; null when banned, deleted or unset. */
export const shownThumbnail = (db: Db, alias: string): Fragment =>
  db`(case when ${isShown(db, alias)} then ${db(alias)}.thumbnail end)`

/** The contract's recipient from member `alias`, or null. */
export const shownMember = (db: Db, alias: string): Fragment => db`
  (case when ${db(alias)}.id is not null and ${isShown(db, alias)}
        then json_build_object('userId', ${db(alias)}.id, 'displayName', ${db(alias)}.display_name) end)`

/**
 * The contract's MemberCardView from member `alias`, whose picture is looked up; null when banned,
 * deleted, or where an outer join found nobody.
 */
export const memberCard = (db: Db, alias: string): Fragment => db`
  (case when ${db(alias)}.id is not null and ${isShown(db, alias)}
        then json_build_object('userId', ${db(alias)}.id, 'displayName', ${db(alias)}.display_name, 'handle', ${handleOf(db, alias)},
               'thumbnail', (select ${pictureJson(db)} from media m where m.id = ${db(alias)}.thumbnail)) end)`

/**
 * The name for the member, their receipts, the payment provider and operators, also when banned or
 * deleted.
 */
export const ownName = (db: Db, alias: string): Fragment => db`${db(alias)}.display_name`
