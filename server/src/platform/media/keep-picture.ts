import type { Db } from '../db/connect.ts'
import type { Made } from './make-sizes.ts'

/** Notes a picture whose sizes are made; the same picture twice is one row. */
export const keepPicture = (db: Db, { id, width, height, colour, sizes }: Made): Promise<unknown> => db`
  insert into media (id, width, height, colour, sizes) values (${id}, ${width}, ${height}, ${colour}, ${sizes})
  on conflict (id) do nothing`
