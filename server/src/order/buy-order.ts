import { ensure } from '@kura/contract/errors'
import type { OrderView } from '@kura/contract/order'
import { storeSoon } from '../card/store-soon.ts'
import type { Viewer } from '../http/on.ts'
import { startSoon } from '../opening/start-soon.ts'
import { completePayment, findByAccessId } from '../payment/complete-payment.ts'
import type { BuyDeps } from './begin-order.ts'
import { showOwn } from './show-own.ts'

type BuyOrder = {
  params: { packId: string }
  body: { accessID: string; cardName?: string | undefined; holderName?: string | undefined }
}

/**
 * Completes the payment of the member's own order after 3-D Secure; with `cardName` the card is kept afterwards. Repeated or
 * parallel calls get the same answer and charge once; an AccessID that is not of this member's order of this pack is NOT_FOUND and
 * changes nothing.
 */
export async function buyOrder(deps: BuyDeps, viewer: Viewer, { params, body }: BuyOrder): Promise<OrderView> {
  const payment = await findByAccessId(deps, body.accessID)
  ensure(payment?.memberId === viewer.memberId && payment.subjectId === params.packId, 'NOT_FOUND')
  const { openingId } = await completePayment(deps, payment, keepWish(body))
  if (openingId !== undefined) startSoon(deps, openingId)
  if (payment.method === 'new-card') storeSoon(deps, payment.id)
  return showOwn(deps, viewer, payment.orderId)
}

/** A name for the card asks for it to be kept. The gateway takes a holder's name in Latin letters only. */
function keepWish({ cardName = '', holderName = '' }: BuyOrder['body']) {
  const name = cardName.trim()
  if (name === '') return {}
  return { cardName: name, holderName: /^[\x20-\x7e]*$/.test(holderName) ? holderName.trim() : '' }
}
