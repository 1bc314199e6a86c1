import { ensure } from '@kura/contract/errors'
import type { OrderView } from '@kura/contract/checkout/order'
import { storeSoon } from '../../money/card/store-soon.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { completePayment, findByAccessId } from '../../money/payment/complete-payment.ts'
import type { BuyDeps } from './begin-order.ts'
import { ensureReserved } from './ensure-reserved.ts'
import { followPurchase } from './follow-purchase.ts'
import { find } from './queries.ts'
import { showOwn } from './show-own.ts'
import { keyOf } from './subject.ts'
import type { Subject } from './subject.ts'

type CardBody = { accessID: string; cardName?: string | undefined; holderName?: string | undefined }
type BuyOrder = { params: { packId: string }; body: CardBody }

/**
 * Completes the payment of the member's own order after 3-D Secure; with `cardName` the card is kept afterwards. Repeated or
 * parallel calls get the same answer and charge once; an AccessID that is not of this member's order of this pack is NOT_FOUND and
 * changes nothing.
 */
export const buyOrder = (deps: BuyDeps, viewer: Viewer, { params, body }: BuyOrder): Promise<OrderView> =>
  completeCard(deps, viewer, { kind: 'pack', ...params }, body)

/** The same for whatever was bought; `usedPoint` has to be as it was reserved where it is said. */
export async function completeCard(
  deps: BuyDeps,
  viewer: Viewer,
  subject: Subject,
  { usedPoint, ...body }: CardBody & { usedPoint?: number | undefined },
): Promise<OrderView> {
  const payment = await findByAccessId(deps, body.accessID)
  ensure(payment?.memberId === viewer.memberId && payment.subjectId === keyOf(subject), 'NOT_FOUND')
  const order = usedPoint === undefined ? undefined : await find(deps.sql, payment.orderId)
  if (order) ensureReserved(order, usedPoint)
  const { openingId } = await completePayment(deps, payment, keepWish(body))
  if (payment.method === 'new-card') storeSoon(deps, payment.id)
  const shown = await showOwn(deps, viewer, payment.orderId)
  followPurchase(deps, subject, { orderId: payment.orderId, openingId, isPaid: shown.state === 'captured' })
  return shown
}

/** A name for the card asks for it to be kept. The gateway takes a holder's name in Latin letters only. */
function keepWish({ cardName = '', holderName = '' }: CardBody) {
  const name = cardName.trim()
  if (name === '') return {}
  return { cardName: name, holderName: /^[\x20-\x7e]*$/.test(holderName) ? holderName.trim() : '' }
}
