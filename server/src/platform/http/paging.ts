import { z } from 'zod'
import { AppError } from '@kura/contract/errors'
import type { RawJson } from './on.ts'

/** The keys of a page's last row, opaque to the caller. */
export const encodeCursor = (keys: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(keys)).toString('base64url')

/**
 * The keys a cursor carries, checked by `keys`; anything this list did not make is
 * INVALID_REQUEST_FORMAT.
 */
export function decodeCursor<T extends z.ZodType>(cursor: string | undefined, keys: T): z.infer<T> | undefined {
  if (cursor === undefined) return undefined
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    throw badCursor()
  }
  const parsed = keys.safeParse(value)
  if (!parsed.success) throw badCursor()
  return parsed.data
}

/** A number as a cursor carries it, within what a bigint column can be compared with. */
export const CursorNumber = z.int().min(0)
/** The same for an integer column. */
export const CursorInteger = z.int32().min(0)
/** A key made of text. NUL cannot be asked of PostgreSQL. */
export const CursorText = z
  .string()
  .max(120)
  .refine((text) => !text.includes('\0'))

const badCursor = () =>
  new AppError('INVALID_REQUEST_FORMAT', { details: [{ field: 'cursor', fault: 'invalid_format' }] })

/**
 * One page as SQL wrote it: the rows as a JSON array, and the keys of the last one when more
 * follow.
 */
export type RawPage = { items: string; last: (string | number)[] | null; total?: number | null }

/** The answer of a list, put together without reading the rows. */
export function rawList({ items, last, total }: RawPage): RawJson {
  const more = last ? `,"cursor":${JSON.stringify(encodeCursor(last))}` : ''
  return { rawJson: `{"items":${items}${typeof total === 'number' ? `,"total":${total}` : ''}${more}}` }
}
