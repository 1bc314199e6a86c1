import type { Words } from '@kura/contract/ids'
import type { Db } from '../../platform/db/connect.ts'
import { pictureJson } from '../../platform/media/queries.ts'

/**
 * Every banner, also those whose time has not come: the page decides by the shop's clock, without
 * asking again.
 */
export const listBanners = (db: Db) => db<{ banners: string }[]>`
  select coalesce(json_agg(json_strip_nulls(json_build_object(
           'id', b.id, 'picture', ${pictureJson(db)}, 'title', json_build_object('ja', b.title_ja, 'en', b.title_en),
           'href', b.href, 'startDate', b.start_date, 'endDate', b.end_date)) order by b.position, b.id), '[]')::text as banners
    from banners b join media m on m.id = b.picture`

/** Things that other sites sell: all, or those that the operator picked out. */
export const listExternalProducts = (db: Db, { isPicked }: { isPicked: boolean }) => db<{ products: string }[]>`
  select coalesce(json_agg(json_build_object(
           'id', p.id, 'name', json_build_object('ja', p.name_ja, 'en', p.name_en), 'picture', ${pictureJson(db)},
           'href', p.href, 'priceYen', p.price_yen) order by p.position, p.id), '[]')::text as products
    from external_products p join media m on m.id = p.picture ${isPicked ? db`where p.is_picked` : db``}`

/** Announcements whose time has come, newest first; older ones than the newest hundred are history. */
export const listAnnouncements = (db: Db) => db<{ announcements: string }[]>`
  select coalesce(json_agg(json_build_object(
           'id', a.id, 'title', json_build_object('ja', a.title_ja, 'en', a.title_en),
           'body', json_build_object('ja', a.body_ja, 'en', a.body_en),
           'publishedAt', a.published_at) order by a.published_at desc, a.id), '[]')::text as announcements
    from (select * from announcements where published_at <= kura_now() order by published_at desc, id limit 100) a`

/** The time by which everything is decided, in milliseconds since 1970. */
export const readTime = (db: Db) => db<{ now: number }[]>`
  select floor(extract(epoch from kura_now()) * 1000)::float8 as now`

/** Announcements whose time came within the last day. */
export const listFresh = (db: Db) => db<{ id: string; title: Words }[]>`
  select id, json_build_object('ja', title_ja, 'en', title_en) as title from announcements
   where published_at <= kura_now() and published_at > kura_now() - interval '1 day' order by published_at, id`

/** Events that are not over, by their beginning; then the latest hundred that are. */
export const listEvents = (db: Db) => db<{ events: string }[]>`
  with shown as (
    (select e.*, 0 as part from events e where end_date > kura_now() order by start_date, id limit 200)
    union all
    (select e.*, 1 from events e where end_date <= kura_now() order by end_date desc, id limit 100))
  select coalesce(json_agg(${eventJson(db)} order by part, case when part = 0 then e.start_date end, e.end_date desc, e.id), '[]')::text as events
    from shown e left join media m on m.id = e.picture`

/** An event as its page shows it. */
export const findEvent = (db: Db, eventId: string) => db<{ event: string }[]>`
  select ${eventJson(db)}::text as event from events e left join media m on m.id = e.picture where e.id = ${eventId}`

/** An event `e` with its picture `m`. */
const eventJson = (db: Db) => db`json_build_object(
  'id', e.id, 'title', json_build_object('ja', e.title_ja, 'en', e.title_en),
  'description', json_build_object('ja', e.description_ja, 'en', e.description_en),
  'picture', case when m.id is not null then ${pictureJson(db)} end,
  'startDate', e.start_date, 'endDate', e.end_date, 'packIds', e.pack_ids, 'seriesIds', e.series_ids)`
