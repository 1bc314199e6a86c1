import { limits } from '@kura/contract/limits'
import type { PointSummary } from '@kura/contract/money/point'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Viewer, RawJson } from '../../platform/http/on.ts'
import { decodeCursor, rawList } from '../../platform/http/paging.ts'
import { summarise, listMovements } from './view-queries.ts'

/**
 * The points the member can spend now. Expired points are left out at once, also before the sweep.
 */
export const showPointSummary = ({ sql }: Pick<Deps, 'sql'>, { memberId }: Viewer): Promise<PointSummary> =>
  summarise(sql, memberId)

type PageQuery = { limit?: number | undefined; offset?: number | undefined; cursor?: string | undefined }

const Keys = z.tuple([z.uuid()])

/** Every movement of the member's points with its reason, newest first. */
export async function listPointDetails(
  { sql }: Pick<Deps, 'sql'>,
  { memberId }: Viewer,
  { query }: { query: PageQuery },
): Promise<RawJson> {
  const { limit = limits.pageSize, offset = 0 } = query
  const after = decodeCursor(query.cursor, Keys)?.[0]
  return rawList(await listMovements(sql, memberId, { limit, offset, after }))
}
