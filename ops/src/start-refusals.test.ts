import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { testDatabase } from '@kura/db/test-database'
import postgres from 'postgres'
import { makeClone } from './testing/clone.ts'
import { liveSettings } from './testing/live-settings.ts'
import { freePorts, runKura } from './testing/kura-process.ts'

const clone = makeClone()
after(() => clone.remove())

/** Asserts that a start is refused: one sentence, a remedy, exit code 1 and no stack. */
async function refused(env: Record<string, string>, words = ['start']): Promise<string> {
  const base = { PORT: String(await freePorts()), KURA_HOME: clone.home() }
  const { code, output } = await runKura(clone, words, { env: { ...base, ...env } })
  assert.equal(code, 1, output)
  assert.match(output, /\n {2}→ /)
  assert.doesNotMatch(output, /^\s+at .*:\d+:\d+/m)
  return output
}

test('a port that another program has is named, with one that is free', async (t) => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  t.after(() => taken.close())
  const { port } = taken.address() as AddressInfo
  const output = await refused({ PORT: String(port) })
  assert.match(output, new RegExp(`Port ${port} is taken by another program\\.\n  → .*PORT=\\d+ npm start`))
})

test('a live site lists everything that is missing at once, and starts nothing', async () => {
  const home = clone.home()
  const output = await refused({ LIVE: 'true', KURA_HOME: home, SMTP_URL: 'smtps://mail.example.org' })
  for (const name of [
    'PUBLIC_URL',
    'FLOW_CONTRACT_ADDRESS',
    'FLOW_AGENT_KEY_FILE',
    'CARD_SHOP_ID',
    'CAPTCHA_V3_SECRET',
    'MAIL_FROM',
    'MAIL_LINK_SECRET',
    'CONTENT_LINK_SECRET',
    'VAPID_PUBLIC_KEY',
    'VAPID_PRIVATE_KEY',
  ]) {
    assert.match(output, new RegExp(`^ +${name} `, 'm'))
  }
  assert.doesNotMatch(output, /SMTP_URL|FLOW_ACCESS_NODE|WALLET_DISCOVERY/)
  assert.throws(() => readdirSync(home), /ENOENT/)
})

test('a live site is refused a database whose clock tests have moved, a planned fault and a missing key', async (t) => {
  const database = await testDatabase()
  const sql = postgres(database.url, { max: 1, onnotice: () => {} })
  t.after(async () => {
    await sql.end()
    await database.close()
  })
  const keyFile = join(clone.folder, 'agent.key')
  writeFileSync(keyFile, `${'11'.repeat(32)}\n`, { mode: 0o600 })
  const live = { LIVE: 'true', DATABASE_URL: database.url, ...liveSettings(keyFile) }
  // The second start uses the clone's migrations, the last of which moves the clock as a test does.
  await sql`drop schema public cascade`
  await sql`create schema public`
  const moved = join(clone.folder, 'db', 'migrations', '9999_moved.sql')
  writeFileSync(moved, `update kura_clock set time_offset = interval '3 days';\n`)
  t.after(() => rmSync(moved))
  assert.match(
    await refused(live),
    /A live site keeps real time, but the clock of this database is moved by 3 days\.\n {2}→ .*kura_clock/,
  )
  assert.match(await refused({ ...live, KURA_FAULT: 'kill:after payment.capture' }), /KURA_FAULT is set/)
  const home = clone.home()
  const FLOW_AGENT_KEY_FILE = join(home, 'keys', 'agent.key')
  assert.match(await refused({ ...live, KURA_HOME: home, FLOW_AGENT_KEY_FILE }), /There is no key file at/)
  assert.throws(() => readdirSync(home), /ENOENT/)
})

test('a database that cannot be reached is named without its password', async () => {
  const output = await refused({ DATABASE_URL: `postgres://kura:secret@127.0.0.1:${await freePorts()}/kura` })
  assert.match(output, /The database of DATABASE_URL \(127\.0\.0\.1:\d+\) cannot be reached/)
  assert.doesNotMatch(output, /secret/)
})

test('settings that make no sense are named', async () => {
  assert.match(await refused({ PORT: 'web' }), /PORT is "web"\.\n {2}→ Set it to a whole number/)
  assert.match(await refused({ KURA_PROCESSES: '0' }), /KURA_PROCESSES is "0"/)
  assert.match(await refused({ KURA_FLOW: 'http://127.0.0.1:8888' }), /KURA_FLOW_KEY is missing/)
  assert.match(await refused({}, ['kura', 'dance']), /kura has no verb "dance"/)
  assert.match(await refused({}, ['kura', 'status']), /Kura does not run on/)
})

test('a landed migration that was edited stops the start and names the file', async (t) => {
  const database = await testDatabase()
  t.after(() => database.close())
  const folder = join(clone.folder, 'db', 'migrations')
  const [first = ''] = readdirSync(folder).sort()
  appendFileSync(join(folder, first), '\n-- edited\n')
  t.after(() => execFileSync('git', ['checkout', '--quiet', 'db/migrations'], { cwd: clone.folder }))
  const output = await refused({ DATABASE_URL: database.url })
  assert.match(output, new RegExp(`${first} was changed after it had been applied`))
})

test(
  'a full disk is said before anything is written',
  { skip: process.getuid?.() !== 0 && 'needs root' },
  async (t) => {
    const home = clone.home()
    mkdirSync(home)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', home], { stdio: 'ignore' })
    } catch {
      t.skip('a small disk cannot be mounted here')
      return
    }
    t.after(() => execFileSync('umount', ['-l', home]))
    assert.match(await refused({ KURA_HOME: home }), /The disk is almost full: \d+ MB are free/)
    try {
      writeFileSync(join(home, 'fill'), Buffer.alloc(9_000_000))
    } catch {
      // The test needs the disk full to the last byte.
    }
    assert.match(await refused({ KURA_HOME: home }), /The disk is (almost )?full/)
  },
)
