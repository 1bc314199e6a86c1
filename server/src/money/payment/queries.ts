import { limits } from '@kura/contract/limits'
import { checkMoves, paymentMoves } from '@kura/contract/states'
import type { PaymentState, OrderState } from '@kura/contract/states'
import type { Db } from '../../platform/db/connect.ts'
import { payable } from './payable.ts'
import type { CaptureProof, PaymentRef } from '../../platform/gateways/payment-gateway.ts'

export type PaymentRow = PaymentRef & {
  gateway: 'card' | 'paidy'
  memberId: string
  /** The kind of the order's subject. */
  subjectId: string
  /** What the provider calls the order, where the buyer agreed before there was one. */
  foreignRef: string | null
  redirectUrl: string | null
  retUrl: string | null
  cardId: string | null
  cardName: string | null
  holderName: string | null
  state: PaymentState
  orderState: OrderState
  error: string | null
  isLeaseOver: boolean
  isWorked: boolean
}

const columns = (db: Db) => db`
  p.id, p.order_id as "orderId", o.member_id as "memberId", 
  ${payable.call.subjectKey(db)} as "subjectId", p.gateway, p.method,
  p.gateway_order_id as "gatewayOrderId", p.gateway_ref as "gatewayRef", p.foreign_ref as "foreignRef", p.amount_yen as "amountYen",
  p.access_id as "accessId", p.access_pass as "accessPass", p.redirect_url as "redirectUrl", p.ret_url as "retUrl",
  p.card_id as "cardId", p.card_name as "cardName", p.holder_name as "holderName", p.state, o.state as "orderState", p.error,
  coalesce(o.lease_until <= kura_now(), true) as "isLeaseOver", p.worked_until > kura_now() as "isWorked"`

const workLease = (db: Db) => db`kura_now() + make_interval(secs => ${limits.workLeaseSeconds})`

const findBy = async (db: Db, where: ReturnType<Db>): Promise<PaymentRow | undefined> => {
  const [row] = await db<PaymentRow[]>`
    select ${columns(db)} from payments p join orders o on o.id = p.order_id where ${where}`
  return row
}
export const find = (db: Db, id: string) => findBy(db, db`p.id = ${id}`)
export const findByToken = (db: Db, tokenHash: Buffer) => findBy(db, db`p.token_hash = ${tokenHash}`)
export const findByAccessId = (db: Db, accessId: string) => findBy(db, db`p.access_id = ${accessId}`)
export const findByGatewayOrderId = (db: Db, id: string) => findBy(db, db`p.gateway_order_id = ${id}`)
export const findByGatewayRef = (db: Db, ref: string) => findBy(db, db`p.gateway_ref = ${ref}`)
/** The latest try to charge for an order. */
export const findByOrder = (db: Db, orderId: string) =>
  findBy(db, db`p.order_id = ${orderId} order by p.attempt desc limit 1`)

export type NewPayment = Pick<PaymentRow, 'id' | 'orderId' | 'gatewayOrderId' | 'amountYen' | 'gateway' | 'method'> & {
  /** `challenged` when the buyer takes the first step at the provider. */
  state: 'entering' | 'challenged'
  tokenHash?: Buffer | undefined
  /** The provider's id, where the buyer agreed before there was an order. */
  gatewayRef?: string | undefined
  foreignRef?: string | undefined
  retUrl?: string | undefined
  cardId?: string | undefined
}

/** The intent to charge, before the gateway hears of it. */
export const insert = async (db: Db, payment: NewPayment): Promise<void> => {
  const workedUntil = payment.state === 'entering' ? workLease(db) : db`kura_now()`
  await db`
    insert into payments (id, order_id, attempt, gateway, method, gateway_order_id, gateway_ref, foreign_ref, amount_yen, token_hash,
                          ret_url, card_id, state, worked_until)
    values (${payment.id}, ${payment.orderId}, 1, ${payment.gateway}, ${payment.method}, ${payment.gatewayOrderId},
            ${payment.gatewayRef ?? null}, ${payment.foreignRef ?? null}, ${payment.amountYen}, ${payment.tokenHash ?? null}, ${payment.retUrl ?? null}, ${payment.cardId ?? null},
            ${payment.state}, ${workedUntil})`
}

export type Change = CaptureProof & {
  accessId?: string
  accessPass?: string
  redirectUrl?: string
  gatewayRef?: string
  refundRef?: string
  cardName?: string | undefined
  holderName?: string | undefined
  error?: string | null
}

/**
 * `from` → `to`, moves of the table, in one statement, and the work lease again. False when another
 * transaction moved it.
 */
export const moveTo = async (
  db: Db,
  id: string,
  from: readonly PaymentState[],
  to: PaymentState,
  change: Change = {},
): Promise<boolean> => {
  checkMoves(paymentMoves, from, to)
  const rows = await db`
    update payments
       set state = ${to}, worked_until = ${workLease(db)},
           access_id = coalesce(${change.accessId ?? null}, access_id),
           access_pass = coalesce(${change.accessPass ?? null}, access_pass),
           redirect_url = coalesce(${change.redirectUrl ?? null}, redirect_url),
           gateway_ref = coalesce(${change.gatewayRef ?? null}, gateway_ref),
           tran_id = coalesce(${change.tranId ?? null}, tran_id),
           approve = coalesce(${change.approve ?? null}, approve),
           capture_ref = coalesce(${change.captureRef ?? null}, capture_ref),
           refund_ref = coalesce(${change.refundRef ?? null}, refund_ref),
           card_name = coalesce(${change.cardName ?? null}, card_name),
           holder_name = coalesce(${change.holderName ?? null}, holder_name),
           error = ${change.error === undefined ? db`error` : change.error},
           captured_at = ${to === 'captured' ? db`kura_now()` : db`captured_at`},
           refunded_at = ${to === 'refunded' ? db`kura_now()` : db`refunded_at`}
     where id = ${id} and state = any(${[...from]}) returning 1`
  return rows.length > 0
}

/** Starts the refund of an order's captured payment. */
export const startRefund = async (db: Db, orderId: string): Promise<string | undefined> => {
  const [row] = await db<{ id: string }[]>`
    update payments set state = 'refunding', worked_until = kura_now()
     where order_id = ${orderId} and state = 'captured' returning id`
  return row?.id
}

/**
 * The provider's id of what the buyer brought, unless another is there; also of what does not fit,
 * so that a repeat is known.
 */
export const keepRef = async (db: Db, id: string, ref: string): Promise<boolean> => {
  const rows = await db`
    update payments set gateway_ref = ${ref} where id = ${id} and gateway_ref is null and state = 'challenged' returning 1`
  return rows.length > 0
}

/** The authorisation was voided unused. */
export const markClosed = (db: Db, id: string) => db`
  update payments set closed_at = kura_now() where id = ${id} and closed_at is null`

/**
 * Whether an authorisation and the payment it is for both lie so many minutes back. The provider
 * dates the authorisation by its own clock; ours must agree before it is closed.
 */
export const isOlder = async (db: Db, paymentId: string, at: Date, minutes: number): Promise<boolean> => {
  const [row] = await db<{ isOlder: boolean }[]>`
    select greatest(${at}::timestamptz, p.created_at) <= kura_now() - make_interval(mins => ${minutes}) as "isOlder"
      from payments p where p.id = ${paymentId}`
  return row?.isOlder ?? false
}

/** Claims a payment unless another worker has it. */
export const claim = async (db: Db, id: string): Promise<boolean> => {
  const rows = await db`
    update payments set worked_until = ${workLease(db)}, checked_at = kura_now()
     where id = ${id} and worked_until <= kura_now() returning 1`
  return rows.length > 0
}

/**
 * Holds a payment for longer, before the next call that may take its whole time. False when it has
 * moved on meanwhile.
 */
export const renew = async (db: Db, id: string, state: PaymentState): Promise<boolean> => {
  const rows = await db`
    update payments set worked_until = ${workLease(db)} where id = ${id} and state = ${state} returning 1`
  return rows.length > 0
}

/** Lets a payment rest for some seconds before it is checked again. */
export const restFor = (db: Db, id: string, seconds: number) => db`
  update payments set worked_until = kura_now() + make_interval(secs => ${seconds}) where id = ${id}`

/** Payments that are due: unfinished work, or the time to pay has ended. */
export const listDue = async (db: Db, limit: number): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    select p.id from payments p join orders o on o.id = p.order_id
     where p.state in ('entering', 'executing', 'challenged', 'securing', 'refunding', 'unknown')
       and p.worked_until <= kura_now() and o.state <> 'quarantined' and (p.state <> 'challenged' or o.lease_until <= kura_now())
     order by p.worked_until limit ${limit}`
  return rows.map((row) => row.id)
}

/**
 * Payments of the last day that were given up, with a code or without, after the gateway was asked
 * for money: after a lost response the gateway may still act later. Each is checked after ten
 * minutes, then at growing intervals.
 */
export const listDoubtful = async (db: Db, limit: number): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    select p.id from payments p
     where p.state = 'declined' and p.created_at > kura_now() - interval '1 day'
       and (p.checked_at is null
            or p.checked_at < kura_now() - greatest(interval '10 minutes', (p.checked_at - p.created_at) / 2))
       and exists (select 1 from payment_moves v where v.payment_id = p.id and v.state in ('executing', 'securing'))
     order by p.created_at limit ${limit}`
  return rows.map((row) => row.id)
}

/** Forgets the names on a deleted member's paying cards. */
export const forgetCardNames = (db: Db, memberId: string) => db`
  update payments p set card_name = null, holder_name = null
    from orders o where o.id = p.order_id and o.member_id = ${memberId}`
