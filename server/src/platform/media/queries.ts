import type { Db, Fragment } from '../db/connect.ts'
import type { Made } from './make-sizes.ts'

export const listMedia = (db: Db, ids: string[]) => db<Made[]>`
  select id, width, height, colour, sizes from media where id = any(${ids})`

/** Stores pictures whose sizes are made; the same picture twice is one row. */
export const insertMedia = (db: Db, media: Made[]) => db`
  insert into media (id, width, height, colour, sizes)
  select id, width, height, colour, sizes
    from jsonb_to_recordset(${db.json(media)}) as m (id text, width int, height int, colour text, sizes int[])
      on conflict do nothing`

/** Deletes a picture that no member and no part of the catalogue shows; undefined when one does. */
export const deleteUnusedMedia = async (db: Db, id: string): Promise<Pick<Made, 'id' | 'sizes'> | undefined> => {
  const [row] = await db<Pick<Made, 'id' | 'sizes'>[]>`
    delete from media m
     where m.id = ${id} and not exists (select 1 from members where thumbnail = m.id)
       and not exists (select 1 from series where picture = m.id) and not exists (select 1 from items where picture = m.id)
       and not exists (select 1 from packs where picture = m.id) and not exists (select 1 from banners where picture = m.id)
    returning m.id, m.sizes`
  return row
}

/** The contract's Picture of the media row joined as `m`. */
export const pictureJson = (db: Db): Fragment =>
  db`json_build_object('id', m.id, 'width', m.width, 'height', m.height, 'colour', m.colour, 'sizes', m.sizes)`
