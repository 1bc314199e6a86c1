import assert from 'node:assert/strict'
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { test } from 'node:test'
import { makeClone } from './testing/clone.ts'
import { comesToServe, freePorts, runKura, startKura, statusOf } from './testing/kura-process.ts'

const isRoot = process.getuid?.() === 0
const skip = !isRoot && 'only root can become another user'
/** The user `nobody` on most systems; it owns the folders of its clone. */
const someone = 65_534

test('a user who is not root starts Kura in a folder of their own', { skip }, async (t) => {
  const clone = makeClone({ owner: someone })
  t.after(() => clone.remove())
  const env = { PORT: String(await freePorts()), KURA_HOME: clone.home() }
  const kura = startKura(clone, { env, uid: someone })
  await kura.ready()
  const { processes, app } = await statusOf(clone, env)
  for (const { pid } of processes) assert.equal(statSync(`/proc/${pid}`).uid, someone)
  await comesToServe(app)
  kura.signal('SIGTERM')
  assert.equal((await kura.ended).code, 0)

  await t.test('a data folder of somebody else is refused in one sentence', async () => {
    const home = clone.home()
    mkdirSync(home)
    const refused = await runKura(clone, ['start'], { env: { ...env, KURA_HOME: home }, uid: someone })
    assert.equal(refused.code, 1)
    assert.match(refused.output, /The data folder .* cannot be used by this user \(EACCES\)\.\n {2}→ Run as its owner/)
    assert.doesNotMatch(refused.output, /at file:|\.ts:\d/)
  })
})

test(
  'root, where user namespaces are forbidden, starts Kura all the same and sees where the data lies',
  { skip },
  async (t) => {
    const common = '/var/lib/kura'
    const wasThere = existsSync(common)
    const clone = makeClone()
    t.after(async () => {
      await clone.remove()
      if (!wasThere) rmSync(common, { recursive: true, force: true })
    })
    const env = { PORT: String(await freePorts()), KURA_HOME: clone.home(), KURA_NO_USER_NAMESPACE: '1' }
    const kura = startKura(clone, { env })
    await kura.ready()
    assert.match(
      kura.output(),
      /PostgreSQL refuses root .* its programs in \S+ and its data in \S+, because that user cannot reach/,
    )
    kura.signal('SIGTERM')
    assert.equal((await kura.ended).code, 0)

    await t.test('a reset removes the data there too', async () => {
      const { code } = await runKura(clone, ['kura', 'reset'], { env })
      assert.equal(code, 0)
      assert.ok(!existsSync(`${env.KURA_HOME}/postgres.place`))
    })
  },
)
