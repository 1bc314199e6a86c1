import { limits } from '@kura/contract/limits'
import { checkMoves, paymentMoves } from '@kura/contract/states'
import type { PaymentState, OrderState } from '@kura/contract/states'
import type { Db } from '../db/connect.ts'

export type PaymentRow = {
  id: string
  orderId: string
  memberId: string
  packId: string
  gatewayOrderId: string
  amountYen: number
  accessId: string | null
  accessPass: string | null
  redirectUrl: string | null
  retUrl: string
  state: PaymentState
  orderState: OrderState
  error: string | null
  isLeaseOver: boolean
  isWorked: boolean
}

const columns = (db: Db) => db`
  p.id, p.order_id as "orderId", o.member_id as "memberId", o.pack_id as "packId",
  p.gateway_order_id as "gatewayOrderId", p.amount_yen as "amountYen", p.access_id as "accessId",
  p.access_pass as "accessPass", p.redirect_url as "redirectUrl", p.ret_url as "retUrl", p.state, o.state as "orderState", p.error,
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

/** The intent to charge, before the gateway hears of it. */
export const insert = async (
  db: Db,
  payment: {
    id: string
    orderId: string
    gatewayOrderId: string
    amountYen: number
    tokenHash: Buffer
    retUrl: string
  },
): Promise<void> => {
  await db`
    insert into payments (id, order_id, attempt, gateway_order_id, amount_yen, token_hash, ret_url, state, worked_until)
    values (${payment.id}, ${payment.orderId}, 1, ${payment.gatewayOrderId}, ${payment.amountYen}, ${payment.tokenHash},
            ${payment.retUrl}, 'entering', ${workLease(db)})`
}

export type Change = {
  accessId?: string
  accessPass?: string
  redirectUrl?: string
  tranId?: string
  approve?: string
  error?: string | null
}

/** `from` → `to`, moves of the table, in one statement, and the work lease anew. False means that somebody else moved it. */
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
           tran_id = coalesce(${change.tranId ?? null}, tran_id),
           approve = coalesce(${change.approve ?? null}, approve),
           error = ${change.error === undefined ? db`error` : change.error},
           captured_at = ${to === 'captured' ? db`kura_now()` : db`captured_at`},
           refunded_at = ${to === 'refunded' ? db`kura_now()` : db`refunded_at`}
     where id = ${id} and state = any(${[...from]}) returning 1`
  return rows.length > 0
}

/** The captured payment of an order begins its way back. */
export const startRefund = async (db: Db, orderId: string): Promise<string | undefined> => {
  const [row] = await db<{ id: string }[]>`
    update payments set state = 'refunding', worked_until = kura_now()
     where order_id = ${orderId} and state = 'captured' returning id`
  return row?.id
}

/** Takes a payment to work on unless somebody has it. */
export const claim = async (db: Db, id: string): Promise<boolean> => {
  const rows = await db`
    update payments set worked_until = ${workLease(db)}, checked_at = kura_now()
     where id = ${id} and worked_until <= kura_now() returning 1`
  return rows.length > 0
}

/** Lets a payment rest for some seconds before it is looked at again. */
export const restFor = (db: Db, id: string, seconds: number) => db`
  update payments set worked_until = kura_now() + make_interval(secs => ${seconds}) where id = ${id}`

/** Payments somebody must look at now: work was left, or the time to pay is over. */
export const listDue = async (db: Db, limit: number): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    select p.id from payments p join orders o on o.id = p.order_id
     where p.state in ('entering', 'executing', 'challenged', 'securing', 'refunding', 'unknown')
       and p.worked_until <= kura_now() and o.state <> 'quarantined' and (p.state <> 'challenged' or o.lease_until <= kura_now())
     order by p.worked_until limit ${limit}`
  return rows.map((row) => row.id)
}

/** Payments given up after 3-D Secure without a word of the gateway: they may have been captured late. */
export const listDoubtful = async (db: Db, limit: number): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    select p.id from payments p
     where p.state = 'declined' and p.error is null and p.created_at > kura_now() - interval '1 day'
       and (p.checked_at is null or p.checked_at < kura_now() - interval '10 minutes')
       and exists (select 1 from order_moves v where v.order_id = p.order_id and v.state = 'authorised')
     order by p.created_at limit ${limit}`
  return rows.map((row) => row.id)
}

/** Keeps a notice unless one about the same order waits that nobody has looked at since it came. */
export const insertNotice = (
  db: Db,
  notice: { id: string; body: Record<string, string>; gatewayOrderId: string | null },
) => db`
  insert into gateway_notices (id, gateway, body, gateway_order_id)
  select ${notice.id}, 'card', ${db.json(notice.body)}, ${notice.gatewayOrderId}
   where not exists (select 1 from gateway_notices
                      where gateway_order_id = ${notice.gatewayOrderId} and handled_at is null and worked_until <= kura_now())`

/** Takes every open notice of one order, or one without an order; answers the order id as the gateway writes it. */
export const claimNotices = async (
  db: Db,
  limit: number,
): Promise<{ gatewayOrderId: string | null; ids: string[] }[]> => db<
  { gatewayOrderId: string | null; ids: string[] }[]
>`
  with due as (
    select id from gateway_notices where handled_at is null and worked_until <= kura_now()
     order by worked_until limit ${limit} for update skip locked
  ), taken as (
    update gateway_notices n set worked_until = ${workLease(db)} from due where n.id = due.id
    returning n.id, n.gateway_order_id
  )
  select gateway_order_id as "gatewayOrderId", array_agg(id) as ids from taken group by gateway_order_id`

export const markHandled = (db: Db, ids: string[]) => db`
  update gateway_notices set handled_at = kura_now() where id = any(${ids}) and handled_at is null`
