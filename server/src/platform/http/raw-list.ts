import type { Db } from '../db/connect.ts'
import { encodeCursor } from './cursor.ts'
import type { RawJson } from './on.ts'

/** One page as SQL wrote it: the rows as a JSON array, and the keys of the last one when more follow. */
export type RawPage = { items: string; last: (string | number)[] | null; total?: number | null }

/** The answer of a list, put together without reading the rows. */
export function rawList({ items, last, total }: RawPage): RawJson {
  const more = last ? `,"cursor":${JSON.stringify(encodeCursor(last))}` : ''
  return { rawJson: `{"items":${items}${typeof total === 'number' ? `,"total":${total}` : ''}${more}}` }
}

/**
 * How many rows to read, one beyond the page to see whether more follow. The usual number is part of the statement, because
 * PostgreSQL keeps one plan for a prepared statement only when it knows that few rows are wanted.
 */
export const limitTo = (db: Db, rows: number) => (rows === 25 ? db`limit 25` : db`limit ${rows}`)

/** How many rows to pass over; most pages pass over none. */
export const offsetBy = (db: Db, rows: number) => (rows === 0 ? db`` : db`offset ${rows}`)
