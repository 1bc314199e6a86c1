import { AppError, ensure } from '@kura/contract/errors'
import { limits } from '@kura/contract/limits'
import type { Deps } from '../../deps.ts'
import { raiseAlarm } from '../../platform/alarm/alarms.ts'
import { newId } from '../../platform/db/id.ts'
import type { PaidyFound } from '../../platform/gateways/payment-gateway.ts'
import { releasePayment } from './cancel-payment.ts'
import { refusalOf } from './complete-payment.ts'
import { findClaim, insertNotice } from './notice-queries.ts'
import * as payments from './queries.ts'
import type { PaymentRow } from './queries.ts'
import { recordMisfit } from './record-outcome.ts'
import type { PaymentDeps } from './secure-payment.ts'
import { settlePayment } from './settle-payment.ts'

type AcceptDeps = PaymentDeps & Pick<Deps, 'env'>

/**
 * Accepts an authorisation at the provider for our payment, by the provider's word and not the
 * browser's: amount, currency, order, state and environment must match the reservation. A mismatch
 * ends the reservation and is closed and refused; a known authorisation is returned as it is. Fails
 * with NOT_FOUND, PAYMENT_DECLINED, PAYMENT_EXPIRED, or SERVICE_UNAVAILABLE when the provider does
 * not respond.
 */
export async function acceptAuthorisation(
  deps: AcceptDeps,
  payId: string,
  isOwn: (payment: PaymentRow) => boolean,
): Promise<PaymentRow> {
  const known = await payments.findByGatewayRef(deps.sql, payId)
  if (known) {
    ensure(isOwn(known), 'NOT_FOUND')
    return known
  }
  const found = await deps.paidy.read(payId)
  if (found.kind === 'unknown') {
    // its buyer may not return with it: it is used or closed once the provider responds
    await noteAuthorisation(deps, payId)
    deps.log.warn({ cause: found.cause }, 'the provider does not report the outcome of an authorisation')
    throw new AppError('SERVICE_UNAVAILABLE')
  }
  ensure(found.kind === 'found', 'NOT_FOUND')
  const payment = await findMeant(deps, found)
  ensure(payment && isOwn(payment), 'NOT_FOUND')
  // a parallel request brought it meanwhile
  if (payment.gatewayRef === payId) return payment
  // if this process dies, the worker checks it and closes it unless it was used
  await noteAuthorisation(deps, payId)
  if (payment.gatewayRef !== null) throw new AppError('PAYMENT_DECLINED', { error: 'PAIDY_SECOND' })
  // the order ended before: the buyer gets that outcome, not the authorisation's
  if (payment.state === 'declined') throw refusalOf(payment)
  const misfit = misfitOf(deps, payment, found)
  if (misfit === undefined) return payment
  // our row first, together with its end: nothing completes by this authorisation, and an earlier
  // matching one is left alone
  if (await recordMisfit(deps, payment, payId, misfit)) await releasePayment(deps, { ...payment, gatewayRef: payId })
  throw new AppError('PAYMENT_DECLINED', { error: misfit })
}

/** What a buyer agreed to before there was an order, and what it is called there. */
export type Claimed = { amountYen: number; orderRef: string }

/**
 * Claims an authorisation that names no order of ours, for the member who brought it: the provider
 * must name their e-mail address. From then on the worker closes it unless an order uses it.
 * Undefined when it is not theirs. Fails with PAYMENT_DECLINED when nothing can be paid by it, or
 * SERVICE_UNAVAILABLE when the provider does not respond.
 */
export async function claimAuthorisation(deps: AcceptDeps, payId: string, email: string): Promise<Claimed | undefined> {
  if (email === '' || (await payments.findByGatewayRef(deps.sql, payId))) return undefined
  const found = await deps.paidy.read(payId)
  if (found.kind === 'unknown') throw new AppError('SERVICE_UNAVAILABLE')
  if (found.kind === 'absent' || (await findMeant(deps, found))) return undefined
  const { trade, isTest, buyerEmail } = found
  if (buyerEmail.toLowerCase() !== email.toLowerCase() || trade.status === 'captured' || trade.status === 'returned')
    return undefined
  // a reference that no row can hold
  if (trade.orderRef.length > 200 || trade.orderRef.includes('\0')) return undefined
  if (isTest === deps.env.LIVE) throw new AppError('PAYMENT_DECLINED', { error: 'PAIDY_ENVIRONMENT' })
  if (trade.status !== 'authorised') throw new AppError('PAYMENT_DECLINED', { error: 'PAIDY_NOT_AUTHORISED' })
  await insertNotice(deps.sql, { id: newId(), gateway: 'paidy', ref: payId, origin: 'claimed' })
  if (trade.currency === 'JPY') return { amountYen: trade.amountYen, orderRef: trade.orderRef }
  await dropClaim(deps, payId)
  throw new AppError('PAYMENT_DECLINED', { error: 'PAIDY_CURRENCY' })
}

/**
 * Closes a claimed authorisation that no order uses. If the provider does not respond, the worker
 * repeats it.
 */
export async function dropClaim(deps: PaymentDeps, payId: string): Promise<void> {
  if (await payments.findByGatewayRef(deps.sql, payId)) return
  const answer = await deps.paidy.close(payId)
  if (answer.kind !== 'done') deps.log.warn({ ref: payId }, 'an authorisation without an order is not closed yet')
}

/** Whether an order is paid, or to be paid, by this authorisation. */
export const isUsed = async ({ sql }: Pick<Deps, 'sql'>, payId: string): Promise<boolean> =>
  (await payments.findByGatewayRef(sql, payId)) !== undefined

/** The worker's part: closes a claimed authorisation once the request that claimed it has ended. */
async function settleClaim(deps: PaymentDeps, payId: string, { trade }: PaidyFound): Promise<boolean> {
  const claim = await findClaim(deps.sql, payId)
  if (!claim || trade.status !== 'authorised') return true
  if (!claim.isOver) return false
  return (await deps.paidy.close(payId)).kind === 'done'
}

/** The payment of the order that the authorisation names. */
export const findMeant = async (
  deps: Pick<PaymentDeps, 'sql'>,
  { trade }: PaidyFound,
): Promise<PaymentRow | undefined> => {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(trade.orderRef)) return undefined
  const payment = await payments.findByOrder(deps.sql, trade.orderRef)
  return payment?.gateway === 'paidy' ? payment : undefined
}

/**
 * Why an authorisation is not the one the reservation waits for, as a code; undefined when it is.
 */
function misfitOf({ env }: Pick<Deps, 'env'>, payment: PaymentRow, { trade, isTest }: PaidyFound): string | undefined {
  if (isTest === env.LIVE) return 'PAIDY_ENVIRONMENT'
  if (trade.currency !== 'JPY') return 'PAIDY_CURRENCY'
  if (trade.amountYen !== payment.amountYen) return 'PAIDY_AMOUNT'
  return trade.status === 'closed' ? 'PAIDY_NOT_AUTHORISED' : undefined
}

const used: readonly string[] = ['captured', 'refunding', 'refunded']

/**
 * Settles one authorisation at the provider: a used one is settled, one that waits for its buyer
 * may wait as long as its reservation, at most twenty minutes, any other is closed. True when
 * nothing remains to be done.
 */
export async function settleAuthorisation(deps: PaymentDeps, payId: string): Promise<boolean> {
  const known = await payments.findByGatewayRef(deps.sql, payId)
  if (known && !(await settlePayment(deps, known.id))) return false
  // the provider's state can change nothing any more: a repeat makes no call
  if (known && used.includes(known.state)) return true
  const found = await deps.paidy.read(payId)
  if (found.kind === 'unknown') return false
  if (found.kind === 'absent') return true
  // read after the provider's response, so that our row is not older than it
  const payment = (await payments.findByGatewayRef(deps.sql, payId)) ?? (await findMeant(deps, found))
  if (!payment) return settleClaim(deps, payId, found)
  const isOurs = payment.gatewayRef === payId
  if (found.trade.status === 'captured' && !(isOurs && used.includes(payment.state))) {
    if (isOurs) return false
    await raiseStray(deps, payment, found)
    return true
  }
  if (found.trade.status !== 'authorised') return true
  if (isOurs && (used.includes(payment.state) || payment.state === 'securing' || payment.state === 'unknown'))
    return false
  const isAwaited = payment.state === 'challenged' && (isOurs || payment.gatewayRef === null) && !payment.isLeaseOver
  if (isAwaited && !(await payments.isOlder(deps.sql, payment.id, found.authorisedAt, limits.paidyOpenMinutes)))
    return false
  const answer = await deps.paidy.close(payId)
  if (answer.kind !== 'done') return false
  if (isOurs) await payments.markClosed(deps.sql, payment.id)
  deps.log.info({ payment: payment.id }, 'an authorisation that was not used was closed')
  return true
}

const raiseStray = (deps: PaymentDeps, payment: PaymentRow, { trade }: PaidyFound): Promise<void> =>
  raiseAlarm(deps, {
    kind: 'gateway-contradicts',
    subject: payment.orderId,
    message: `the provider took ${trade.amountYen} yen by ${trade.ref}, which is not the payment of the order`,
  })

/**
 * Records an authorisation at the provider, as a notice would: the worker follows it until it is
 * used or closed.
 */
const noteAuthorisation = (deps: Pick<Deps, 'sql'>, payId: string): Promise<unknown> =>
  insertNotice(deps.sql, { id: newId(), gateway: 'paidy', ref: payId, origin: 'checkout' })
