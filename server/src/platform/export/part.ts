import type { Words } from '@kura/contract/ids'
import type { Db } from '../db/connect.ts'

export type Locale = 'ja' | 'en'

/** Whose data is exported, as it was when the export began. */
export type ExportedMember = { id: string; email: string | null; flowAddress: string | null; thumbnail: string | null }

/**
 * How the readable page shows a value: an amount, an instant, or a name of our code that has words
 * in `export-words.ts`. Anything else is shown as it is.
 */
export type FieldKind = 'yen' | 'time' | 'code'
export type Field = Words & {
  kind?: FieldKind
  /** In the data file only: too much for a page. */
  isDataOnly?: true
}
export type ExportRow = Record<string, unknown>

/** What one subject of an export holds. Its module writes it and reads only what is the member's. */
export type ExportPart = {
  /** The name of its files: `data/<name>.json` and `pages/<name>.html`. */
  name: string
  title: Words
  /** What is in it, for a person. */
  about: Words
  /** Every field of its rows, in the order of the page. */
  fields: Record<string, Field>
  /** The tables it covers. A test fails when a table about members is in no part. */
  tables: readonly string[]
  /** The rows in pieces, newest first, so that any number fits into memory. */
  read: (db: Db, member: ExportedMember) => AsyncIterable<ExportRow[]>
}

/** How many rows are in memory at a time. */
export const exportRowsAtOnce = 500
