import type { Db, Fragment, Sql } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'

/** An open order, with its terms as the rows have them. Times in seconds since 1970. */
export type StandingRow = {
  orderId: string
  orderHash: string
  seller: string
  tokenId: string
  priceYen: number
  feeYen: number
  royaltyYen: number
  expiry: number
  target: string | null
}

/**
 * Orders that are open in the rows and have not expired; optionally of one seller, opened this many
 * minutes ago or earlier.
 */
export const listStanding = (db: Db, of?: { seller: string; minutes: number }): Promise<StandingRow[]> => db`
  select order_id as "orderId", order_hash as "orderHash", seller, token_id::text as "tokenId", price_yen::float8 as "priceYen",
         fee_yen::float8 as "feeYen", royalty_yen::float8 as "royaltyYen", extract(epoch from expires_at)::float8 as expiry,
         target_address as target
    from sale_orders
   where end_reason is null and expires_at > kura_now()
         ${of ? db`and seller = ${of.seller} and opened_at <= kura_now() - make_interval(mins => ${of.minutes})` : db``}
   order by seller, order_id`

// each served by an index of its own
const standing = (db: Db) =>
  db`select seller from sale_orders where end_reason is null and expires_at > (select kura_now())`
const ended = (db: Db) =>
  db`select seller from sale_orders where end_reason is not null and expires_at > (select kura_now())`

/** Everybody with an order whose time is not over, ended or not. */
export const listSellers = async (db: Db): Promise<string[]> =>
  sellersOf(await db`${standing(db)} union ${ended(db)} order by seller`)

/** Every seller with an open order. */
export const listStandingSellers = async (db: Db): Promise<string[]> =>
  sellersOf(await db`select distinct seller from (${standing(db)}) s order by seller`)

/**
 * Claims at most this many sellers whose orders have all ended, though some have not expired. The
 * longest waiting come first; they wait for their next turn even if the comparison fails.
 */
export const takeEndedSellers = (sql: Sql, most: number): Promise<string[]> =>
  transaction(sql, async (db) =>
    sellersOf(
      await db`
    insert into ended_checks as k (seller, checked_at)
    select due.seller, kura_now()
      from (select s.seller from (${ended(db)} except ${standing(db)}) s
              left join ended_checks k on k.seller = s.seller
             order by k.checked_at nulls first, s.seller limit ${most}) due
     order by due.seller
    on conflict (seller) do update set checked_at = excluded.checked_at
    returning seller`,
    ),
  )

/** Has these sellers taken first by the next `takeEndedSellers` that they are for. */
export async function takeAgain(db: Db, sellers: string[]): Promise<void> {
  if (sellers.length > 0) await db`delete from ended_checks where seller = any(${sellers})`
}

const sellersOf = (rows: { seller?: string }[]): string[] => rows.map(({ seller }) => seller!)

/**
 * Which of these orders have ended in the rows, and why. Not those that ended only here: a hidden
 * grant or a withdrawn token can be restored by hand after its event.
 */
export const listEnded = (db: Db, orderHashes: string[]): Promise<{ orderId: string; endReason: string }[]> => db`
  select o.order_id as "orderId", o.end_reason as "endReason" from sale_orders o
   where o.order_hash = any(${orderHashes}) and o.end_reason is not null
     and not (o.end_reason = 'hidden' and exists (
       select 1 from sale_events v where v.seller = o.seller and v.kind = 'grants-hidden' and v.tx_id = o.ended_tx_id))
     and not (o.end_reason = 'moved' and exists (
       select 1 from chain_events c where c.token_id = o.token_id and c.tx_id = o.ended_tx_id))
   order by o.order_id`

/**
 * Claims sellers with open orders that were not compared for `everyMinutes`, the longest waiting
 * first. No other process gets them until then, even if the comparison fails.
 */
export const takeSellers = (
  sql: Sql,
  { minutes, everyMinutes, most }: { minutes: number; everyMinutes: number; most: number },
): Promise<string[]> =>
  transaction(sql, async (db) => {
    const isDue = db`k.checked_at <= kura_now() - make_interval(mins => ${everyMinutes})`
    // row by row in the order of sellers, as every statement that takes several of them
    return sellersOf(
      await db`
    insert into seller_checks as k (seller, checked_at)
    select due.seller, kura_now()
      from (select s.seller from (
              select distinct seller from sale_orders
               where end_reason is null and expires_at > kura_now() and opened_at <= kura_now() - make_interval(mins => ${minutes})) s
              left join seller_checks k on k.seller = s.seller
             where k.seller is null or ${isDue}
             order by k.checked_at nulls first, s.seller limit ${most}) due
     order by due.seller
    on conflict (seller) do update set checked_at = kura_now() where ${isDue}
    returning seller`,
    )
  })

/**
 * Makes the sellers of these events due for the next comparison. For a new block always. For a
 * block that is read again, because the node listed the event late, only if their last comparison
 * may have been too early to see it: an account is shown as of the newest sealed block, which is
 * seconds old. Sellers that wait for no comparison are left alone.
 */
export async function compareAgainAfter(
  db: Db,
  events: { seller: string; blockAt: string; isNew: boolean }[],
): Promise<void> {
  if (events.length === 0) return
  const sellers = events.map(({ seller }) => seller)
  const seenFrom = events.map(({ blockAt, isNew }) => (isNew ? 'infinity' : blockAt))
  // held in the order of sellers, as takeSellers does: two that hold the same rows wait for each
  // other only in one direction
  await db`
    with again as materialized (
      select k.seller
        from seller_checks k join (
          select seller, max(seen_from::timestamptz) as seen_from
            from unnest(${sellers}::text[], ${seenFrom}::text[]) e (seller, seen_from) group by seller) e on e.seller = k.seller
       where k.checked_at < e.seen_from + interval '30 seconds'
       order by k.seller for update of k)
    delete from seller_checks k using again where k.seller = again.seller`
}

/**
 * Listings that differ from their order, each with the difference, and open orders without a
 * listing or gift. `listings` limits it to some of the listings `l` and leaves out such orders.
 */
export const listContradictions = (db: Db, listings?: Fragment): Promise<{ orderId: string; what: string }[]> => db`
  select l.id::text as "orderId", 'the listing says ' || d.name || ' ' || coalesce(d.ours, 'nothing') || ', the chain '
           || coalesce(d.theirs, 'nothing') as what
    from listings l join sale_orders o on o.order_id = l.id::text
   cross join lateral (values
     ('orderHash', l.order_hash, o.order_hash),
     ('seller', l.seller_address, o.seller),
     ('token', l.token_id::text, o.token_id::text),
     ('price', l.price_yen::text, o.price_yen::text),
     ('fee', (l.fee_yen + l.content_access_yen)::text, o.fee_yen::text),
     ('royalty', l.royalty_yen::text, o.royalty_yen::text),
     ('target', l.target_address, o.target_address),
     ('expiry', extract(epoch from l.expires_at)::bigint::text, extract(epoch from o.expires_at)::bigint::text),
     ('state', case when l.state in ('open', 'held', 'ending') then 'standing'
                    when l.end_reason = 'expired' and o.end_reason is null and o.expires_at <= kura_now() then 'standing'
                    when l.state = 'sold' then 'sold' else coalesce(l.end_reason, l.state) end,
               coalesce(o.end_reason, 'standing'))) d (name, ours, theirs)
   where d.ours is distinct from d.theirs
         -- what we delivered ourselves we know before its block is read
         and not (d.name = 'state' and l.state = 'sold' and o.end_reason is null and l.ended_at > kura_now() - interval '10 minutes') ${listings ? db`and ${listings}` : db``}
  union all
  select l.id::text, 'the listing is ' || l.state || ', the chain never had its order' from listings l
   where l.state in ('open', 'held', 'ending', 'sold', 'ended') and l.end_reason is distinct from 'chain-reset'
     and not exists (select 1 from trades t where t.listing_id = l.id and t.forgotten_at is not null)
     and not exists (select 1 from sale_orders o where o.order_id = l.id::text) ${listings ? db`and ${listings}` : db``}
  union all
  select o.order_id, 'the chain has this order, and nobody listed it' from sale_orders o
   where o.end_reason is null and o.expires_at > kura_now() and not exists (select 1 from listings l where l.id::text = o.order_id)
     and not exists (select 1 from gifts g where g.order_hash = o.order_hash) ${listings ? db`and false` : db``}
   order by 1, 2`
