import { listContradictions } from '../../chain/index/sale-drift-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { changedListing, onlyWhole } from './scope.ts'
import type { Finding, Since } from './scope.ts'

/** I21: a listing says what its order on chain says, and no order stands that nobody listed or gave. */
export async function contradictedListings(db: Db, since: Since): Promise<Finding[]> {
  const found = await listContradictions(db, since === null ? undefined : changedListing(db, since, db`l.id`))
  return found.map(({ orderId: id, what }) => ({ id, what }))
}

/** I19: what is kept of an item's prices is what its listings say. */
export const wrongPrices = (db: Db, since: Since) => db<Finding[]>`
  select t.item_id as id, 'floor/sold are said to be ' || concat_ws('/', coalesce(t.floor_yen, 0), t.sold) || ', the listings say '
           || concat_ws('/', coalesce(n.floor, 0), n.sold) as what
    from item_listings t
   cross join lateral (
     select min(l.price_yen) filter (where l.state = 'open' and l.target_id is null) as floor, count(*) filter (where l.state = 'sold') as sold
       from listings l where l.item_id = t.item_id and l.state in ('open', 'sold')) n
   where (t.floor_yen, t.sold::bigint) is distinct from (n.floor, n.sold) ${onlyWhole(db, since)}
  union all
  select coalesce(d.item_id, n.item_id), 'sold/volume/median/least/most on ' || coalesce(d.day, n.day) || ' are said to be '
           || concat_ws('/', coalesce(d.sold, 0), d.volume_yen, d.median_yen, d.least_yen, d.most_yen) || ', the listings say '
           || concat_ws('/', coalesce(n.sold, 0), n.volume, n.median, n.least, n.most)
    from (select * from item_days where sold > 0) d
    full join (
      select item_id, (ended_at at time zone 'Asia/Tokyo')::date as day, count(*)::int as sold, sum(price_yen) as volume,
             percentile_disc(0.5) within group (order by price_yen) as median, min(price_yen) as least, max(price_yen) as most
        from listings where state = 'sold' group by 1, 2) n on n.item_id = d.item_id and n.day = d.day
   where (d.sold, d.volume_yen::bigint, d.median_yen, d.least_yen, d.most_yen) is distinct from (n.sold, n.volume::bigint, n.median, n.least, n.most)
         ${onlyWhole(db, since)}`
