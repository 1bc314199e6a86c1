import { startSoon } from '../../shop/opening/start-soon.ts'
import { deliverSoon } from '../../market/trade/settle-trade.ts'
import type { BuyDeps } from './begin-order.ts'
import type { Subject } from './subject.ts'

/** Goes on right after the answer with what was just paid: a pack that opened is minted, a token delivered. The worker does it otherwise. */
export function followPurchase(
  deps: BuyDeps,
  { kind }: Pick<Subject, 'kind'>,
  { orderId, openingId, isPaid }: { orderId: string; openingId: string | undefined; isPaid: boolean },
): void {
  if (openingId !== undefined) startSoon(deps, openingId)
  if (kind === 'token' && isPaid) deliverSoon(deps, orderId)
}
