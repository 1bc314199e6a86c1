import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import { shareBuyer } from '../../identity/member/ensure-full-member.ts'
import type { GatewayDeps } from '../../money/payment/gateway-of.ts'
import { endQuarantined } from './end-quarantined.ts'
import * as orders from './queries.ts'
import type { NamedOrder } from './queries.ts'
import { refundOrder } from './refund-order.ts'
import { RefundRefusedError } from './refund-refused-error.ts'
import { sellables } from './sellable.ts'
import { chargedYen } from './tender.ts'

type Wanted = { orderId: string; by: string; reason: string; isDryRun: boolean }

/**
 * `kura refund`: gives what a delivered, unopened pack was paid with back, once, told line by line; who did it and why is in the
 * audit. So with the token of another member, which stays with the buyer: what the seller still has of its proceeds is taken back. An order
 * that was stopped because the gateway contradicted it is ended, which needs the gateways. Fails with RefundRefusedError and the reason
 * when it may not be done. A dry run only tells.
 */
export async function refundByHand(
  deps: Pick<Deps, 'sql'> & Partial<GatewayDeps>,
  { orderId, by, reason, isDryRun }: Wanted,
  say: (line: string) => void,
): Promise<void> {
  const stopped = await transaction(deps.sql, async (db) => {
    // as everywhere: the buyer's row, the payment's, then the order's; nobody opens the pack while its order is locked
    await shareBuyer(db, orderId)
    await orders.lockPayments(db, orderId)
    const order = await lockOrder(db, orderId)
    say(`${order.id} ${order.name.en}, ${order.priceYen} yen by ${order.tender}, ${order.state}`)
    // no gateway is asked while rows are locked
    if (order.state === 'quarantined') return order
    const refusal = await whyNot(db, order)
    if (refusal) throw new RefundRefusedError(refusal)
    const parts = partsOf(order)
    if (isDryRun) return void say(`would give back ${parts}; nothing was changed`)
    if (!(await refundOrder(db, orderId, 'REFUNDED_BY_OPERATOR')))
      throw new RefundRefusedError('it was refunded already')
    const undone = await sellables.of(order.kind).undo?.(db, orderId)
    const details = {
      reason,
      chargedYen: chargedYen(order),
      usedPoint: order.usedPoint,
      ...undone?.details,
    }
    await recordAct(db, { actor: `operator:${by}`, act: 'order.refunded', subject: orderId, details })
    say(`gives back ${parts}${chargedYen(order) > 0 ? '; the worker asks the gateway now' : ''}`)
    if (undone) say(undone.line)
    return undefined
  })
  if (!stopped) return
  const { sql, card, paidy } = deps
  if (!card || !paidy) throw new RefundRefusedError('Kura must run, so that the gateway can be asked what it holds')
  await endQuarantined({ sql, card, paidy }, stopped, { by, reason, isDryRun }, say)
}

async function lockOrder(db: Db, orderId: string): Promise<NamedOrder> {
  if (!(await orders.find(db, orderId))) throw new RefundRefusedError(`there is no order ${orderId}`)
  return orders.lock(db, orderId)
}

async function whyNot(db: Db, order: NamedOrder): Promise<string | undefined> {
  if (order.tender === 'grant') return 'it was given for nothing'
  if (order.state === 'refunding' || order.state === 'refunded') return `it is ${order.state} already`
  if (order.state !== 'delivered') return `it is ${order.state}, and only delivered packs and tokens are refunded`
  return sellables.of(order.kind).findObstacle?.(db, order.id)
}

function partsOf(order: NamedOrder): string {
  const charged = chargedYen(order)
  const parts = [charged > 0 ? `${charged} yen` : '', order.usedPoint > 0 ? `${order.usedPoint} points` : '']
  return parts.filter(Boolean).join(' and ')
}
