import { ensure } from '@kura/contract/errors'
import type { TransactionView } from '@kura/contract/order'
import type { Deps } from '../deps.ts'
import type { Viewer } from '../http/on.ts'
import { findOpening } from '../opening/find-opening.ts'
import { findOwn } from './view-queries.ts'

/** One own purchase with its steps. The types of later rooms, unknown ones and other members' purchases are NOT_FOUND. */
export async function showTransaction(
  deps: Pick<Deps, 'sql'>,
  viewer: Viewer,
  { params }: { params: { type: string; transactionId: string } },
): Promise<TransactionView> {
  ensure(params.type === 'pack', 'NOT_FOUND')
  const order = await findOwn(deps.sql, params.transactionId, viewer.memberId)
  ensure(order, 'NOT_FOUND')
  const opening = await findOpening(deps, order.orderId)
  return { type: 'pack', order, opening: opening ?? null, timeline: [] }
}
