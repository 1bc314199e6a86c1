import assert from 'node:assert/strict'
import { appendFileSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { makeClone } from './testing/clone.ts'
import { liveSettings } from './testing/live-settings.ts'
import { comesToServe, eventually, freePorts, runKura, startKura, statusOf } from './testing/kura-process.ts'

const clone = makeClone()
after(() => clone.remove())

const contractFile = join(clone.folder, 'cadence', 'contracts', 'Collectible.cdc')

async function startAndStop(env: Record<string, string>): Promise<string> {
  const kura = startKura(clone, { env })
  await kura.ready()
  kura.signal('SIGTERM')
  const { code, output } = await kura.ended
  assert.equal(code, 0)
  return output
}

test('what changes between two starts', async (t) => {
  const env = { PORT: String(await freePorts()), KURA_HOME: clone.home() }
  const original = readFileSync(contractFile, 'utf8')
  await startAndStop(env)

  await t.test('a start after a pull migrates the database and updates a changed contract', async () => {
    writeFileSync(join(clone.folder, 'db', 'migrations', '9999_planted.sql'), 'create table planted (a int);\n')
    const grown = original.replace(/\}\s*$/, '\n    access(all) view fun planted(): Int { return 1 }\n}\n')
    writeFileSync(contractFile, grown)
    const output = await startAndStop(env)
    assert.match(output, /Applied db\/migrations\/9999_planted\.sql/)
    assert.match(output, /updating Collectible/i)
    assert.doesNotMatch(await startAndStop(env), /9999_planted|updating/i)
  })

  await t.test('an incompatible contract change is said plainly, with the way out', async () => {
    writeFileSync(contractFile, 'access(all) contract Collectible {}\n')
    const { code, output } = await runKura(clone, ['start'], { env })
    assert.equal(code, 1)
    assert.match(output, /Collectible/)
    assert.match(output, /\n {2}→ .*npm run kura -- reset --chain/)
    assert.doesNotMatch(output, /^\s+at .*:\d+:\d+/m)
    assert.match(output, /Stopping PostgreSQL … done/)
  })

  await t.test('a reset of the chain keeps the database and begins a new chain', async () => {
    writeFileSync(contractFile, original)
    const { code, output } = await runKura(clone, ['kura', 'reset', '--chain'], { env })
    assert.equal(code, 0, output)
    assert.ok(!existsSync(join(env.KURA_HOME, 'flow')))
    assert.ok(existsSync(join(env.KURA_HOME, 'postgres')))
    const again = await startAndStop(env)
    assert.match(again, /deploying Collectible/)
    assert.match(again, /Migrations … up to date/)
  })

  await t.test('a reset of everything leaves nothing but what a person put there', async () => {
    const sandbox = join(env.KURA_HOME, 'sandbox')
    assert.ok(existsSync(join(sandbox, 'mail.jsonl')), 'the sandbox keeps its mails where the reset finds them')
    writeFileSync(join(env.KURA_HOME, 'notes.txt'), 'mine\n')
    assert.equal((await runKura(clone, ['kura', 'reset'], { env })).code, 0)
    assert.deepEqual(readdirSync(env.KURA_HOME), ['notes.txt'])
  })
})

test('in development a changed source of the pages reaches the browser by itself', async () => {
  const env = { PORT: String(await freePorts()), KURA_HOME: clone.home() }
  const kura = startKura(clone, { env, words: ['dev'] })
  await kura.ready()
  const app = `http://127.0.0.1:${env.PORT}`
  const page = await eventually('a page', async () => fetch(app).catch(() => undefined))
  assert.match(await page.text(), /<script type="module" src="\/dev\/reload\.js"><\/script><\/head>/)
  /** Waits for a run other than `known` to respond: the old one may still respond while it ends. */
  const runOf = (known?: string) =>
    eventually('a run to answer', async () => {
      const stream = await fetch(`${app}/dev/reload`).catch(() => undefined)
      const reader = stream?.ok ? stream.body?.getReader() : undefined
      const said = await reader?.read().catch(() => undefined)
      const run = Buffer.from(said?.value ?? '').toString()
      if (reader && run !== '' && run !== known) return { reader, run }
      await reader?.cancel().catch(() => {})
      return undefined
    })
  const before = await runOf()
  appendFileSync(join(clone.folder, 'web', 'app', 'app.css'), '\n.planted-by-a-test { color: red; }\n')
  // An open page waits for this: its stream ends, and another run responds.
  assert.equal((await before.reader.read().catch(() => ({ done: true }))).done, true)
  await kura.says(/The pages were rebuilt: the server starts again/)
  const now = await runOf(before.run)
  await now.reader.cancel()
  assert.match(now.run, /data: \S+/)
  kura.signal('SIGTERM')
  assert.equal((await kura.ended).code, 0)
})

test('a live site starts with nothing but what it was given', async () => {
  const home = clone.home()
  const keyFile = join(clone.folder, 'agent.key')
  writeFileSync(keyFile, `${'11'.repeat(32)}\n`, { mode: 0o600 })
  const env = {
    LIVE: 'true',
    PORT: String(await freePorts()),
    KURA_HOME: home,
    ...liveSettings(keyFile),
    // Nothing listens there: a live site must start while the network is down.
    FLOW_ACCESS_NODE: 'https://access.kura.invalid',
  }
  const kura = startKura(clone, { env })
  await kura.ready()
  const status = await statusOf(clone, env)
  assert.deepEqual(status.processes.map(({ name }) => name).sort(), ['postgres', 'server'])
  assert.equal(status.sandbox, undefined)
  await comesToServe(`http://127.0.0.1:${env.PORT}`)
  assert.ok(!existsSync(join(home, 'keys', 'agent.key')) && !existsSync(join(home, 'flow')))
  assert.doesNotMatch(kura.output(), /Sandbox …|Demo catalogue/)
  const page = await fetch(`http://127.0.0.1:${env.PORT}`)
  assert.doesNotMatch(await page.text(), /\/dev\/reload/)
  assert.doesNotMatch(
    (await fetch(`http://127.0.0.1:${env.PORT}/dev/reload.js`)).headers.get('content-type') ?? '',
    /javascript/,
  )
  kura.signal('SIGTERM')
  assert.equal((await kura.ended).code, 0)
})
