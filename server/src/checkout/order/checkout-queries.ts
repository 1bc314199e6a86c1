import type { Words } from '@kura/contract/ids'
import type { PaidyCheckout } from '@kura/contract/checkout/order'
import type { Db } from '../../platform/db/connect.ts'
import { ownName } from '../../identity/member/shown-member-queries.ts'
import { named, nameOf, ofAll, ofKind } from './sellable-queries.ts'

export type CheckoutRow = Pick<PaidyCheckout, 'buyer' | 'buyerData'> & {
  amountYen: number
  leaseUntil: Date
  /** Of what is bought, as its kind calls it. */
  itemId: string
  name: Words
  /** Whether its price has consumption tax in it: not that of a member who is not registered for invoices. */
  isTaxed: boolean
}

/** What a provider's checkout is told of a waiting order, and of what its buyer bought before; undefined when it waits no more. */
export const findCheckout = async (db: Db, orderId: string): Promise<CheckoutRow | undefined> => {
  const [row] = await db<CheckoutRow[]>`
    select o.price_yen - o.used_point as "amountYen", o.lease_until as "leaseUntil",
           ${ofKind(db, ({ sql }) => sql.checkout(db).itemId)} as "itemId", ${nameOf(db)} as name,
           ${ofKind(db, ({ sql }) => sql.checkout(db).isTaxed)} as "isTaxed",
           json_build_object('email', coalesce(m.email, ''), 'name1', coalesce(nullif(${ownName(db, 'm')}, ''), m.email, 'Kura')) as buyer,
           json_build_object(
             'userId', m.id,
             'ageDays', greatest(0, extract(epoch from kura_now() - m.created_at)::bigint / 86400),
             'orderCount', b.count, 'ltvYen', b.sum, 'lastOrderAmountYen', coalesce(z.yen, 0),
             'lastOrderAtDays', coalesce(greatest(0, extract(epoch from kura_now() - z.at)::bigint / 86400), 0)) as "buyerData"
      from orders o ${named(db)} ${ofAll(db, ({ sql }) => sql.checkout(db).joins)} join members m on m.id = o.member_id
     cross join lateral (
       select count(*) as count, coalesce(sum(price_yen), 0) as sum from orders
        where member_id = m.id and state in ('captured', 'delivered') and tender <> 'grant') b
      left join lateral (
       select price_yen as yen, created_at as at from orders
        where member_id = m.id and state in ('captured', 'delivered') and tender <> 'grant'
        order by created_at desc limit 1) z on true
     where o.id = ${orderId} and o.state = 'reserved' and o.lease_until > kura_now()`
  return row
}
