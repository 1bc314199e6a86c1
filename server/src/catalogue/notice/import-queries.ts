import type { Words } from '@kura/contract/ids'
import { updateIfChanged } from '../../platform/db/connect.ts'
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
export type EventImport = {
  id: string
  title: Words
  description: Words
  pictureId: string | null
  startDate: Date
  endDate: Date
  packIds: string[]
  seriesIds: string[]
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

export type ExternalProductImport = {
  id: string
  pictureId: string | null
  name: Words
  href: string
  priceYen: number | undefined
  isPicked: boolean
}

/** As banners: the whole list. */
export const replaceExternalProducts = async (db: Db, products: ExternalProductImport[]): Promise<ImportChange[]> => {
  const gone = await db`delete from external_products where id <> all(${products.map(({ id }) => id)}) returning 1`
  const kept = await db<ImportChange[]>`
    insert into external_products as t (id, picture, name_ja, name_en, href, price_yen, is_picked, position)
    select id, "pictureId", name ->> 'ja', name ->> 'en', href, "priceYen", "isPicked", n
      from rows from (jsonb_to_recordset(${db.json(products as never)})
             as (id text, "pictureId" text, name jsonb, href text, "priceYen" integer, "isPicked" boolean)) with ordinality
             as e (id, "pictureId", name, href, "priceYen", "isPicked", n)
        on conflict (id) ${updateIfChanged(db, ['picture', 'name_ja', 'name_en', 'href', 'price_yen', 'is_picked', 'position'])}`
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

/** As banners: the whole list. */
export const replaceEvents = async (db: Db, events: EventImport[]): Promise<ImportChange[]> => {
  const gone = await db`delete from events where id <> all(${events.map(({ id }) => id)}) returning 1`
  const kept = await db<ImportChange[]>`
    insert into events as t (id, title_ja, title_en, description_ja, description_en, picture, start_date, end_date, pack_ids, series_ids)
    select id, title ->> 'ja', title ->> 'en', description ->> 'ja', description ->> 'en', "pictureId", "startDate", "endDate",
           "packIds", "seriesIds"
      from jsonb_to_recordset(${db.json(events as never)})
           as e (id text, title jsonb, description jsonb, "pictureId" text, "startDate" timestamptz, "endDate" timestamptz,
                 "packIds" text[], "seriesIds" text[])
        on conflict (id) do update set title_ja = excluded.title_ja, title_en = excluded.title_en,
           description_ja = excluded.description_ja, description_en = excluded.description_en, picture = excluded.picture,
           start_date = excluded.start_date, end_date = excluded.end_date, pack_ids = excluded.pack_ids, series_ids = excluded.series_ids
     where (t.title_ja, t.title_en, t.description_ja, t.description_en, t.picture, t.start_date, t.end_date, t.pack_ids, t.series_ids)
           is distinct from (excluded.title_ja, excluded.title_en, excluded.description_ja, excluded.description_en, excluded.picture,
           excluded.start_date, excluded.end_date, excluded.pack_ids, excluded.series_ids)
    returning xmax = 0 as "isNew"`
  return [...kept, ...gone.map(() => ({ isNew: false }))]
}
