import { clearAlarms } from '../../platform/alarm/alarms.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { recordAct } from '../../platform/audit-log-queries.ts'
import { endDoubtful } from '../../money/payment/end-doubtful.ts'
import type { GatewayDeps } from '../../money/payment/gateway-of.ts'
import { findHeld, giveBackHeld, takeHeld } from '../../money/payment/give-back-held.ts'
import type { NamedOrder } from './queries.ts'
import { RefundRefusedError } from './refund-refused-error.ts'
import { releaseOrder } from './release-order.ts'

type Wanted = { by: string; reason: string; isDryRun: boolean }

/**
 * Ends an order that was stopped because the gateway contradicted it: what the gateway holds goes back to the buyer, whatever the sum,
 * then its unit or listing is on sale again and points and counts return in one transaction. The gateway is asked first, so that doing it again
 * after a crash gives nothing back twice. The audit has a row before money moves and one at the end. Fails with RefundRefusedError.
 */
export async function endQuarantined(
  deps: Pick<Deps, 'sql'> & GatewayDeps,
  order: NamedOrder,
  { by, reason, isDryRun }: Wanted,
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
