import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { plainPicture } from '../../testing/catalogue-world.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { importClients, removeClient } from './import-clients.ts'
import { findBearer } from './connections.ts'
import { listClients } from './queries.ts'
import { seedBearer } from './testing/sample-service.ts'

const { deps } = await testWorld({ after })
const { sql } = deps
const folder = await mkdtemp(join(tmpdir(), 'services-'))
after(() => rm(folder, { recursive: true }))

const entry = (more = '', id = 'gallery') => `- id: ${id}
  name: { ja: ギャラリー, en: Gallery }
  homepage: https://gallery.example/
  redirect: [https://gallery.example/back]
  scopes: [profile, pieces]
${more}`

async function load(text: string, isDryRun = false): Promise<string[]> {
  const file = join(folder, 'services.yaml')
  await writeFile(file, text)
  return importClients({ sql, mediaDir: deps.env.MEDIA_DIR }, { file, by: 'ops', isDryRun })
}
const dropped = async () => (await sql`select id from media where dropped_at is not null`).length

test('services are imported, replaced in place, and stay when a file does not name them', async () => {
  await writeFile(join(folder, 'logo.png'), await plainPicture(3))
  assert.deepEqual(await load(entry(), true), ['gallery would be imported'])
  assert.equal((await listClients(sql)).length, 0)
  await load(entry('  picture: logo.png\n'))
  const [first] = await listClients(sql)
  assert.ok(first?.picture)
  await load(entry('', 'other'))
  assert.deepEqual(
    (await listClients(sql)).map(({ id }) => id),
    ['gallery', 'other'],
  )
  await load(entry().replace('Gallery', 'New name'))
  const [replaced] = await listClients(sql)
  assert.deepEqual([replaced?.name.en, replaced?.picture, await dropped()], ['New name', null, 1])
})

test('a wrong file changes nothing and names every fault', async () => {
  const before = await listClients(sql)
  const faults: [string, RegExp][] = [
    ['- id: [', /no YAML/],
    ['{}', /the file: /],
    [
      entry().replace('https://gallery.example/back', 'http://gallery.example/back'),
      /0\.redirect\.0: must be an https/,
    ],
    [entry().replace('https://gallery.example/back', 'https://gallery.example/#back'), /without #/],
    [entry().replace('https://gallery.example/back', '"https://*.example/back"'), /0\.redirect\.0/],
    [entry().replace('homepage: https:', 'homepage: javascript:'), /0\.homepage/],
    [entry().replace('pieces]', 'wallet]'), /0\.scopes\.1/],
    [entry('  secret: a\n'), /secret/],
    [entry('  picture: ../logo.png\n'), /0\.picture/],
    [entry('  picture: none.png\n'), /no such file/],
    [entry() + entry(), /gallery is there twice/],
  ]
  for (const [text, message] of faults) await assert.rejects(load(text), { code: 'CLIENT_REFUSED', message })
  assert.deepEqual(await listClients(sql), before)
})

test('a scope that a service loses is lost to its tokens, and removing it ends every connection', async () => {
  const { memberId } = await seedMember(deps)
  const authorization = `Bearer ${await seedBearer(deps, memberId)}`
  assert.deepEqual(await findBearer(deps, authorization, 'pieces'), { memberId })
  await load(entry().replace('profile, pieces', 'profile'))
  await assert.rejects(findBearer(deps, authorization, 'pieces'), { code: 'FORBIDDEN' })
  assert.deepEqual(await findBearer(deps, authorization, 'profile'), { memberId })
  assert.equal(await removeClient(deps, { id: 'gallery', by: 'ops' }), 1)
  await assert.rejects(findBearer(deps, authorization, 'profile'), { code: 'AUTHENTICATION_FAILED' })
  await assert.rejects(removeClient(deps, { id: 'gallery', by: 'ops' }), { code: 'CLIENT_REFUSED' })
})
