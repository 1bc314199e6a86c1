import { randomUUID } from 'node:crypto'
import type { Sql } from '@kura/server/platform/db/connect'
import { addManyItems } from '@kura/server/testing/many-items'
import { alternate, comparedFigure } from '../measure/figure.ts'
import type { Figure } from '../measure/figure.ts'
import { latency } from '../load/run-load.ts'
import { startShop } from '../world/shop.ts'
import type { World } from '../world/world.ts'

const items = 2000
/** A small collection fills one page, of every series, as the large one does. */
const fewTokens = 24
const manyTokens = 10_000
/** Other collectors of one series; the reference is a series that only the two collect. */
const collectors = 20_000

type Collector = { userId: string; address: string }

/** A collection of ten thousand tokens against one of 24, in the same shop, one request at a time. */
export async function collectionsBench(world: World): Promise<Figure[]> {
  const { rounds, secondsPerRun } = world.sizes
  const { url, sql } = await world.newDatabase()
  await addManyItems(sql, { count: items })
  const few = await addCollector(sql, 1, fewTokens)
  const many = await addCollector(sql, 2, manyTokens)
  await addOthers(sql)
  await sql`vacuum analyze`
  const shop = await startShop(world, url, { ROLE: 'web' })
  const compared = async (name: string, own: string, reference: { name: string; path: string }): Promise<Figure> => {
    const run = async (path: string) =>
      (await latency({ url: shop.url, paths: [path], seconds: secondsPerRun / 2 })).medianMs
    await run(own)
    await run(reference.path)
    const result = await alternate(
      rounds,
      () => run(own),
      () => run(reference.path),
    )
    return comparedFigure({ name, unit: 'ms', reference: reference.name, goal: { atMost: 1.5 } }, result)
  }
  const ofBoth = (name: string, path: (of: Collector) => string) =>
    compared(`${name} of ${manyTokens} tokens, p50`, path(many), { name: `of ${fewTokens} tokens`, path: path(few) })
  const figures = [
    await ofBoth('collection', ({ userId }) => `/api/tokens?userId=${userId}`),
    await ofBoth('its series', ({ userId }) => `/api/v1/item-ownership/series-summaries?userId=${userId}`),
    await ofBoth(
      'one series of it',
      ({ userId }) => `/api/v1/item-ownership/series-summaries/many-s2?userId=${userId}`,
    ),
    await ofBoth('number of tokens', ({ userId }) => `/api/users/${userId}/token-count`),
    await compared(`ranking of ${collectors} collectors, p50`, rankingOf('many-s1'), {
      name: 'ranking of two',
      path: rankingOf('many-s2'),
    }),
  ]
  await shop.stop()
  return figures
}

const rankingOf = (seriesId: string): string => `/api/v1/series-collector/series-summaries/${seriesId}?limit=24`

/** A member with so many tokens, over the items in turn. */
async function addCollector(sql: Sql, nth: number, tokens: number): Promise<Collector> {
  const [userId, address] = [randomUUID(), `0x${String(nth).padStart(16, '0')}`]
  await sql`
    insert into members (id, display_name, flow_address, wallet_linked_at)
    values (${userId}, ${`collector ${nth}`}, ${address}, kura_now())`
  await sql`
    insert into tokens (id, ref_id, item_id, serial, owner_address, minted_tx_id, minted_height, minted_at, moved_at, last_height, last_event)
    select ${nth * 1_000_000}::numeric + n, gen_random_uuid(), 'many-i' || 1 + n % ${items}::int, ${nth * 100_000}::int + n, ${address},
           'seed', n, kura_now(), kura_now(), 1, 0
      from generate_series(1, ${tokens}::int) n`
  return { userId, address }
}

/** Addresses with one token of the first series each, and listings of every second item. */
async function addOthers(sql: Sql): Promise<void> {
  await sql`
    insert into tokens (id, ref_id, item_id, serial, owner_address, minted_tx_id, minted_height, minted_at, moved_at, last_height, last_event)
    select 9000000 + n, gen_random_uuid(), 'many-i1', 1000000 + n, '0x' || lpad(to_hex(100 + n), 16, '0'), 'seed', n, kura_now(), kura_now(), 1, 0
      from generate_series(1, ${collectors}::int) n`
  await sql`
    insert into item_listings (item_id, listed, floor_yen) select id, 1, 500 from items where position % 2 = 0
    on conflict (item_id) do update set listed = 1, floor_yen = 500`
}
