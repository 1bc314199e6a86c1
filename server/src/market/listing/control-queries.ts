import type { Db } from '../../platform/db/connect.ts'

export type ControlRow = {
  termsVersion: string | null
  hasNotice: boolean
  /** The member asked for another wallet in place of a lost one. */
  isRecovering: boolean
  /** Tokens of the item in the member's vault: all, those offered for sale, those given by mail. */
  owned: number
  listed: number
  gifted: number
  /** Offers of the item: one this member could buy, one to be had later, the own. One for somebody else is none. */
  hasOffer: boolean
  hasLater: boolean
  hasOwn: boolean
}

/** What a visitor could do with tokens of an item; no row when there is no such item. Each is a look into an index. */
export const findControl = (db: Db, itemId: string, viewer: { memberId: string; flowAddress: string }) => db<
  ControlRow[]
>`
  select m.terms_version as "termsVersion", not exists (select 1 from professional_sellers p where p.member_id = m.id and not p.is_complete) as "hasNotice",
         exists (select 1 from wallet_changes w where w.member_id = m.id and w.state in ('requested', 'approved')) as "isRecovering",
         t.owned, t.listed, t.gifted,
         exists (select 1 from listings l
                  where l.item_id = i.id and l.state = 'open' and l.expires_at > kura_now() and l.buyable_from <= kura_now()
                    and l.target_id is null and l.seller_id is distinct from m.id)
           or exists (select 1 from listings l
                       where l.item_id = i.id and l.state = 'open' and l.target_id = m.id and l.expires_at > kura_now()
                         and l.buyable_from <= kura_now()) as "hasOffer",
         exists (select 1 from listings l
                  where l.item_id = i.id and l.state = 'held' and (l.target_id is null or l.target_id = m.id) and l.seller_id is distinct from m.id)
           or exists (select 1 from listings l
                       where l.item_id = i.id and l.state = 'open' and l.grace_seconds > 0 and l.expires_at > kura_now() and l.buyable_from > kura_now()
                         and (l.target_id is null or l.target_id = m.id) and l.seller_id is distinct from m.id) as "hasLater",
         exists (select 1 from listings l
                  where l.item_id = i.id and l.seller_id = m.id and l.state in ('open', 'held') and l.expires_at > kura_now()) as "hasOwn"
    from items i left join members m on m.id::text = ${viewer.memberId}
   cross join lateral (
     select count(*)::int as owned,
            (count(*) filter (where exists (select 1 from listings l where l.token_id = t.id and l.state in ('open', 'held', 'ending'))))::int as listed,
            (count(*) filter (where exists (select 1 from gifts g where g.token_id = t.id and g.state in ('open', 'claimed', 'ending'))))::int as gifted
       from tokens t where t.item_id = i.id and t.burned_at is null and t.owner_address = ${viewer.flowAddress}) t
   where i.id = ${itemId}`
