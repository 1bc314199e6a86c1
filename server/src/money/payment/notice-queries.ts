import { limits } from '@kura/contract/limits'
import type { Db } from '../../platform/db/connect.ts'

export type GatewayName = 'card' | 'paidy'
/** `ref` is what the gateway calls the payment: our order id at the card gateway, the provider's own id at Paidy. */
export type NewNotice = { id: string; gateway: GatewayName; body: Record<string, string>; ref: string | null }

/** Keeps a notice unless one about the same payment waits that nobody has looked at since it came. */
export const insertNotice = (db: Db, { id, gateway, body, ref }: NewNotice) => db`
  insert into gateway_notices (id, gateway, body, gateway_order_id)
  select ${id}, ${gateway}, ${db.json(body)}, ${ref}
   where not exists (select 1 from gateway_notices
                      where gateway_order_id = ${ref} and gateway = ${gateway} and handled_at is null and worked_until <= kura_now())`

/** Takes every open notice of one payment, or one without a payment. */
export const claimNotices = (db: Db, limit: number) => db<
  { gateway: GatewayName; ref: string | null; ids: string[] }[]
>`
  with due as (
    select id from gateway_notices where handled_at is null and worked_until <= kura_now()
     order by worked_until limit ${limit} for update skip locked
  ), taken as (
    update gateway_notices n set worked_until = kura_now() + make_interval(secs => ${limits.workLeaseSeconds})
      from due where n.id = due.id
    returning n.id, n.gateway, n.gateway_order_id
  )
  select gateway, gateway_order_id as ref, array_agg(id) as ids from taken group by gateway, gateway_order_id`

export const markHandled = (db: Db, ids: string[]) => db`
  update gateway_notices set handled_at = kura_now() where id = any(${ids}) and handled_at is null`
