import { fromStates, paymentMoves } from '@kura/contract/states'
import type { Deps } from '../deps.ts'
import { raiseAlarm } from '../check/raise-alarm.ts'
import { transaction } from '../db/transaction.ts'
import type { CardTrade } from '../gateways/card.ts'
import { quarantineOrder } from '../order/quarantine-order.ts'
import * as payments from './queries.ts'
import type { PaymentRow } from './queries.ts'
import { recordCapture } from './record-outcome.ts'

/** `unpaid` carries the trade when the gateway knows it; `unknown`: it did not say. */
export type Truth =
  | { kind: 'captured'; openingId: string | undefined }
  | { kind: 'unpaid'; trade: CardTrade | undefined }
  | { kind: 'unknown' }
  | { kind: 'quarantined' }

/** Asks the gateway what became of a payment and writes a capture down. The answer is believed, notices are not. */
export async function askGateway(
  deps: Pick<Deps, 'sql' | 'card' | 'log' | 'metrics'>,
  payment: PaymentRow,
): Promise<Truth> {
  const found = await deps.card.search(payment.gatewayOrderId)
  if (found.kind === 'unknown') {
    deps.log.warn({ payment: payment.id, cause: found.cause }, 'the card gateway does not say what became of a payment')
    return { kind: 'unknown' }
  }
  if (found.kind === 'absent') return { kind: 'unpaid', trade: undefined }
  const { trade } = found
  if (trade.amountYen !== payment.amountYen || trade.status === 'returned') {
    await quarantine(deps, payment, trade)
    return { kind: 'quarantined' }
  }
  if (trade.status !== 'captured') return { kind: 'unpaid', trade }
  const captured = await recordCapture(deps, payment, trade)
  return { kind: 'captured', openingId: captured?.outcome === 'delivered' ? captured.openingId : undefined }
}

async function quarantine(
  deps: Pick<Deps, 'sql' | 'log' | 'metrics'>,
  payment: PaymentRow,
  trade: CardTrade,
): Promise<void> {
  if (payment.state === 'refunded') return
  await transaction(deps.sql, async (db) => {
    await payments.moveTo(db, payment.id, fromStates(paymentMoves, 'unknown'), 'unknown')
    await quarantineOrder(db, payment.orderId, 'GATEWAY_CONTRADICTS')
  })
  await raiseAlarm(deps, {
    kind: 'gateway-contradicts',
    subject: payment.orderId,
    message: `the gateway has ${trade.amountYen} yen ${trade.status} for ${payment.gatewayOrderId}, the order ${payment.amountYen}`,
  })
}
