import { raiseAlarm, clearAlarms } from '../../platform/alarm/alarms.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { gatewayOf } from './gateway.ts'
import { payable } from './payable.ts'
import * as payments from './queries.ts'
import type { PaymentRow } from './queries.ts'
import type { PaymentDeps } from './secure-payment.ts'

/**
 * Starts the refund of an order's captured payment, inside the caller's transaction. False when
 * there is none.
 */
export const startRefund = async (db: Db, orderId: string): Promise<boolean> =>
  (await payments.startRefund(db, orderId)) !== undefined

const restSeconds = 10
const alarmRestSeconds = 300

/**
 * Refunds a captured payment, once: the gateway is asked first whether it did so already. The
 * caller has claimed the payment.
 */
export async function settleRefund(deps: PaymentDeps, payment: PaymentRow): Promise<void> {
  const gateway = gatewayOf(deps, payment)
  const found = await gateway.search(payment)
  if (found.kind === 'unknown') {
    await payments.restFor(deps.sql, payment.id, restSeconds)
    return
  }
  const status = found.kind === 'found' ? found.trade.status : 'absent'
  if (found.kind === 'found' && status === 'captured' && found.trade.amountYen === payment.amountYen) {
    const answer = await gateway.refund(payment, found.trade, () => payments.renew(deps.sql, payment.id, 'refunding'))
    if (answer.kind === 'done') return finish(deps, payment, answer.ref)
    if (answer.kind === 'declined') return callForHelp(deps, payment, `the gateway refuses the refund: ${answer.error}`)
    // asked for again the next time, never simply repeated
    await payments.restFor(deps.sql, payment.id, 1)
    return
  }
  if (found.kind === 'found' && status === 'returned') return finish(deps, payment, found.trade.refundRef)
  const amount = found.kind === 'found' ? ` with ${found.trade.amountYen} yen` : ''
  await callForHelp(deps, payment, `the gateway says ${status}${amount} of a payment that is to be refunded`)
}

async function finish(deps: PaymentDeps, payment: PaymentRow, refundRef = ''): Promise<void> {
  await transaction(deps.sql, async (db) => {
    const change = refundRef === '' ? {} : { refundRef }
    if (!(await payments.moveTo(db, payment.id, ['refunding'], 'refunded', change))) return
    await payable.call.finishRefund(db, payment.orderId)
    await clearAlarms(db, payment.orderId)
  })
}

async function callForHelp(deps: PaymentDeps, payment: PaymentRow, message: string): Promise<void> {
  await payments.restFor(deps.sql, payment.id, alarmRestSeconds)
  await raiseAlarm(deps, { kind: 'refund-stuck', subject: payment.orderId, message })
}
