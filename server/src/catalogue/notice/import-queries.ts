import type { Words } from '@kura/contract/ids'
import type { Db } from '../../platform/db/connect.ts'
import type { ImportChange } from '../item/import-queries.ts'

export type BannerImport = {
  id: string
  pictureId: string | null
  title: Words
  href: string
  startDate: Date | undefined
  endDate: Date | undefined
}
export type AnnouncementImport = { id: string; title: Words; body: Words; publishedAt: Date }

/** The folder's list is the whole list: what it does not name any more is gone. */
export const replaceBanners = async (db: Db, banners: BannerImport[]): Promise<ImportChange[]> => {
  const gone = await db`delete from banners where id <> all(${banners.map(({ id }) => id)}) returning false as "isNew"`
  const kept = await db<ImportChange[]>`
    insert into banners as t (id, picture, title_ja, title_en, href, start_date, end_date, position)
    select id, "pictureId", title ->> 'ja', title ->> 'en', href, "startDate", "endDate", n
      from rows from (jsonb_to_recordset(${db.json(banners as never)})
             as (id text, "pictureId" text, title jsonb, href text, "startDate" timestamptz, "endDate" timestamptz)) with ordinality
             as e (id, "pictureId", title, href, "startDate", "endDate", n)
        on conflict (id) do update set picture = excluded.picture, title_ja = excluded.title_ja, title_en = excluded.title_en,
           href = excluded.href, start_date = excluded.start_date, end_date = excluded.end_date, position = excluded.position
     where (t.picture, t.title_ja, t.title_en, t.href, t.start_date, t.end_date, t.position) is distinct from
           (excluded.picture, excluded.title_ja, excluded.title_en, excluded.href, excluded.start_date, excluded.end_date, excluded.position)
    returning xmax = 0 as "isNew"`
  return [...kept, ...gone.map(() => ({ isNew: false }))]
}

/** As banners: the whole list. */
export const replaceAnnouncements = async (db: Db, announcements: AnnouncementImport[]): Promise<ImportChange[]> => {
  const gone = await db`delete from announcements where id <> all(${announcements.map(({ id }) => id)}) returning 1`
  const kept = await db<ImportChange[]>`
    insert into announcements as t (id, title_ja, title_en, body_ja, body_en, published_at)
    select id, title ->> 'ja', title ->> 'en', body ->> 'ja', body ->> 'en', "publishedAt"
      from jsonb_to_recordset(${db.json(announcements as never)})
           as e (id text, title jsonb, body jsonb, "publishedAt" timestamptz)
        on conflict (id) do update set title_ja = excluded.title_ja, title_en = excluded.title_en, body_ja = excluded.body_ja,
           body_en = excluded.body_en, published_at = excluded.published_at
     where (t.title_ja, t.title_en, t.body_ja, t.body_en, t.published_at) is distinct from
           (excluded.title_ja, excluded.title_en, excluded.body_ja, excluded.body_en, excluded.published_at)
    returning xmax = 0 as "isNew"`
  return [...kept, ...gone.map(() => ({ isNew: false }))]
}
