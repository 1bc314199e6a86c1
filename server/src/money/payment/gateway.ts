import { fromStates, paymentMoves } from '@kura/contract/states'
import type { Deps } from '../../deps.ts'
import { raiseAlarm } from '../../platform/alarm/alarms.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { PaymentGateway, Trade } from '../../platform/gateways/payment-gateway.ts'
import { payable } from './payable.ts'
import * as payments from './queries.ts'
import type { PaymentRow } from './queries.ts'
import { recordCapture } from './record-outcome.ts'

export type GatewayDeps = Pick<Deps, 'card' | 'paidy'>

/** Who takes the money of a payment. */
export const gatewayOf = (deps: GatewayDeps, { gateway }: { gateway: 'card' | 'paidy' }): PaymentGateway =>
  gateway === 'paidy' ? deps.paidy : deps.card

/** `unpaid` has the trade when the gateway knows it; `unknown`: no usable response. */
type Truth =
  | { kind: 'captured'; startedId: string | undefined }
  | { kind: 'unpaid'; trade: Trade | undefined }
  | { kind: 'unknown' }
  | { kind: 'quarantined' }

/**
 * Asks the gateway for the outcome of a payment and records a capture. Its response is trusted,
 * notices are not.
 */
export async function askGateway(
  deps: GatewayDeps & Pick<Deps, 'sql' | 'log' | 'metrics'>,
  payment: PaymentRow,
): Promise<Truth> {
  const found = await gatewayOf(deps, payment).search(payment)
  if (found.kind === 'unknown') {
    const { gateway } = payment
    deps.log.warn(
      { payment: payment.id, gateway, cause: found.cause },
      'the gateway does not report the outcome of a payment',
    )
    return { kind: 'unknown' }
  }
  if (found.kind === 'absent') return { kind: 'unpaid', trade: undefined }
  const { trade } = found
  if (contradicts(payment, trade)) {
    await quarantine(deps, payment, trade)
    return { kind: 'quarantined' }
  }
  if (trade.status !== 'captured') return { kind: 'unpaid', trade }
  const captured = await recordCapture(deps, payment, trade.proof)
  return { kind: 'captured', startedId: captured?.outcome === 'paid' ? captured.startedId : undefined }
}

/** The name of our payment at its gateway. */
const orderRefOf = (payment: PaymentRow): string =>
  payment.gateway === 'paidy' ? (payment.foreignRef ?? payment.orderId) : payment.gatewayOrderId

// a cancelled payment without money at the gateway may be in any state there
const contradicts = (payment: PaymentRow, trade: Trade): boolean =>
  (payment.state !== 'declined' || trade.status === 'captured') && differs(payment, trade)

const differs = (payment: PaymentRow, trade: Trade): boolean =>
  trade.amountYen !== payment.amountYen ||
  trade.currency !== 'JPY' ||
  trade.orderRef !== orderRefOf(payment) ||
  trade.status === 'returned'

async function quarantine(
  deps: Pick<Deps, 'sql' | 'log' | 'metrics'>,
  payment: PaymentRow,
  trade: Trade,
): Promise<void> {
  if (payment.state === 'refunded') return
  await transaction(deps.sql, async (db) => {
    await payments.moveTo(db, payment.id, fromStates(paymentMoves, 'unknown'), 'unknown')
    await payable.call.quarantineOrder(db, payment.orderId, 'GATEWAY_CONTRADICTS')
  })
  await raiseAlarm(deps, {
    kind: 'gateway-contradicts',
    subject: payment.orderId,
    message: `the gateway has ${trade.amountYen} ${trade.currency} ${trade.status} for ${trade.orderRef}, the order ${orderRefOf(payment)} is ${payment.amountYen} JPY`,
  })
}

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The gateway's order id: the order's UUID in Crockford base32 (26 characters) and one character
 * for the attempt, 1 to 32.
 */
export function gatewayOrderId(orderId: string, attempt: number): string {
  const number = BigInt(`0x${orderId.replaceAll('-', '')}`)
  const text = Array.from({ length: 26 }, (_, place) => digits[Number((number >> BigInt(5 * (25 - place))) & 31n)])
  return `${text.join('')}${digits[attempt - 1]}`
}

/** The order of a gateway's order id; undefined when it is not ours. */
export function orderIdOf(text: string): string | undefined {
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{26}$/.test(text)) return undefined
  const number = Array.from(text.slice(0, 26)).reduce((sum, digit) => (sum << 5n) | BigInt(digits.indexOf(digit)), 0n)
  const hex = number.toString(16).padStart(32, '0')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
