import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { tryToBuy } from '../arena/purchase.ts'
import { supervise } from '../arena/supervise.ts'
import { untilAnswered } from '../arena/token-purchase.ts'
import { until } from '../arena/until.ts'
import { openCommitProxy } from './commit-proxy.ts'
import { assertOnly, enter, memberOf, membersOf, ordersOf, packOf, tally, tokenOf } from './scene.ts'
import type { Fault, Scene } from './scene.ts'

/** A connection of our own, in addition to those of the servers. */
const besides = ({ arena }: Scene) =>
  postgres(arena.database.url, { max: 4, onnotice: () => {}, connection: { application_name: 'fault' } })

/** Many buy while `disturb` runs; exactly the buyers with a successful response own a pack. */
async function buyMeanwhile(scene: Scene, buyers: number, disturb: () => Promise<unknown>): Promise<void> {
  const { arena } = scene
  const packId = await packOf(scene, { units: buyers })
  const members = await membersOf(scene, buyers)
  const clock = setInterval(() => void arena.moveClock('31 seconds').catch(() => {}), 3000)
  const bought = Promise.all(
    members.map(async (member, turn) => {
      await sleep(scene.random() * 1500)
      return { member, ...(await tryToBuy(arena, member, packId, { turn })) }
    }),
  )
  const ends = await Promise.all([bought, disturb()])
    .then(([those]) => those)
    .finally(() => clearInterval(clock))
  const owned = (await ordersOf(scene, packId)).filter(({ state }) => state === 'delivered')
  for (const { member, end } of ends) {
    const own = owned.filter(({ memberId }) => memberId === member.memberId).length
    const clean = end.kind !== 'refused' || end.code === 'PAYMENT_EXPIRED'
    assert.ok(clean, `a buyer was shown ${JSON.stringify(end)}`)
    assert.equal(own, end.kind === 'sold' ? 1 : 0, `a buyer who was shown ${JSON.stringify(end)} has ${own} orders`)
  }
  assert.ok(owned.length > 0, 'nobody could buy at all')
}

async function loseDatabase(scene: Scene): Promise<string> {
  const stop = supervise(scene.arena)
  let done = ''
  let restarts = 0
  try {
    done = await disturbDatabase(scene)
  } finally {
    restarts = await stop()
  }
  return `${done}, ${restarts} processes started again`
}

async function disturbDatabase(scene: Scene): Promise<string> {
  const { arena, random } = scene
  const crashes = scene.size(1, 10)
  const buyers = scene.size(16, 100)
  for (let crash = 0; crash < crashes; crash += 1) {
    await buyMeanwhile(scene, buyers, async () => {
      await sleep(500 + random() * 500)
      await arena.database.crash()
    })
  }
  const ended = await endBackends(scene, buyers)
  const lost = await loseCommits(scene, scene.size(4, 60))
  return `${crashes} crashes of PostgreSQL under ${buyers} buyers, ${ended} connections ended, ${lost} answers to COMMIT lost`
}

async function endBackends(scene: Scene, buyers: number): Promise<number> {
  const sql = besides(scene)
  let ended = 0
  try {
    await buyMeanwhile(scene, buyers, async () => {
      for (let turn = 0; turn < scene.size(8, 40); turn += 1) {
        const rows = await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
           where application_name = 'kura' and datname = current_database() order by random() limit 2`
        ended += rows.length
        await sleep(150)
      }
    })
  } finally {
    await sql.end()
  }
  assert.ok(ended > 0, 'no connection was there to be ended')
  return ended
}

/**
 * Each buyer's reservation is committed and its response lost; a repeat of the request finds it.
 */
async function loseCommits(scene: Scene, count: number): Promise<number> {
  const { arena } = scene
  const proxy = await openCommitProxy(arena.database.url)
  try {
    const startVictim = () => scene.start({ role: 'web', env: { DATABASE_URL: proxy.url } })
    let victim = await startVictim()
    const packId = await packOf(scene, { units: count })
    for (const member of await membersOf(scene, count)) {
      if (!victim.isAlive()) victim = await startVictim()
      proxy.loseCommits(1)
      const paymentToken = await tokenOf(scene)
      const first = await enter(scene, member, packId, { url: victim.url, paymentToken })
      assertOnly([first], ['200', 'SERVICE_UNAVAILABLE', 'NO_ANSWER'])
      // the driver may end a process whose connection is lost in a transaction: see supervise
      if (first.code === 'NO_ANSWER') await until('the process that did not answer is gone', () => !victim.isAlive())
      if (!first.data) {
        await arena.moveClock('31 seconds')
        const orders = async () =>
          (await ordersOf(scene, packId)).filter(({ memberId }) => memberId === member.memberId)
        await until('the order nobody knows of ends', async () => (await orders())[0]?.state === 'expired')
        const again = await untilAnswered(() => enter(scene, member, packId, { paymentToken }))
        assertOnly([again], ['PAYMENT_EXPIRED', 'PAYMENT_DECLINED'])
        assert.equal((await orders()).length, 1)
      }
    }
    assert.ok(proxy.lost() >= count, `only ${proxy.lost()} COMMITs were cut`)
    return proxy.lost()
  } finally {
    await proxy.close()
  }
}

async function exhaust(scene: Scene): Promise<string> {
  const sql = besides(scene)
  const packId = await packOf(scene, { units: 60 })
  const buyers = scene.size(40, 24)
  try {
    // another session locks the one row that every buyer needs, until statements time out
    const members = await membersOf(scene, buyers)
    const tokens = await Promise.all(members.map(() => tokenOf(scene)))
    let answers: Awaited<ReturnType<typeof enter>>[] = []
    await sql.begin(async (db) => {
      await db`select 1 from pack_stocks where pack_id = ${packId} for update`
      let isOver = false
      const asked = Promise.all(
        members.map((member, turn) => enter(scene, member, packId, { paymentToken: tokens[turn] ?? '' })),
      ).finally(() => (isOver = true))
      const cancelling = async () => {
        // in the small size a statement times out at once
        while (!isOver && !scene.isFull) {
          await sleep(300)
          await sql`
            select pg_cancel_backend(pid) from pg_stat_activity
             where application_name = 'kura' and wait_event_type = 'Lock' and datname = current_database()`
        }
      }
      ;[answers] = await Promise.all([asked, cancelling()])
    })
    assertOnly(answers, ['SERVICE_UNAVAILABLE'])
    for (const { retryAfter, text } of answers) assert.ok(Number(retryAfter) > 0, `no Retry-After with ${text}`)
    const [late, paymentToken] = [await memberOf(scene), await tokenOf(scene)]
    const begun = performance.now()
    const after = await untilAnswered(() => enter(scene, late, packId, { paymentToken }))
    assert.equal(after.status, 200, after.text)
    // the small size runs on any machine, and a slow one may take as long anyway
    if (scene.isFull) assert.ok(performance.now() - begun < 5000, 'it did not recover in five seconds')
    const deadlocks = await deadlock(scene, sql, packId)
    return `${buyers} buyers before a locked row (${JSON.stringify(tally(answers))}), ${deadlocks} rounds of locks in the wrong order`
  } finally {
    await sql.end()
  }
}

/** Locks the rows that a purchase locks, in the opposite order. */
async function deadlock(scene: Scene, sql: postgres.Sql, packId: string): Promise<number> {
  const rounds = scene.size(3, 50)
  const member = await memberOf(scene)
  await sql`insert into pack_holdings (pack_id, member_id, held) values (${packId}, ${member.memberId}, 0)`
  for (let round = 0; round < rounds; round += 1) {
    const paymentToken = await tokenOf(scene)
    const wrong = sql
      .begin(async (db) => {
        await db`select 1 from pack_stocks where pack_id = ${packId} for update`
        await sleep(150)
        await db`select 1 from pack_holdings where pack_id = ${packId} and member_id = ${member.memberId} for update`
      })
      .catch((error: { code?: string }) => error.code)
    await sleep(50)
    const answer = await enter(scene, member, packId, { paymentToken })
    const how = await wrong
    assert.ok(how === undefined || how === '40P01', String(how))
    assertOnly([answer], ['200', 'SERVICE_UNAVAILABLE', 'TOO_MANY_REQUESTS'])
  }
  return rounds
}

export const databaseFaults: Fault[] = [
  { name: 'F5', title: 'PostgreSQL crashes, connections end, answers to COMMIT are lost', run: loseDatabase },
  { name: 'F6', title: 'pool exhausted, statements over their time, deadlocks', run: exhaust },
]
