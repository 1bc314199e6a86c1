import type { Db } from '../../platform/db/connect.ts'
import { onlyWhole } from './scope-queries.ts'
import type { Finding, Since } from './scope-queries.ts'

/** I19: what is kept of collections, by work and by series, is what the tokens say. */
export const wrongCollections = (db: Db, since: Since) => db<Finding[]>`
  select coalesce(h.owner_address, n.owner_address) || ' ' || coalesce(h.item_id, n.item_id) as id,
         coalesce(h.tokens, 0) || ' tokens are said to be held, there are ' || coalesce(n.tokens, 0) as what
    from item_holdings h
    full join (select t.owner_address, t.item_id, i.series_id, count(*)::int as tokens from tokens t join items i on i.id = t.item_id
                where t.owner_address is not null and t.burned_at is null group by 1, 2, 3) n
         on n.owner_address = h.owner_address and n.item_id = h.item_id
   where (h.series_id, h.tokens) is distinct from (n.series_id, n.tokens) ${onlyWhole(db, since)}
  union all
  select coalesce(s.owner_address, n.owner_address) || ' ' || coalesce(s.series_id, n.series_id),
         'works/tokens are said to be ' || concat_ws('/', coalesce(s.items, 0), coalesce(s.tokens, 0)) || ', the works say '
           || concat_ws('/', coalesce(n.items, 0), coalesce(n.tokens, 0))
    from series_holdings s
    full join (select owner_address, series_id, count(*)::int as items, sum(tokens)::int as tokens from item_holdings group by 1, 2) n
         on n.owner_address = s.owner_address and n.series_id = s.series_id
   where (s.items, s.tokens) is distinct from (n.items, n.tokens) ${onlyWhole(db, since)}
  union all
  select coalesce(c.series_id, n.series_id), 'collectors/tokens are said to be '
           || concat_ws('/', coalesce(c.collectors, 0), coalesce(c.tokens, 0)) || ', the collections say '
           || concat_ws('/', coalesce(n.collectors, 0), coalesce(n.tokens, 0))
    from series_collectors c
    full join (select series_id, count(*)::int as collectors, sum(tokens)::bigint as tokens from series_holdings group by 1) n
         on n.series_id = c.series_id
   where (coalesce(c.collectors, 0), coalesce(c.tokens, 0)) <> (coalesce(n.collectors, 0), coalesce(n.tokens, 0)) ${onlyWhole(db, since)}`
