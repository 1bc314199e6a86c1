import { limits } from '@kura/contract/limits'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { CursorText, decodeCursor } from '../http/cursor.ts'
import type { RawJson, Viewer } from '../http/on.ts'
import { rawList } from '../http/raw-list.ts'
import { listOwn } from './view-queries.ts'

type PageQuery = { limit?: number | undefined; offset?: number | undefined; cursor?: string | undefined }

// as PostgreSQL writes it, so that no digit of the time is lost on the way
const Keys = z.tuple([CursorText.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/), z.uuid()])

/** The member's own orders, newest first. */
export async function listOrders(
  deps: Pick<Deps, 'sql'>,
  viewer: Viewer,
  { query }: { query: PageQuery },
): Promise<RawJson> {
  const { limit = limits.pageSize, offset = 0 } = query
  const after = decodeCursor(query.cursor, Keys)
  return rawList(await listOwn(deps.sql, viewer.memberId, { limit, offset, after }))
}
