import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowsRead } from '../../platform/db/testing/rows-read.ts'
import { seedPurse } from '../point/testing/purse.ts'
import { listDue, listOwn } from './queries.ts'
import { ownDatabase } from '../../platform/db/testing/own-database.ts'

const sql = await ownDatabase(2)

test('the stored cards of a member are read without those of others; what waits for the worker without those that rest', async () => {
  const member = await seedPurse(sql)
  const addCards = (memberId: string, from: number, count: number) => sql`
    insert into stored_cards (id, member_id, state, gateway_seq, name)
    select gen_random_uuid(), ${memberId}, 'stored', n, 'x' from generate_series(${from}::int, ${from + count - 1}::int) n`
  await addCards(member, 0, 3)
  for (let other = 0; other < 40; other += 1) await addCards(await seedPurse(sql), 0, 250)
  await sql`
    insert into stored_cards (id, member_id, state, name) select gen_random_uuid(), ${member}, 'saving', 'y' from generate_series(1, 2)`
  await sql`analyze stored_cards`
  assert.equal((await listOwn(sql, member)).length, 3)
  const own = await rowsRead(sql, async (db) => listOwn(db, member))
  assert.deepEqual(own, { stored_cards: 5 })
  assert.equal((await listDue(sql, 10)).length, 2)
  const due = await rowsRead(sql, (db) => listDue(db, 10))
  assert.ok((due['stored_cards'] ?? 0) <= 2, JSON.stringify(due))
})
