import type { Db, Fragment } from '../db/connect.ts'
import type { Made } from './make-sizes.ts'

export const listMedia = (db: Db, ids: string[]) => db<Made[]>`
  select id, width, height, colour, sizes from media where id = any(${ids})`

/**
 * Stores pictures whose sizes are made; the same picture twice is one row. It locks those that are
 * there, so that none is removed before the caller shows it.
 */
export const insertMedia = (db: Db, media: Made[]) => db`
  insert into media (id, width, height, colour, sizes)
  select id, width, height, colour, sizes
    from jsonb_to_recordset(${db.json(media)}) as m (id text, width int, height int, colour text, sizes int[])
      on conflict (id) do update set dropped_at = null where media.dropped_at is not null`

/** Notes that a member gave a picture up. `removeDropped` removes it. */
export const markDropped = (db: Db, id: string) => db`update media set dropped_at = kura_now() where id = ${id}`

type Dropped = Pick<Made, 'id' | 'sizes'>

/** Locks pictures that were given up and that no member and no part of the catalogue shows. */
export const lockDropped = (db: Db, most: number): Promise<Dropped[]> => db<Dropped[]>`
  select id, sizes from media m
   where dropped_at is not null and not exists (select 1 from members where thumbnail = m.id)
     and not exists (select 1 from series where picture = m.id) and not exists (select 1 from items where picture = m.id)
     and not exists (select 1 from packs where picture = m.id) and not exists (select 1 from banners where picture = m.id)
     and not exists (select 1 from external_products where picture = m.id)
     and not exists (select 1 from events where picture = m.id)
     and not exists (select 1 from service_clients where picture = m.id)
   order by dropped_at limit ${most} for update skip locked`

export const deleteMedia = (db: Db, ids: string[]) => db`delete from media where id = any(${ids})`

/** The contract's Picture of the media row joined as `m`. */
export const pictureJson = (db: Db): Fragment =>
  db`json_build_object('id', m.id, 'width', m.width, 'height', m.height, 'colour', m.colour, 'sizes', m.sizes)`
