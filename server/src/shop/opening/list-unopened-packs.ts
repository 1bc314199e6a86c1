import { limits } from '@kura/contract/limits'
import type { UnopenedPackView } from '@kura/contract/shop/opening'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { listUnopened } from './view-queries.ts'

type PageQuery = { limit?: number | undefined; offset?: number | undefined; cursor?: string | undefined }

/** The member's packs that are paid and not yet open, newest first. */
export async function listUnopenedPacks(
  deps: Pick<Deps, 'sql'>,
  viewer: Viewer,
  { query }: { query: PageQuery },
): Promise<{ items: UnopenedPackView[]; cursor?: string }> {
  const { limit = limits.pageSize, offset = 0 } = query
  const after = decodeCursor(query.cursor, z.tuple([z.uuid()]))
  const rows = await listUnopened(deps.sql, viewer.memberId, { limit, offset, after })
  const items = rows.slice(0, limit).map((row) => row.view)
  const last = items.at(-1)
  return { items, ...(rows.length > limit && last ? { cursor: encodeCursor([last.orderId]) } : {}) }
}
