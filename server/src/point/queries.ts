import type { PointKind } from '@kura/contract/point'
import type { Db } from '../db/connect.ts'

export type LotRow = { id: string; memberId: string; kind: PointKind; remaining: number; expiresAt: Date }
export type SpendRow = { lotId: string; kind: PointKind; amount: number }

/** What a member can spend now, in the order it is spent: what expires first, and of that the free points before the paid ones. */
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

/** Puts the points of an order back into their lots, once, and answers them. */
export const returnSpends = (db: Db, orderId: string) => db<SpendRow[]>`
  with returned as (
    update point_spends set returned_at = kura_now() where order_id = ${orderId} and returned_at is null
    returning lot_id, amount
  )
  update point_lots l set remaining = l.remaining + r.amount from returned r where l.id = r.lot_id
  returning l.id as "lotId", l.kind, r.amount`

/** Who paid an order with points that are not back yet. */
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
