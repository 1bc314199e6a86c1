import type { Db, Fragment } from '../../platform/db/connect.ts'
import { sellables } from './sellable.ts'
import type { Sellable } from './sellable.ts'

/** A column of order `o`. */
const columnOf = (db: Db, name: string): Fragment => db`o.${db(name)}`

/** The fragment of a statement for the kind of order `o`. */
export const ofKind = (db: Db, part: (sellable: Sellable) => Fragment): Fragment => {
  const cases = sellables
    .all()
    .map((each) => db`when ${columnOf(db, each.columns.subject)} is not null then ${part(each)}`)
  return db`case ${cases} end`
}

/** The fragments of all kinds, joined. */
export const ofAll = (db: Db, part: (sellable: Sellable) => Fragment): Fragment => db`${sellables.all().map(part)}`

/** The columns of order `o` for its kind, its subject and what it holds. */
export const kindColumns = (db: Db): Fragment => db`
  ${ofKind(db, ({ kind }) => db`${kind}::text`)} as kind,
  ${ofKind(db, ({ columns }) => db`${columnOf(db, columns.subject)}::text`)} as "subjectId",
  ${ofKind(db, ({ columns }) => (columns.held === undefined ? db`null` : db`${columnOf(db, columns.held)}::text`))} as "heldId"`

/** Clears the columns of what the order holds, as part of an update. */
export const clearHeld = (db: Db): Fragment =>
  ofAll(db, ({ columns }) => (columns.held === undefined ? db`` : db`, ${db(columns.held)} = null`))

/** Whether order `o` is of a kind. */
export const isOfKind = (db: Db, { columns }: Sellable): Fragment => db`${columnOf(db, columns.subject)} is not null`

/** Whether the subject of order `o` is no longer held. */
export const isLost = (db: Db): Fragment =>
  db`(false ${ofAll(db, ({ columns, sql }) => {
    if (!sql.isStillHeld) return db``
    const id = columnOf(db, columns.subject)
    return db`or (${id} is not null and not ${sql.isStillHeld(db, id)})`
  })})`

/**
 * The latest times at which order `o` can be paid, null without one, as further arguments of a
 * function.
 */
export const payableUntils = (db: Db): Fragment =>
  ofAll(db, ({ columns, sql }) =>
    sql.payableUntil ? db`, ${sql.payableUntil(db, columnOf(db, columns.subject))}` : db``,
  )

/** `Subject.key` of order `o`. */
export const subjectKey = (db: Db): Fragment => ofKind(db, ({ sql }) => sql.key(db))

/** The name of the subject of order `o`, joined by `named`. */
export const nameOf = (db: Db): Fragment => ofKind(db, ({ sql }) => sql.named(db).name)
export const named = (db: Db): Fragment => ofAll(db, ({ sql }) => sql.named(db).joins)
