import type { Words } from '@kura/contract/ids'
import type { PointKind } from '@kura/contract/money/point'
import type { Db } from '../../platform/db/connect.ts'

export type LotRow = { id: string; memberId: string; kind: PointKind; remaining: number; expiresAt: Date }
export type SpendRow = { lotId: string; kind: PointKind; amount: number }

/**
 * What a member can spend now, in the order it is spent: what expires first, and of that the free
 * points before the paid ones.
 */
export const listUsableLots = (db: Db, memberId: string) => db<LotRow[]>`
  select id, member_id as "memberId", kind, remaining, expires_at as "expiresAt" from point_lots
   where member_id = ${memberId} and remaining > 0 and expires_at > kura_now()
   order by expires_at, kind, id`

export const insertSpends = (db: Db, orderId: string, spends: readonly SpendRow[]) => db`
  with spent as (
    insert into point_spends (order_id, lot_id, amount)
    select ${orderId}, s."lotId", s.amount
      from json_to_recordset(${JSON.stringify(spends)}::text::json) as s ("lotId" uuid, amount integer)
    returning lot_id, amount
  )
  update point_lots l set remaining = l.remaining - s.amount from spent s where l.id = s.lot_id`

/** Returns the points of an order to their lots, once. */
export const returnSpends = (db: Db, orderId: string) => db<SpendRow[]>`
  with returned as (
    update point_spends set returned_at = kura_now() where order_id = ${orderId} and returned_at is null
    returning lot_id, amount
  )
  update point_lots l set remaining = l.remaining + r.amount from returned r where l.id = r.lot_id
  returning l.id as "lotId", l.kind, r.amount`

/** The member who paid an order with points that were not returned yet. */
export const findSpender = async (db: Db, orderId: string): Promise<string | undefined> => {
  const [row] = await db<{ memberId: string }[]>`
    select l.member_id as "memberId" from point_spends s join point_lots l on l.id = s.lot_id
     where s.order_id = ${orderId} and s.returned_at is null limit 1`
  return row?.memberId
}

export type NewLot = {
  id: string
  memberId: string
  kind: PointKind
  cause: string
  amount: number
  days: number
  campaignId: string | null
  orderId: string | null
}
/** A new lot, unless its cause had one before. */
export const insertLot = async (db: Db, lot: NewLot): Promise<boolean> => {
  const rows = await db`
    insert into point_lots (id, member_id, kind, cause, granted, remaining, expires_at, campaign_id, order_id)
    values (${lot.id}, ${lot.memberId}, ${lot.kind}, ${lot.cause}, ${lot.amount}, ${lot.amount},
            kura_now() + make_interval(days => ${lot.days}), ${lot.campaignId}, ${lot.orderId})
    on conflict (cause) do nothing returning 1`
  return rows.length > 0
}

export const isGranted = async (db: Db, cause: string): Promise<boolean> =>
  (await db`select 1 from point_lots where cause = ${cause}`).length > 0

export type CampaignRow = {
  id: string
  nameJa: string
  nameEn: string
  amount: number | null
  percent: number | null
  validDays: number
}
/** The campaigns that run now for an occasion. */
export const listRunningCampaigns = (db: Db, occasion: string) => db<CampaignRow[]>`
  select id, name_ja as "nameJa", name_en as "nameEn", amount, percent, valid_days as "validDays" from point_campaigns
   where occasion = ${occasion} and coalesce(starts_at <= kura_now(), true) and coalesce(ends_at > kura_now(), true)
   order by id`

/** Of lots given for purchases: the purchases that are being or were refunded. */
export const listRefundedPurchases = async (db: Db, lotIds: readonly string[]): Promise<string[]> => {
  const rows = await db<{ id: string }[]>`
    select distinct o.id from point_lots l join orders o on o.id = l.order_id
     where l.id = any(${[...lotIds]}::uuid[]) and o.state in ('refunding', 'refunded')`
  return rows.map(({ id }) => id)
}

export type PurchaseLot = {
  id: string
  memberId: string
  kind: PointKind
  remaining: number
  withdrawn: number
  /** Spent on other orders: the part that cannot be withdrawn now. */
  spent: number
  campaign: Words
}
/** The lots that were given for a purchase. */
export const listPurchaseLots = (db: Db, orderId: string) => db<PurchaseLot[]>`
  select l.id, l.member_id as "memberId", l.kind, l.remaining, l.withdrawn, l.granted - l.remaining - l.expired - l.withdrawn as spent,
         json_build_object('ja', coalesce(c.name_ja, ''), 'en', coalesce(c.name_en, '')) as campaign
    from point_lots l left join point_campaigns c on c.id = l.campaign_id where l.order_id = ${orderId} order by l.id`

export const withdrawRest = (db: Db, lotId: string) => db`
  update point_lots set withdrawn = withdrawn + remaining, remaining = 0 where id = ${lotId}`

/**
 * Expired lots with a balance, oldest first, and those of deleted members, to which a refund may
 * have returned points.
 */
export const listExpiredLots = (db: Db, limit: number) => db<{ id: string; memberId: string }[]>`
  select id, member_id as "memberId" from (
    (select id, member_id, expires_at from point_lots
      where remaining > 0 and expires_at <= kura_now() order by expires_at, id limit ${limit})
    union
    (select l.id, l.member_id, l.expires_at from members m join point_lots l on l.member_id = m.id
      where m.deleted_at is not null and l.remaining > 0 limit ${limit})) l
   order by expires_at, id limit ${limit}`

/** A member's balance in lots, either valid or expired. */
export const listFilledLots = (db: Db, memberId: string) => db<{ id: string; memberId: string; remaining: number }[]>`
  select id, member_id as "memberId", remaining from point_lots where member_id = ${memberId} and remaining > 0 order by id`

export type ExpiredLot = {
  kind: PointKind
  remaining: number
  expired: number
  returnedLate: number
  campaignId: string | null
  /** The purchase it was given for. */
  orderId: string | null
  /** Its member was deleted. */
  isOfNobody: boolean
}
/**
 * One of them as it is now, with the points returned after its expiry; undefined when another
 * worker handled it.
 */
export const findExpiredLot = async (db: Db, lotId: string): Promise<ExpiredLot | undefined> => {
  const [row] = await db<ExpiredLot[]>`
    select l.kind, l.remaining, l.expired, l.campaign_id as "campaignId", l.order_id as "orderId",
           (select coalesce(sum(amount), 0)::int from point_spends s where s.lot_id = l.id and s.returned_at >= l.expires_at) as "returnedLate",
           m.deleted_at is not null as "isOfNobody"
      from point_lots l join members m on m.id = l.member_id
     where l.id = ${lotId} and l.remaining > 0 and (l.expires_at <= kura_now() or m.deleted_at is not null)`
  return row
}

/** Paid orders whose points came back into a lot after its time, and how many. */
export const listLateReturns = (db: Db, lotId: string) => db<{ orderId: string; amount: number }[]>`
  select s.order_id as "orderId", s.amount from point_spends s join point_lots l on l.id = s.lot_id
   where l.id = ${lotId} and s.returned_at >= l.expires_at
     and exists (select 1 from order_moves v where v.order_id = s.order_id and v.state = 'captured')
   order by s.order_id`

export const expireRest = (db: Db, lotId: string) => db`
  update point_lots set expired = expired + remaining, remaining = 0 where id = ${lotId}`
