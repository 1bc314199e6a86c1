import type { OrderView, listOrders as contract } from '@kura/contract/checkout/order'
import type { ParsedOf } from '@kura/contract/endpoint'
import { ensure } from '@kura/contract/errors'
import { Instant, Uuid } from '@kura/contract/ids'
import { limits } from '@kura/contract/limits'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import type { Viewer, RawJson } from '../../platform/http/on.ts'
import { decodeCursor, rawList } from '../../platform/http/paging.ts'
import { sellables } from './sellable.ts'
import { findOwn, listOwn, findTransaction } from './view-queries.ts'

/** One of the member's own orders. Fails with NOT_FOUND. */
export async function showOwn(deps: Pick<Deps, 'sql'>, { memberId }: Viewer, orderId: string): Promise<OrderView> {
  const order = await findOwn(deps.sql, orderId, memberId)
  ensure(order, 'NOT_FOUND')
  return order
}

// the time as PostgreSQL writes it, so that no digit is lost on the way
const Keys = z.tuple([Instant, Uuid])

const listed = <T>(value: T | T[] | undefined): T[] | undefined =>
  value === undefined ? undefined : ([value].flat() as T[])

/** The member's own orders, newest first; of some states or tenders on request only. */
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

/**
 * One of the member's purchases with its opening and timeline, in one query. Fails with NOT_FOUND,
 * also for types that are not sold and for other members' purchases.
 */
export async function showTransaction(
  deps: Pick<Deps, 'sql'>,
  viewer: Viewer,
  { params }: { params: { type: string; transactionId: string } },
): Promise<RawJson> {
  const { type, transactionId } = params
  const sellable = sellables.find(type)
  ensure(sellable, 'NOT_FOUND')
  const rawJson = await findTransaction(deps.sql, sellable, transactionId, viewer.memberId)
  ensure(rawJson, 'NOT_FOUND')
  return { rawJson }
}
