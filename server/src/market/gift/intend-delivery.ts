import { intend } from '../../chain/agent/submit-transaction.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Delivery } from './claim-queries.ts'

/** What the chain keeps as the payment of a gift. */
const paymentRef = 'gift'

/** Writes the wish that our agent delivers a claimed gift, in the caller's database transaction. One that is on its way is left alone. */
export const intendDelivery = (
  db: Db,
  { giftId, giverAddress, orderHash, claimerAddress }: Delivery,
): Promise<{ id: string }> =>
  intend(db, {
    kind: 'fulfil-order',
    cause: `gift:${giftId}`,
    details: { seller: giverAddress, orderId: giftId, orderHash, buyer: claimerAddress, paymentRef },
  })
