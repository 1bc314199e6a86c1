import assert from 'node:assert/strict'
import test from 'node:test'
import { testDatabase } from '@kura/db/test-database'
import { connect } from './connect.ts'
import { refuseMovedClock } from './moved-clock.ts'

test('a live site runs only on a database whose clock nobody moved', async (t) => {
  const database = await testDatabase()
  const sql = connect(database.url, 1)
  t.after(async () => {
    await sql.end()
    await database.close()
  })
  await refuseMovedClock(sql)
  for (const offset of ['1 day', '-00:00:01', '1 month']) {
    await sql`update kura_clock set time_offset = ${offset}::interval`
    await assert.rejects(refuseMovedClock(sql), { name: 'MovedClockError' }, offset)
  }
  await sql`update kura_clock set time_offset = '0'`
  await refuseMovedClock(sql)
})
