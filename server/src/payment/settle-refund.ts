import { raiseAlarm } from '../check/raise-alarm.ts'
import { clearAlarms } from '../check/clear-alarms.ts'
import { transaction } from '../db/transaction.ts'
import { fault } from '../fault.ts'
import { finishRefund } from '../order/finish-refund.ts'
import * as payments from './queries.ts'
import type { PaymentRow } from './queries.ts'
import type { PaymentDeps } from './secure-payment.ts'

const restSeconds = 10
const alarmRestSeconds = 300

/**
 * Gives a captured payment back, once: the gateway is asked first whether it did so already. The caller has claimed the payment.
 */
export async function settleRefund(deps: PaymentDeps, payment: PaymentRow): Promise<void> {
  const found = await deps.card.search(payment.gatewayOrderId)
  if (found.kind === 'unknown') {
    await payments.restFor(deps.sql, payment.id, restSeconds)
    return
  }
  const status = found.kind === 'found' ? found.trade.status : 'absent'
  if (found.kind === 'found' && status === 'captured') {
    await fault('payment.before-refund')
    const answer = await deps.card.refund(found.trade)
    await fault('payment.refunded')
    if (answer.kind === 'done') return finish(deps, payment)
    if (answer.kind === 'declined') return callForHelp(deps, payment, `the gateway refuses the refund: ${answer.error}`)
    // looked up again the next time, never simply repeated
    await payments.restFor(deps.sql, payment.id, 1)
    return
  }
  if (status === 'returned') return finish(deps, payment)
  await callForHelp(deps, payment, `the gateway says ${status} of a payment that is to be given back`)
}

async function finish(deps: PaymentDeps, payment: PaymentRow): Promise<void> {
  await transaction(deps.sql, async (db) => {
    if (!(await payments.moveTo(db, payment.id, ['refunding'], 'refunded'))) return
    await finishRefund(db, payment.orderId)
    await clearAlarms(db, payment.orderId)
  })
}

async function callForHelp(deps: PaymentDeps, payment: PaymentRow, message: string): Promise<void> {
  await payments.restFor(deps.sql, payment.id, alarmRestSeconds)
  await raiseAlarm(deps, { kind: 'refund-stuck', subject: payment.orderId, message })
}
