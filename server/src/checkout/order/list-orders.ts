import { Instant, Uuid } from '@kura/contract/ids'
import { limits } from '@kura/contract/limits'
import type { listOrders as contract } from '@kura/contract/checkout/order'
import type { ParsedOf } from '@kura/contract/endpoint'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { decodeCursor, rawList } from '../../platform/http/paging.ts'
import type { RawJson, Viewer } from '../../platform/http/on.ts'
import { listOwn } from './view-queries.ts'

// the time as PostgreSQL writes it, so that no digit is lost on the way
const Keys = z.tuple([Instant, Uuid])

const listed = <T>(value: T | T[] | undefined): T[] | undefined =>
  value === undefined ? undefined : ([value].flat() as T[])

/** The member's own orders, newest first; of some states or tenders only when asked so. */
export async function listOrders(
  deps: Pick<Deps, 'sql'>,
  viewer: Viewer,
  { query }: ParsedOf<typeof contract>,
): Promise<RawJson> {
  const { limit = limits.pageSize, offset = 0 } = query
  const after = decodeCursor(query.cursor, Keys)
  return rawList(
    await listOwn(deps.sql, viewer.memberId, {
      limit,
      offset,
      after,
      states: listed(query.state),
      tenders: listed(query.tender),
    }),
  )
}
