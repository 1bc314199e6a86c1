import type { Deps } from '../../deps.ts'
import { shareBuyer } from '../../identity/member/ensure-full-member.ts'
import type { GatewayDeps } from '../../money/payment/gateway.ts'
import { endDoubtful, findHeld, giveBackHeld, takeHeld } from '../../money/payment/give-back-held.ts'
import { clearAlarms } from '../../platform/alarm/alarms.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import * as orders from './queries.ts'
import type { NamedOrder } from './queries.ts'
import { refundOrder } from './refund.ts'
import { releaseOrder } from './release.ts'
import { sellables } from './sellable.ts'
import { chargedYen } from './tender.ts'

type RefundOptions = { orderId: string; by: string; reason: string; isDryRun: boolean }

/**
 * `kura refund`: refunds a delivered, unopened pack, once, reporting line by line; the audit
 * records who did it and why. The same for another member's token, which stays with the buyer: the
 * proceeds are reversed as far as the seller still has them. A stopped order, which the gateway
 * contradicted, is ended; this needs the gateways. Fails with RefundRefusedError and the reason. A
 * dry run only reports.
 */
export async function refundByHand(
  deps: Pick<Deps, 'sql'> & Partial<GatewayDeps>,
  { orderId, by, reason, isDryRun }: RefundOptions,
  say: (line: string) => void,
): Promise<void> {
  const stopped = await transaction(deps.sql, async (db) => {
    // locks in the usual sequence: the buyer's row, the payment's, the order's; a pack cannot be
    // opened while its order is locked
    await shareBuyer(db, orderId)
    await orders.lockPayments(db, orderId)
    const order = await lockOrder(db, orderId)
    say(`${order.id} ${order.name.en}, ${order.priceYen} yen by ${order.tender}, ${order.state}`)
    // no gateway is called while rows are locked
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

type EndOptions = { by: string; reason: string; isDryRun: boolean }

/**
 * Ends a stopped order, which the gateway contradicted: all money at the gateway is refunded, then
 * one transaction releases its unit or listing, points and counts. The gateway is asked first, so
 * that a repeat after a crash refunds nothing twice. The audit has a row before money moves and one
 * at the end. Fails with RefundRefusedError.
 */
export async function endQuarantined(
  deps: Pick<Deps, 'sql'> & GatewayDeps,
  order: NamedOrder,
  { by, reason, isDryRun }: EndOptions,
  say: (line: string) => void,
): Promise<void> {
  const held = await findHeld(deps, order.id)
  if ('why' in held) throw new RefundRefusedError(held.why)
  const { heldYen, payment } = held
  say(`the gateway ${heldYen > 0 ? `holds ${heldYen} yen` : 'holds nothing'}`)
  const points = order.usedPoint > 0 ? [`${order.usedPoint} points`] : []
  const parts = [...(heldYen > 0 ? [`${heldYen} yen`] : []), ...points].join(' and ') || 'nothing'
  if (isDryRun) return say(`would give back ${parts} and end the order; nothing was changed`)
  if (!(await takeHeld(deps, held))) throw new RefundRefusedError('somebody is at its payment, try again in a minute')
  const act = { actor: `operator:${by}`, subject: order.id }
  const details = { reason, heldYen, usedPoint: order.usedPoint }
  if (heldYen > 0) await recordAct(deps.sql, { ...act, act: 'order.return-begun', details })
  const refusal = await giveBackHeld(deps, held)
  if (refusal) throw new RefundRefusedError(refusal.why)
  await transaction(deps.sql, 'order.end-quarantined', async (db) => {
    const isEnded = await endDoubtful(db, payment.id)
    if (!isEnded || !(await releaseOrder(db, order.id, 'GATEWAY_CONTRADICTS', ['quarantined'])))
      throw new RefundRefusedError('it is not quarantined any more')
    await recordAct(db, { ...act, act: 'order.ended', details })
    await clearAlarms(db, order.id)
  })
  say(`gave back ${parts}; what it held is on sale again`)
}

/** Why an order is not refunded by hand, for the operator. */
export class RefundRefusedError extends Error {
  readonly code = 'REFUND_REFUSED'
  constructor(message: string) {
    super(message)
    this.name = 'RefundRefusedError'
  }
}
