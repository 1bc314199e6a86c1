import { limitTo, offsetBy } from '../../platform/db/connect.ts'
import type { Db, Fragment } from '../../platform/db/connect.ts'
import type { RawPage } from '../../platform/http/paging.ts'
import { pictureJson } from '../../platform/media/queries.ts'

/** How many collect and follow series `r`, from `withSeriesCounts`. */
export const seriesCounts = (db: Db): Fragment => db`
  'collectorCount', coalesce(sc.collectors, 0), 'tokenCount', coalesce(sc.tokens, 0), 'followerCount', coalesce(su.followers, 0)`
/** Joins the kept counts of series `r`. */
export const withSeriesCounts = (db: Db): Fragment => db`
  left join series_collectors sc on sc.series_id = r.id
  left join subject_counts su on su.kind = 'series' and su.subject = r.id`

/** Series in the order of the catalogue. */
export const listSeries = (
  db: Db,
  { limit, offset, after }: { limit: number; offset: number; after: [number, string] | undefined },
) => db<RawPage[]>`
  with chosen as (
    select r.id, row_number() over (order by r.position, r.id) as n
      from series r where true ${after ? db`and (r.position, r.id) > (${after[0]}, ${after[1]})` : db``}
     order by r.position, r.id ${offsetBy(db, offset)} ${limitTo(db, limit + 1)})
  select coalesce(json_agg(json_build_object(
           'seriesId', r.id,
           'name', json_build_object('ja', r.name_ja, 'en', r.name_en),
           'description', json_build_object('ja', r.description_ja, 'en', r.description_en),
           'picture', case when m.id is not null then ${pictureJson(db)} end,
           'itemCount', r.item_count, ${seriesCounts(db)}) order by c.n) filter (where c.n <= ${limit + offset}), '[]')::text as items,
         (array_agg(json_build_array(r.position, r.id)) filter (
            where c.n = ${limit + offset} and exists (select 1 from chosen where n > ${limit + offset})))[1] as last,
         ${after || offset > 0 ? db`null::int` : db`(select count(*)::int from series)`} as total
    from chosen c join series r on r.id = c.id left join media m on m.id = r.picture ${withSeriesCounts(db)}`
