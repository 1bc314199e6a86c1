import assert from 'node:assert/strict'
import { createServer, connect as connectSocket } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { testDatabase } from '@kura/db/test-database'
import { until } from '../../testing/until.ts'
import { connect } from './connect.ts'

/** A database behind a proxy that can hang up, as a pooler does when it is restarted. */
async function behindProxy(t: TestContext) {
  const database = await testDatabase()
  const to = new URL(database.url)
  const open = new Set<Socket>()
  const proxy = createServer((client) => {
    const server = connectSocket(Number(to.port), to.hostname)
    open.add(client).add(server)
    client.pipe(server).pipe(client)
    for (const socket of [client, server]) socket.on('error', () => {}).on('close', () => open.delete(socket))
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const url = new URL(database.url)
  url.hostname = '127.0.0.1'
  url.port = String((proxy.address() as AddressInfo).port)
  const sql = connect(url.href, 1)
  t.after(async () => {
    await sql.end({ timeout: 1 })
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => proxy.close(resolve))
    await database.close()
  })
  return { sql, hangUp: () => open.forEach((socket) => socket.end()) }
}

test('a transaction whose connection was lost writes nothing more, and the pool goes on', async (t) => {
  const { sql, hangUp } = await behindProxy(t)
  await sql`create table written (at text)`
  const ended: string[] = []
  const lost = sql.begin(async (db) => {
    await db`insert into written values ('before')`
    hangUp()
    // each turn of the loop asks once, so that one falls between the end of the connection and the next
    await assert.rejects(
      async () => {
        for (;;) {
          await db`select 1`
          await nextTurn()
        }
      },
      { code: 'CONNECTION_CLOSED' },
    )
    // the pool has one connection: it is open again, and no longer in the transaction
    await sql`select 1`
    await assert.rejects(async () => db`insert into written values ('after')`, { code: 'CONNECTION_CLOSED' })
    ended.push('body')
  })
  await assert.rejects(lost, { code: 'CONNECTION_CLOSED' })
  await until('the body ends', async () => ended.length > 0)
  assert.deepEqual([...(await sql`select at from written`)], [])
})

test('a write that waited while the connection ended does not hold up the next one', async (t) => {
  const { sql, hangUp } = await behindProxy(t)
  for (let round = 0; round < 20; round += 1) {
    await sql`select 1`
    hangUp()
    for (let turn = 0; turn < round; turn += 1) await nextTurn()
    await sql`select 2`.catch((error: { code: string }) => assert.match(error.code, /^CONNECTION_|^ECONN/))
  }
  assert.deepEqual([...(await sql`select 3 as three`)], [{ three: 3 }])
})
