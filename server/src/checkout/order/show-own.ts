import { ensure } from '@kura/contract/errors'
import type { OrderView } from '@kura/contract/checkout/order'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { findOwn } from './view-queries.ts'

/** One of the member's own orders; any other is NOT_FOUND. */
export async function showOwn(deps: Pick<Deps, 'sql'>, { memberId }: Viewer, orderId: string): Promise<OrderView> {
  const order = await findOwn(deps.sql, orderId, memberId)
  ensure(order, 'NOT_FOUND')
  return order
}
