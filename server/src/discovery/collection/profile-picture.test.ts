import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { buildApp } from '../../app.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { seedSeries, seedTokens } from '../testing/seed-tokens.ts'
import { findProfileFacts } from './queries.ts'

const { deps } = await testWorld({ after })
const { sql } = deps
const { http: app } = await buildApp(deps, { withPages: false })
after(() => app.close())
const get = (userId: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/images/profiles/${userId}.jpg`, headers })

test('a profile has a picture for previews, drawn again only when it would differ', async () => {
  const { memberId } = await seedMember(deps, { displayName: '月 <b>&' })
  const first = await get(memberId)
  assert.equal(first.statusCode, 200)
  const { width, height, format } = await sharp(first.rawPayload).metadata()
  assert.deepEqual([width, height, format], [1200, 630, 'jpeg'])
  const etag = String(first.headers['etag'])
  assert.equal((await get(memberId, { 'if-none-match': etag })).statusCode, 304)
  await sql`update members set display_name = '星' where id = ${memberId}`
  const second = await get(memberId, { 'if-none-match': etag })
  assert.ok(second.statusCode === 200 && !second.rawPayload.equals(first.rawPayload))
})

test('the picture shows the showcase, and the latest pieces only of a public collection', async () => {
  const flowAddress = `0x${randomBytes(8).toString('hex')}`
  const { memberId } = await seedMember(deps, { flowAddress })
  const { itemIds } = await seedSeries(sql, 5)
  await seedTokens(sql, flowAddress, itemIds)
  const pieces = async () => (await findProfileFacts(sql, memberId))?.pieces.length
  assert.equal(await pieces(), 4)
  await sql`
    insert into showcases (member_id, place, token_id)
    select ${memberId}, 1, min(id) from tokens where owner_address = ${flowAddress}`
  assert.equal(await pieces(), 1)
  await sql`delete from showcases where member_id = ${memberId}`
  await sql`update members set shows_collection = false where id = ${memberId}`
  assert.equal(await pieces(), 0)
})

test('nobody who is banned, unknown or no member has a picture', async () => {
  const { memberId } = await seedMember(deps)
  await sql`update members set banned_at = kura_now() where id = ${memberId}`
  for (const id of [memberId, randomUUID(), '..%2f..', 'x'.repeat(36)])
    assert.equal((await get(id)).statusCode, 404, id)
})
