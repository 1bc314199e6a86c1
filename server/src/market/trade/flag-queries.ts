import type { Db } from '../../platform/db/connect.ts'

export const flagRules = ['circle', 'pair', 'same-mailbox', 'same-card'] as const
export type FlagRule = (typeof flagRules)[number]
export type Flag = { listingId: string; rule: FlagRule; details: string }

/** Locks the cursor until the transaction ends. Returns up to when trades were read, and now. */
export async function holdMark(db: Db): Promise<{ since: Date; now: Date }> {
  const [row] = await db<{ since: Date; now: Date }[]>`
    select ended_at as since, kura_now() as now from market_marks for update`
  return row!
}

export const moveMark = (db: Db, now: Date) => db`update market_marks set ended_at = ${now}`

/**
 * Flags listings sold since then, and in the ten minutes before it for late commits. Returns the
 * new flags. Compares addresses, which the chain records, and accounts, for members who changed
 * wallets.
 */
export const insertFlags = (db: Db, since: Date): Promise<Flag[]> => db<Flag[]>`
  with sold as (
    select l.id, l.token_id, l.seller_id, o.seller, o.buyer_address, o.ended_at, b.id as buyer_id, r.circle_days, r.pair_trades,
           make_interval(days => r.circle_days) as span
      from (select distinct listing_id from listing_moves where state = 'sold' and at > ${since}::timestamptz - interval '10 minutes') m
      join listings l on l.id = m.listing_id and l.state = 'sold'
      join sale_orders o on o.order_hash = l.order_hash and o.end_reason = 'sold'
     cross join market_settings r
      left join trades t on t.listing_id = l.id and t.state <> 'failed'
      left join members b on b.id = coalesce(t.buyer_id, (select id from members where flow_address = o.buyer_address))),
  found as (
    select s.id, 'circle' as rule, 'the buyer sold this token on ' || to_char(p.ended_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as details
      from sold s
     cross join lateral (
       select p.ended_at from sale_orders p left join listings q on q.order_hash = p.order_hash
        where p.token_id = s.token_id and p.end_reason = 'sold' and p.price_yen > 0 and p.ended_at < s.ended_at and p.ended_at > s.ended_at - s.span
          and (p.seller = s.buyer_address or q.seller_id = s.buyer_id)
        order by p.ended_at desc limit 1) p
     where s.circle_days > 0
    union all
    select s.id, 'pair', 'these two traded ' || n.trades || ' times in ' || s.circle_days || ' days'
      from sold s
     cross join lateral (
       select count(*) as trades from sale_orders p
        where p.end_reason = 'sold' and p.price_yen > 0 and p.ended_at <= s.ended_at and p.ended_at > s.ended_at - s.span
          and (p.seller, p.buyer_address) in ((s.seller, s.buyer_address), (s.buyer_address, s.seller))) n
     where s.circle_days > 0 and n.trades >= s.pair_trades
    union all
    select s.id, 'same-mailbox', 'seller and buyer have one mailbox'
      from sold s join members a on a.id = s.seller_id join members b on b.id = s.buyer_id
     where a.id <> b.id and mailbox_of(a.email) = mailbox_of(b.email)
    union all
    select s.id, 'same-card', 'seller and buyer stored a card of the same number and date'
      from sold s
     where s.buyer_id <> s.seller_id and exists (
       select 1 from stored_cards a join stored_cards b
           on b.masked_number = a.masked_number and b.expires = a.expires and b.brand = a.brand
        where a.member_id = s.seller_id and b.member_id = s.buyer_id and a.masked_number <> '' and a.expires <> ''
          and a.state in ('stored', 'deleting', 'deleted') and b.state in ('stored', 'deleting', 'deleted')))
  insert into market_flags (listing_id, rule, details) select id, rule, details from found
  on conflict do nothing
  returning listing_id as "listingId", rule, details`

export type FlagRow = Flag & {
  at: Date
  itemId: string
  serial: number
  priceYen: number
  sellerId: string
  sellerAddress: string
  buyerAddress: string | null
}

/** Flags of the last so many days, newest first. */
export const listFlags = (db: Db, days: number) => db<FlagRow[]>`
  select f.listing_id as "listingId", f.rule, f.details, f.at, l.item_id as "itemId", l.serial, l.price_yen as "priceYen",
         l.seller_id as "sellerId", l.seller_address as "sellerAddress", o.buyer_address as "buyerAddress"
    from market_flags f join listings l on l.id = f.listing_id left join sale_orders o on o.order_hash = l.order_hash
   where f.at > kura_now() - make_interval(days => ${days}) order by f.at desc, f.listing_id, f.rule`

export type ProfessionalRow = { memberId: string; name: string; isComplete: boolean; openListings: number }

/** Members who sell by trade, and how many open listings they have. */
export const listProfessionals = (db: Db) => db<ProfessionalRow[]>`
  select p.member_id as "memberId", p.name, p.is_complete as "isComplete",
         (select count(*)::int from listings l where l.seller_id = p.member_id and l.state in ('open', 'held')) as "openListings"
    from professional_sellers p order by p.name, p.member_id`

export type SellerRow = { memberId: string; sold: number; volumeYen: string }

/**
 * Private members who sold so many times or more in the last so many days: they may be selling by
 * trade.
 */
export const listBusySellers = (db: Db, days: number, least: number) => db<SellerRow[]>`
  select l.seller_id as "memberId", count(*)::int as sold, sum(l.price_yen)::text as "volumeYen"
    from listings l
   where l.state = 'sold' and l.ended_at > kura_now() - make_interval(days => ${days})
     and not exists (select 1 from professional_sellers p where p.member_id = l.seller_id)
   group by 1 having count(*) >= ${least} order by 2 desc, 1`
