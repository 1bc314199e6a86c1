import { seedMember } from '@kura/server/testing/seed-member'
import type { Sql } from '@kura/server/platform/db/connect'

export type Filled = { packIds: string[]; hotPackId: string; sessions: string[]; memberIds: string[] }

/**
 * Packs on sale with their units, one of them in high demand, and members who are signed in and
 * have a wallet.
 */
export async function fillShop(
  sql: Sql,
  { packs, unitsPerPack, hotUnits, members }: Record<'packs' | 'unitsPerPack' | 'hotUnits' | 'members', number>,
): Promise<Filled> {
  await sql`insert into media (id, width, height, colour, sizes) values ('bench', 640, 800, '#123456', '{160,320}')`
  await sql`insert into series (id, name_ja, name_en, token_cap) values ('bench', '試験', 'Bench', 10000000)`
  await sql`
    insert into items (id, series_id, name_ja, name_en, edition_size, picture, position)
    values ('bench', 'bench', '月', 'Moon', 5000000, 'bench', 1)`
  const packIds = Array.from({ length: packs }, (_, n) => `bench-${n + 1}`)
  const hotPackId = 'bench-hot'
  const all = [...packIds, hotPackId]
  await sql`
    insert into packs (id, series_id, name_ja, name_en, picture, kind, price_yen, cards_per_pack, per_member_limit, salt, commitment)
    select id, 'bench', 'パック', 'Pack', 'bench', 'random', 1100, 1, 1000000, '\\x00', '\\x00' from unnest(${all}::text[]) id`
  await sql`insert into pack_items (pack_id, item_id, copies, odds_ppm) select id, 'bench', 1, 1000000 from unnest(${all}::text[]) id`
  const units = sql`case when id = ${hotPackId} then ${hotUnits}::int else ${unitsPerPack}::int end`
  await sql`insert into pack_stocks (pack_id, issued, remaining) select id, ${units}, ${units} from packs`
  await sql`
    insert into pack_units (id, pack_id, number, draw_number)
    select gen_random_uuid(), s.pack_id, n, n from pack_stocks s cross join generate_series(1, s.issued) n`
  const sessions: string[] = []
  const memberIds: string[] = []
  // no password is hashed here
  const passwords = { hash: () => Promise.reject(new Error('no password')), verify: () => Promise.resolve(false) }
  // in one transaction: thousands of commits would each wait for the disk
  await sql.begin(async (db) => {
    for (let number = 1; number <= members; number += 1) {
      const flowAddress = `0x${number.toString(16).padStart(16, '0')}`
      const member = await seedMember({ sql: db as never, passwords: passwords as never }, { flowAddress })
      sessions.push(member.session)
      memberIds.push(member.memberId)
    }
  })
  await sql`vacuum analyze`
  return { packIds, hotPackId, sessions, memberIds }
}
