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
