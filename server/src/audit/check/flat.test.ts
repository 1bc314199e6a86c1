import assert from 'node:assert/strict'
import { test } from 'node:test'
import pino from 'pino'
import { seedPack } from '../../checkout/order/testing/shop.ts'
import { seedLot, seedOrder, seedPurse } from '../../money/point/testing/purse.ts'
import { buildMetrics } from '../../platform/metrics.ts'
import { checkInvariants } from './check.ts'
import { checkAndCount } from './run-checks.ts'
import { ownDatabase } from '../../platform/db/testing/own-database.ts'

const sql = await ownDatabase(4)

const [packs, members] = [50, 200]

/** The packs and members of the past. */
async function addShop() {
  const like = await seedPack(sql, { units: 1, kind: 'single' })
  await sql.begin(async (db) => {
    await db`set local session_replication_role = replica`
    await db`
      insert into packs (id, series_id, name_ja, name_en, picture, kind, price_yen, cards_per_pack, salt, commitment)
      select 'old-' || n, series_id, name_ja, name_en, picture, kind, price_yen, cards_per_pack, salt, commitment
        from packs, generate_series(0, ${packs - 1}) n where packs.id = ${like}`
    await db`
      insert into members (id, email, display_name)
      select ('00000000-0000-0000-0000-' || lpad(n::text, 12, '0'))::uuid, n || '@example.jp', 'Tester' from generate_series(0, ${members - 1}) n`
  })
}

/**
 * Bought and delivered orders of the past, as a shop has them by the thousand: whole in every book,
 * past every trigger.
 */
async function addHistory(count: number) {
  await sql.begin(async (db) => {
    await db`set local session_replication_role = replica`
    await db`create temp table past on commit drop as
      select gen_random_uuid() as id, gen_random_uuid() as unit_id, gen_random_uuid() as movement_id, n,
             'old-' || n % ${packs} as pack_id, ('00000000-0000-0000-0000-' || lpad((n % ${members})::text, 12, '0'))::uuid as member_id,
             kura_now() - interval '30 days' + n * interval '1 second' as at
        from generate_series((select count(*) from orders) + 1, (select count(*) from orders) + ${count}) n`
    await db`insert into pack_units (id, pack_id, number, draw_number, state, order_id)
             select unit_id, pack_id, 1000 + n, 1000 + n, 'sold', id from past`
    await db`insert into orders (id, member_id, pack_id, unit_id, tender, price_yen, state, created_at)
             select id, member_id, pack_id, unit_id, 'card', 1100, 'delivered', at from past`
    await db`insert into order_moves (order_id, number, state, at)
             select id, m.number, m.state, at from past, (values (1, 'reserved'), (2, 'captured'), (3, 'delivered')) m (number, state)`
    await db`insert into payments (id, order_id, attempt, gateway_order_id, amount_yen, ret_url, state, worked_until, created_at)
             select gen_random_uuid(), id, 1, 'P' || n, 1100, '', 'captured', at, at from past`
    await db`insert into ledger_movements (id, kind, cause, reason, at) select movement_id, 'capture', id::text, 'x', at from past`
    await db`insert into ledger_entries (movement_id, account_id, amount)
             select movement_id, a.id, a.amount from past,
                    (values ('psp:card', 1100), ('sales:packs', -1000), ('tax:consumption', -100)) a (id, amount)`
    await db`update ledger_accounts a set balance = s.sum
               from (select account_id, sum(amount) from ledger_entries group by 1) s where s.account_id = a.id`
    await db`
      insert into pack_stocks (pack_id, issued, remaining, sold) select pack_id, count(*), 0, count(*) from past group by 1
      on conflict (pack_id) do update set issued = pack_stocks.issued + excluded.issued, sold = pack_stocks.sold + excluded.sold`
    await db`
      insert into pack_holdings (pack_id, member_id, held) select pack_id, member_id, count(*) from past group by 1, 2
      on conflict (pack_id, member_id) do update set held = pack_holdings.held + excluded.held`
    // a mark of all that, as many marks would be
    await db`delete from ledger_marks`
  })
  await sql`analyze`
}

/** Rows that the look at what changed reads. */
async function rowsRead(): Promise<number> {
  let rows = 0
  await sql.begin(async (db) => {
    const [before] = await db<[{ rows: number }]>`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables`
    const begin = (_: string, work: (db: unknown) => unknown) => work(db)
    const inside = Object.assign((...args: unknown[]) => (db as never as (...all: unknown[]) => unknown)(...args), db, {
      begin,
    })
    const [now] = await db<[{ since: Date }]>`select kura_now() - interval '10 minutes' as since`
    assert.deepEqual(await checkInvariants({ sql: inside as never }, { since: now.since }), [])
    const [read] = await db<[{ rows: number }]>`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables`
    rows = read.rows - before.rows
  })
  return rows
}

test('the check of what changed reads no more rows with ten times the history', async () => {
  const deps = { sql, log: pino({ level: 'silent' }), metrics: buildMetrics() }
  const memberId = await seedPurse(sql)
  // the last mark is of five minutes, as it is while the worker runs
  const mark = async () => {
    await seedLot(sql, memberId, { amount: 5 })
    await sql`update kura_clock set time_offset = time_offset + interval '6 minutes'`
    assert.deepEqual(await checkAndCount(deps, 'changed'), [])
  }
  const packId = await seedPack(sql, { units: 1, kind: 'single' })
  await addShop()
  await addHistory(1000)
  assert.deepEqual(await checkAndCount(deps, 'whole'), [], 'the history is whole')
  await seedOrder(sql, memberId, packId, 0, 1100)
  await sql`update pack_stocks set issued = issued + 1, reserved = 1 where pack_id = ${packId}`
  await sql`insert into pack_holdings (pack_id, member_id, held) values (${packId}, ${memberId}, 1)`
  await mark()
  const few = await rowsRead()
  assert.ok(few > 5, `something is checked: ${few} rows`)
  await addHistory(9000)
  assert.deepEqual(await checkAndCount(deps, 'whole'), [])
  await mark()
  const many = await rowsRead()
  assert.ok(many < few * 2 + 100, `${few} rows of 1,000 past orders, ${many} rows of 10,000`)
})
