import { randomBytes, randomUUID } from 'node:crypto'
import type { Sql } from '../../platform/db/connect.ts'

/** A series of so many items, with ids `<series>-1` and on. */
export async function seedSeries(sql: Sql, itemCount: number): Promise<{ seriesId: string; itemIds: string[] }> {
  const seriesId = `s-${randomBytes(4).toString('hex')}`
  const itemIds = Array.from({ length: itemCount }, (_, n) => `${seriesId}-${n + 1}`)
  await sql.begin(async (db) => {
    await db`insert into media (id, width, height, colour, sizes) values (${seriesId}, 640, 800, '#123456', '{160,320}')`
    await db`insert into series (id, name_ja, name_en, token_cap) values (${seriesId}, '月の蔵', 'Moon', 1000000)`
    await db`
      insert into items (id, series_id, name_ja, name_en, edition_size, picture, position)
      select id, ${seriesId}, '月 ' || id, 'Moon ' || id, 1000000, ${seriesId}, ${randomBytes(4).readUInt32BE()}::bigint * 1000 + n
        from unnest(${itemIds}::text[]) with ordinality u (id, n)`
  })
  return { seriesId, itemIds }
}

let lastToken = 1_000_000

/** Tokens of these items in the hands of an address, as the index writes them. Returns their ids. */
export async function seedTokens(sql: Sql, owner: string, itemIds: string[]): Promise<string[]> {
  const rows = itemIds.map((itemId) => ({ id: String((lastToken += 1)), refId: randomUUID(), itemId }))
  await sql`
    insert into tokens (id, ref_id, item_id, serial, owner_address, minted_tx_id, minted_height, minted_at, moved_at, last_height, last_event)
    select id::numeric, "refId"::uuid, "itemId", id::bigint % 1000000, ${owner}, 'seed', id::bigint, kura_now(), kura_now(), 1, 0
      from jsonb_to_recordset(${sql.json(rows)}) u (id text, "refId" text, "itemId" text)`
  return rows.map(({ id }) => id)
}
