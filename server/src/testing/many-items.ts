import type { Sql } from '../platform/db/connect.ts'

const seriesOf = (items: number): number => Math.max(4, Math.ceil(items / 500))

/** Items of one statement: the search columns cost, and statements have a time limit. */
const itemsAtOnce = 10_000

/**
 * Fills a database with `count` items in series of about 500, eight categories, and a pack for
 * every ten items: most of them on sale, some to come, over or sold out. Rows only, no picture
 * files; for tests and the bench, never for a shop.
 */
export async function addManyItems(sql: Sql, { count }: { count: number }): Promise<void> {
  const series = seriesOf(count)
  const packs = Math.max(1, Math.ceil(count / 10))
  await sql.begin(async (db) => {
    await db`set local statement_timeout = '10min'`
    await db`
      insert into media (id, width, height, colour, sizes)
      select md5('many-' || n), 960, 1200, '#2b3a67', '{160,320,640,960}' from generate_series(0, 63) n on conflict do nothing`
    await db`
      insert into series (id, name_ja, name_en, token_cap, position, picture)
      select 'many-s' || n, '見本シリーズ' || n, 'Sample series ' || n, 1000000, n, md5('many-' || n % 64)
        from generate_series(1, ${series}::int) n`
    for (let from = 1; from <= count; from += itemsAtOnce)
      await db`
      insert into items (id, series_id, name_ja, name_en, description_ja, description_en, artist, rarity, edition_size, traits, picture, position)
      select 'many-i' || n, 'many-s' || (1 + (n - 1) % ${series}::int),
             (array['月夜','朝霧','紅葉','雪原','花火','灯籠','白鷺','金魚'])[1 + n % 8] || 'の'
               || (array['塔','橋','舟','庭','狐','鯉','鶴','蔵','峠','浜'])[1 + n / 8 % 10] || ' ' || n,
             (array['Moonlit','Misty','Autumn','Snowy','Fiery','Lantern','Egret','Goldfish'])[1 + n % 8] || ' '
               || (array['tower','bridge','boat','garden','fox','carp','crane','storehouse','pass','shore'])[1 + n / 8 % 10] || ' ' || n,
             '見本の説明です。', 'A sample description.', '見本工房',
             case when n % 50 = 0 then 'legendary' when n % 10 = 0 then 'epic' when n % 4 = 0 then 'rare' else 'common' end,
             100, '{"技法":"木版"}', md5('many-' || n % 64), 1000000 + n
        from generate_series(${from}::int, ${Math.min(count, from + itemsAtOnce - 1)}::int) n`
    await db`
      insert into categories (slug, name_ja, name_en, position)
      select 'many-c' || n, '見本分類' || n, 'Sample category ' || n, n from generate_series(1, 8) n`
    await db`
      insert into item_categories (category_slug, item_id, position)
      select 'many-c' || (1 + n % 8), 'many-i' || n, 1000000 + n from generate_series(1, ${count}::int) n`
    await db`
      insert into packs (id, series_id, name_ja, name_en, picture, kind, price_yen, cards_per_pack, per_member_limit, sale_starts_at, sale_ends_at,
                         salt, commitment, position)
      select 'many-p' || n, 'many-s' || (1 + (n - 1) % ${series}::int), '見本パック' || n, 'Sample pack ' || n, md5('many-' || n % 64),
             'random', 300 + n % 200 * 10, 3, 10,
             case when n % 20 = 0 then now() + interval '30 d' end, case when n % 10 = 1 then now() - interval '1 d' end,
             '\\x00', '\\x00', n
        from generate_series(1, ${packs}::int) n`
    await db`
      insert into pack_items (pack_id, item_id, copies, odds_ppm)
      select 'many-p' || (1 + (n - 1) % ${packs}::int), 'many-i' || n, 30, 100000 from generate_series(1, ${count}::int) n`
    await db`
      insert into pack_stocks (pack_id, issued, remaining, sold)
      select 'many-p' || n, 100, case when n % 7 = 0 then 0 else 60 end, case when n % 7 = 0 then 100 else 40 end
        from generate_series(1, ${packs}::int) n`
  })
  await sql`vacuum analyze items, item_categories, packs, pack_items, pack_stocks, series, categories, media`
}
