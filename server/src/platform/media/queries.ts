import type { Db } from '../db/connect.ts'
import type { Made } from './make-sizes.ts'

export const listMedia = (db: Db, ids: string[]) => db<Made[]>`
  select id, width, height, colour, sizes from media where id = any(${ids})`

export const insertMedia = (db: Db, media: Made[]) => db`
  insert into media (id, width, height, colour, sizes)
  select id, width, height, colour, sizes
    from jsonb_to_recordset(${db.json(media)}) as m (id text, width int, height int, colour text, sizes int[])
      on conflict do nothing`
