// A worker process is killed while it deletes an account, and another one comes after it.
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import { limits } from '@kura/contract/limits'
import sharp from 'sharp'
import { checkInvariants } from '../../audit/check/check.ts'
import { givePoints } from '../../checkout/order/testing/tenders.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { endOf, startProcess } from '../../testing/server-process.ts'
import { testWorld } from '../../testing/test-world.ts'
import { until } from '../../testing/until.ts'
import { makeSizes } from '../../platform/media/make-sizes.ts'
import { insertMedia } from '../../platform/media/queries.ts'
import { mailsTo } from './testing/mail-to.ts'
import { tablesWith } from './testing/tables-with.ts'

const password = 'correct horse battery staple'
const name = '鏑木花子'

for (const point of ['before deletion.carry-out', 'after deletion.erase', 'after deletion.carry-out'] as const)
  test(`a worker killed ${point} leaves an account that is whole or gone, and the next one finishes`, async (t) => {
    const world = await testWorld(t)
    const { deps, call } = world
    const { sql } = deps
    const member = await seedMember(deps, { password, displayName: name })
    const { memberId, email } = member
    await givePoints(world, member, 70)
    const red = { create: { width: 400, height: 300, channels: 3, background: '#c02020' } } as const
    const picture = await makeSizes(deps.env.MEDIA_DIR, await sharp(red).png().toBuffer())
    await insertMedia(sql, [picture])
    await sql`update members set thumbnail = ${picture.id} where id = ${memberId}`
    const files = async () => (await readdir(deps.env.MEDIA_DIR)).filter((each) => each.startsWith(picture.id)).length
    assert.ok((await call('requestDeletion', { body: { reason: 'other', password } }, member)).ok)
    await deps.background.settled()
    await world.moveClock(`${limits.deletionDays} days 1 minute`)

    const first = startProcess(t, world, { ROLE: 'worker', KURA_FAULT: `kill:${point}` })
    assert.equal(await endOf(first), 'SIGKILL')
    const isGone = point === 'after deletion.carry-out'
    const [row] = await sql`select deleted_at is not null as "isGone" from members where id = ${memberId}`
    assert.equal(row?.['isGone'], isGone)
    assert.deepEqual((await tablesWith(sql, [name])).length === 0, isGone, 'all of it or nothing')
    assert.equal(await files(), 4)

    const second = startProcess(t, world, { ROLE: 'worker', KURA_FAULT: '' })
    await until('the account and its picture are gone', async () => {
      await world.moveClock('1 minute')
      return (await tablesWith(sql, [name, email, picture.id])).length === 0 && (await files()) === 0
    })
    second.kill('SIGTERM')
    assert.equal(await endOf(second), null)
    const subjects = (await mailsTo(world, email)).map(({ subject }) => subject)
    assert.equal(subjects.filter((subject) => subject.includes('退会の手続きが完了しました')).length, 1)
    const acts = await sql`select 1 from audit_rows where subject = ${memberId} and act = 'member.deleted'`
    assert.equal(acts.length, 1)
    assert.deepEqual(await checkInvariants(deps), [])
  })
