import { randomBytes } from 'node:crypto'
import type { Sql } from '@kura/server/platform/db/connect'

/**
 * Adds an item in its own series, as the catalogue does; the workers register it on the chain.
 * Returns its id.
 */
export async function seedCollectible(
  sql: Sql,
  { editionSize, royaltyBps = 500 }: { editionSize: number; royaltyBps?: number },
): Promise<string> {
  const id = `c-${randomBytes(4).toString('hex')}`
  await sql.begin(async (db) => {
    await db`insert into media (id, width, height, colour, sizes) values (${id}, 640, 800, '#123456', '{160,320}')`
    await db`insert into series (id, name_ja, name_en, token_cap) values (${id}, 'シリーズ', 'Series', 1000000)`
    await db`
      insert into items (id, series_id, name_ja, name_en, edition_size, picture, position, royalty_bps)
      values (${id}, ${id}, '月', 'Moon', ${editionSize}, ${id}, ${randomBytes(4).readUInt32BE()}, ${royaltyBps})`
  })
  return id
}
