import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seedBuyer, seedPack } from '../../checkout/order/testing/shop.ts'
import { seedGiven } from '../pack/testing/given-packs.ts'
import { testWorld } from '../../testing/test-world.ts'
import type { TestWorld } from '../../testing/test-world.ts'
import { makePasscodes } from './make-passcodes.ts'
import type { Making } from './make-passcodes.ts'

const make = ({ deps }: TestWorld, more: Partial<Making> & { packId: string }) =>
  makePasscodes(deps, { count: 3, uses: 1, by: 'tester', reason: 'a fair', isDryRun: false, ...more })

test('passcodes made by hand work, are shown once and stored as hashes, with the audit; a dry run makes none', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const packId = await seedGiven(sql, 'passcode', { units: 3 })
  assert.deepEqual(await make(world, { packId, isDryRun: true }), [])
  assert.equal((await sql`select 1 from passcodes`).length, 0)
  const codes = await make(world, { packId })
  assert.equal(new Set(codes).size, 3)
  for (const code of codes) assert.match(code, /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
  const kept = JSON.stringify([await sql`select * from passcodes`, await sql`select * from audit_rows`])
  for (const code of codes) assert.ok(!kept.includes(code) && !kept.includes(code.replaceAll('-', '')))
  const { session } = await seedBuyer(world)
  const { token } = await world.bot('passcode_get')
  const got = await world.call(
    'getPasscode',
    { params: { passcode: codes[1] ?? '' }, body: { token, auth: 'v3' } },
    { session },
  )
  assert.ok(got.ok && got.data.status === 'accepted')
  const acts = await sql`select actor, subject, details from audit_rows where act = 'passcode.made'`
  assert.deepEqual(
    [...acts],
    [{ actor: 'operator:tester', subject: packId, details: { count: 3, uses: 1, reason: 'a fair' } }],
  )
})

test('what is no count, no use, or no pack of passcodes makes none', async (t) => {
  const world = await testWorld(t)
  const { sql } = world.deps
  const [packId, sold] = [await seedGiven(sql, 'passcode'), await seedPack(sql)]
  for (const wrong of [0, -1, 1.5, Number.NaN, 10_001])
    await assert.rejects(make(world, { packId, count: wrong }), { code: 'PASSCODES_REFUSED' })
  for (const wrong of [0, -1, 1.5, Number.NaN, 1_000_001])
    await assert.rejects(make(world, { packId, uses: wrong }), { code: 'PASSCODES_REFUSED' })
  await assert.rejects(make(world, { packId: sold }), { message: /is not given by passcode: sale/ })
  await assert.rejects(make(world, { packId: 'nowhere' }), { message: 'there is no pack "nowhere"' })
  assert.equal((await sql`select 1 from passcodes`).length, 0)
  assert.equal((await sql`select 1 from audit_rows`).length, 0)
})
