import type { Db } from '../../platform/db/connect.ts'

/** The ids of packs that are sold, also of those whose sale is over. */
export const listSalePackIds = (db: Db) => db<{ id: string }[]>`
  select id from packs where channel = 'sale' order by id limit 40000`
