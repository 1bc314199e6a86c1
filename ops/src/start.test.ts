import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { TestContext } from 'node:test'
import { identify } from '@kura/db/process-identity'
import postgres from 'postgres'
import { makeClone } from './testing/clone.ts'
import { comesToServe, eventually, freePorts, isServing, runKura, startKura, statusOf } from './testing/kura-process.ts'
import type { KuraProcess } from './testing/kura-process.ts'

// Temporary folders have mode 0700, so everything here runs in a clone that no other user can
// enter.
const clone = makeClone()
after(() => clone.remove())

const instance = async (more: Record<string, string> = {}): Promise<Record<string, string>> => {
  const port = await freePorts()
  return { PORT: String(port), KURA_HOME: clone.home(), ...more }
}

async function healed(env: Record<string, string>, name: string) {
  const before = (await statusOf(clone, env)).processes.find((one) => one.name === name)
  assert.ok(before, `${name} is listed`)
  process.kill(before.pid, 'SIGKILL')
  await eventually(`a new ${name}`, async () => {
    const { processes, app } = await statusOf(clone, env)
    const now = processes.find((one) => one.name === name)
    return now && now.pid !== before.pid && now.alive && (await isServing(app)) ? true : undefined
  })
}

async function drains(kura: KuraProcess, database: string, app: string) {
  const sql = postgres(database, { max: 2 })
  try {
    // never committed: the database may be gone before the response arrives
    const held = await sql.reserve()
    await held`begin`
    await held`lock table kura_clock in access exclusive mode`
    // This request waits for the lock, so it is in flight when the signal comes; the server gives
    // up on it after two seconds.
    const request = fetch(`${app.replace('localhost', '127.0.0.1')}/readyz`).then(({ status }) => status, String)
    await eventually('the request to wait for the lock', async () => {
      // matched by its own text, since the workers' statements wait for the lock too
      const waiting = await sql`
        select 1 from pg_stat_activity where wait_event_type = 'Lock' and query = 'select kura_now()'`
      return waiting.length > 0 ? true : undefined
    })
    kura.signal('SIGTERM')
    assert.equal(await request, 503)
  } finally {
    await sql.end({ timeout: 0 })
  }
}

async function lifeOf(t: TestContext, env: Record<string, string>) {
  const first = startKura(clone, { env })
  await first.ready()
  const status = await statusOf(clone, env)

  await t.test('status shows every address, and each process is alive', async () => {
    assert.equal(status.app, `http://localhost:${env['PORT']}`)
    for (const name of ['database', 'sandbox', 'mailbox', 'wallet', 'accessNode'] as const)
      assert.match(status[name], /^\w+:\/\//)
    assert.deepEqual(status.processes.map((one) => one.name).sort(), ['postgres', 'sandbox', 'server'])
    assert.ok(status.processes.every((one) => one.alive))
    assert.equal((await fetch(status.mailbox)).status, 200)
    await comesToServe(status.app)
  })

  await t.test('status prints no secret, and the file that has them is for its owner only', async () => {
    const file = join(env['KURA_HOME'] ?? '', 'instance.json')
    assert.equal(statSync(file).mode & 0o777, 0o600)
    const { serverEnv } = JSON.parse(readFileSync(file, 'utf8')) as { serverEnv: Record<string, string> }
    const secrets = ['CARD_SHOP_PASS', 'PAIDY_SECRET_KEY', 'CAPTCHA_V2_SECRET', 'CAPTCHA_V3_SECRET'].map(
      (name) => serverEnv[name] ?? '',
    )
    for (const words of [['--json'], []]) {
      const { output } = await runKura(clone, ['kura', 'status', ...words], { env })
      assert.match(output, /postgres:/)
      assert.doesNotMatch(output, /serverEnv|SECRET|PASS/)
      for (const secret of secrets) assert.ok(secret !== '' && !output.includes(secret), `${secret} is not printed`)
    }
  })

  await t.test('a second start says in one sentence that it runs, and where', async () => {
    const { code, output } = await startKura(clone, { env }).ended
    assert.equal(code, 1)
    assert.match(output, new RegExp(`Kura already runs at ${status.app} .*\\n  → `))
    assert.doesNotMatch(output, /at file:|\.ts:\d/)
  })

  await t.test('a reset is refused while it runs', async () => {
    const { code, output } = await runKura(clone, ['kura', 'reset'], { env })
    assert.equal(code, 1)
    assert.match(output, /Kura runs on .*\n {2}→ Stop it first/)
  })

  for (const name of ['server', 'sandbox', 'postgres']) {
    await t.test(`the ${name} killed alone is started again`, () => healed(env, name))
  }
  await first.says(/server \(pid \d+\) was ended by SIGKILL: starting it again/)

  await t.test(
    'after the supervisor was killed, a start takes the database over and replaces the rest',
    async (life) => {
      const before = await statusOf(clone, env)
      process.kill(before.supervisor, 'SIGKILL')
      await first.ended
      const second = startKura(clone, { env })
      await second.ready()
      const now = await statusOf(clone, env)
      const pid = (name: string, of: typeof now) => of.processes.find((one) => one.name === name)?.pid
      assert.equal(pid('postgres', now), pid('postgres', before))
      assert.notEqual(pid('server', now), pid('server', before))
      assert.notEqual(pid('sandbox', now), pid('sandbox', before))
      assert.equal(identify(pid('server', before) ?? 0), undefined)
      assert.match(second.output(), /Stopping what an earlier start left behind/)

      await life.test(
        'SIGTERM lets a request in flight finish, then ends the server, the sandbox and last the database',
        async () => {
          await drains(second, now.database, now.app)
          const { code, output } = await second.ended
          assert.equal(code, 0)
          const order = ['Stopping the server', 'Stopping the sandbox', 'Stopping PostgreSQL'].map((line) =>
            output.lastIndexOf(line),
          )
          assert.ok(order.every((place) => place > 0))
          assert.deepEqual(
            order,
            [...order].sort((a, b) => a - b),
          )
          for (const { pid: gone } of now.processes) assert.equal(identify(gone), undefined)
          assert.match(
            readFileSync(join(env['KURA_HOME'] ?? '', 'postgres.log'), 'utf8').slice(-400),
            /database system is shut down/,
          )
        },
      )
    },
  )
}

test('an instance from start to stop', async (t) => lifeOf(t, await instance()))

test('two instances and two server processes run side by side, the second on a database of its own', async () => {
  const one = await instance({ KURA_PROCESSES: '2', KURA_DEMO: 'true' })
  const first = startKura(clone, { env: one })
  await first.ready()
  assert.match(first.output(), /Demo catalogue: imported/)
  const { database, processes } = await statusOf(clone, one)
  assert.equal(processes.filter(({ name }) => name.startsWith('server-')).length, 2)

  const sql = postgres(database, { max: 1 })
  await sql`create database other`
  await sql.end()
  const two = await instance({ DATABASE_URL: database.replace(/\/kura$/, '/other') })
  const second = startKura(clone, { env: two })
  await second.ready()
  const status = await statusOf(clone, two)
  assert.equal(status.database, two['DATABASE_URL'])
  assert.ok(!status.processes.some(({ name }) => name === 'postgres'))
  await comesToServe(status.app)
  await comesToServe((await statusOf(clone, one)).app)

  second.signal('SIGINT')
  assert.equal((await second.ended).code, 0)
  first.signal('SIGINT')
  assert.equal((await first.ended).code, 0)
})
