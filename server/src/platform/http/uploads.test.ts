// Uploads that never end, over real sockets: what is counted is what the server accepts and holds.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { limits } from '@kura/contract/limits'
import { processStart } from '@kura/db/process-identity'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import sharp from 'sharp'
import { buildMetrics } from '../metrics.ts'
import type { Metrics } from '../metrics.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { until } from '../../testing/until.ts'
import { buildUploads } from './uploads.ts'

type Begun = { session?: string; from: string; length?: number | undefined; sent?: number }
const declared = 4_900_000
const head =
  '--b\r\ncontent-disposition: form-data; name="thumbnail"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'

/** Begins an upload and sends a part of it; `answer` is what has come back so far. */
function begin(port: number, { session = '', from, length, sent = 100_000 }: Begun) {
  const socket: Socket = connect(port, '127.0.0.1')
  const upload = { socket, answer: '', isClosed: false }
  socket.on('data', (chunk) => void (upload.answer += chunk.toString()))
  socket.on('error', () => {})
  socket.on('close', () => void (upload.isClosed = true))
  const size = length === undefined ? 'transfer-encoding: chunked' : `content-length: ${length}`
  socket.write(
    `PUT /api/users/self/profiles HTTP/1.1\r\nhost: localhost\r\nx-auth-session: Bearer ${session}\r\nx-forwarded-for: ${from}\r\n` +
      `content-type: multipart/form-data; boundary=b\r\n${size}\r\n\r\n`,
  )
  const text = head + 'x'.repeat(sent)
  socket.write(length === undefined ? `${text.length.toString(16)}\r\n${text}\r\n` : text)
  return upload
}

const held = async ({ uploads, uploadBytes }: Metrics) => ({
  uploads: (await uploads.get()).values[0]?.value ?? 0,
  bytes: (await uploadBytes.get()).values[0]?.value ?? 0,
})

async function site(t: TestContext) {
  const world = await testWorld(t, { TRUSTED_PROXIES: '127.0.0.1' })
  const { deps, http } = world
  await http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = http.server.address() as AddressInfo
  const bytes = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#123' } })
    .png()
    .toBuffer()
  return {
    port,
    metrics: deps.metrics,
    members: (count: number) => Promise.all(Array.from({ length: count }, () => seedMember(deps))),
    folder: () => readdir(join(deps.env.KURA_HOME, 'uploads')),
    forgetRates: () => deps.sql`delete from rate_limits`,
    /** A whole upload of a picture; returns the status. */
    upload: async (session: string, from: string): Promise<number> => {
      const form = new FormData()
      form.append('thumbnail', new Blob([new Uint8Array(bytes)]), 'a.png')
      const headers = { 'x-auth-session': `Bearer ${session}`, 'x-forwarded-for': from }
      const url = `http://127.0.0.1:${port}/api/users/self/profiles`
      return (await fetch(url, { method: 'PUT', headers, body: form })).status
    },
  }
}

const answered = (uploads: readonly { answer: string }[]) => uploads.filter(({ answer }) => answer.includes('\r\n\r\n'))
const isRefusal = (status: number) => (upload: { answer: string }) =>
  upload.answer.startsWith(`HTTP/1.1 ${status} `) && /\r\nretry-after: \d+\r\n/i.test(upload.answer)

test('of 180 unfinished uploads of one session two are held; others upload meanwhile, and the member again when they are gone', async (t) => {
  const shop = await site(t)
  const [flooder, other] = await shop.members(2)
  assert.ok(flooder && other)
  const begun = Array.from({ length: 180 }, () =>
    begin(shop.port, { session: flooder.session, from: '203.0.113.1', length: declared }),
  )
  await until('all but two are refused', async () => answered(begun).length >= 180 - limits.uploadsPerMember)
  assert.ok(answered(begun).every(isRefusal(429)))
  assert.deepEqual(await held(shop.metrics), {
    uploads: limits.uploadsPerMember,
    bytes: limits.uploadsPerMember * declared,
  })
  await until('their files are begun', async () => (await shop.folder()).length === limits.uploadsPerMember)
  assert.equal(await shop.upload(other.session, '203.0.113.1'), 200)
  assert.equal(answered(begun).length, 180 - limits.uploadsPerMember)

  for (const { socket } of begun) socket.destroy()
  await until('nothing is held', async () => (await held(shop.metrics)).bytes === 0)
  assert.deepEqual([(await held(shop.metrics)).uploads, await shop.folder()], [0, []])
  await shop.forgetRates()
  assert.equal(await shop.upload(flooder.session, '203.0.113.1'), 200)
  await until('its file is gone', async () => (await shop.folder()).length === 0)
})

test('one source has a limit of uploads for all members together; another source is not affected', async (t) => {
  const shop = await site(t)
  const members = await shop.members(20)
  const begun = members.map(({ session }) => begin(shop.port, { session, from: '203.0.113.1', length: declared }))
  await until('the rest is refused', async () => answered(begun).length === 20 - limits.uploadsPerSource)
  assert.ok(answered(begun).every(isRefusal(429)))
  assert.equal((await held(shop.metrics)).uploads, limits.uploadsPerSource)
  assert.equal(await shop.upload(members[0]?.session ?? '', '203.0.113.2'), 200)
  for (const { socket } of begun) socket.destroy()
})

test('all uploads together stay within the limit of the process, also those without a length', async (t) => {
  const shop = await site(t)
  const members = await shop.members(30)
  const places = Math.floor(limits.uploadBytesHeld / limits.uploadBytes)
  const begun = members.map(({ session }, place) =>
    begin(shop.port, { session, from: `203.0.113.${place}`, length: undefined }),
  )
  await until('the rest is refused', async () => answered(begun).length === 30 - places)
  assert.ok(answered(begun).every(isRefusal(503)))
  assert.deepEqual(await held(shop.metrics), { uploads: places, bytes: places * limits.uploadBytes })
  for (const { socket } of begun) socket.destroy()
  await until('nothing is held', async () => (await held(shop.metrics)).bytes === 0)
  assert.equal(await shop.upload(members[0]?.session ?? '', '203.0.113.1'), 200)
})

test('a stranger and a form that says to be too long are refused before a byte of the body is there', async (t) => {
  const shop = await site(t)
  const [member] = await shop.members(1)
  assert.ok(member)
  const begun = [
    begin(shop.port, { session: 'x'.repeat(43), from: '203.0.113.1', length: declared, sent: 0 }),
    begin(shop.port, { session: member.session, from: '203.0.113.1', length: limits.uploadBytes + 1, sent: 0 }),
  ]
  await until('both are answered', async () => answered(begun).length === 2)
  assert.match(begun[0]?.answer ?? '', /^HTTP\/1.1 401 /)
  assert.match(begun[1]?.answer ?? '', /^HTTP\/1.1 413 /)
  assert.equal((await held(shop.metrics)).uploads, 0)
  for (const { socket } of begun) socket.destroy()
})

test('an upload that does not end in time is refused and closed, and leaves nothing', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'kura-uploads-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const metrics = buildMetrics(false)
  const uploads = await buildUploads({ folder, metrics }, { ...limits, uploadSeconds: 0.2 })
  const http = Fastify()
  t.after(() => http.close())
  await http.register(multipart)
  http.put('/api/users/self/profiles', (request, reply) =>
    uploads.receive(
      { request, reply },
      { memberId: 'a', source: 'b' },
      ['thumbnail'],
      async ({ files }) => files.length,
    ),
  )
  await http.listen({ host: '127.0.0.1', port: 0 })
  const slow = begin((http.server.address() as AddressInfo).port, { from: 'b', length: declared })
  await until('it is closed', async () => slow.isClosed)
  assert.match(slow.answer, /INVALID_REQUEST_FORMAT/)
  assert.match(slow.answer, /connection: close/i)
  await until('nothing is held', async () => (await held(metrics)).bytes === 0)
  assert.deepEqual(await readdir(folder), [])
})

test('a start removes what a process that died has left, and nothing of one that lives', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'kura-uploads-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const dead = spawnSync(process.execPath, ['--version']).pid
  const living = `${process.ppid}-${processStart(process.ppid)}-c`
  // of a process that died, of an earlier one with the number of a living one, and of none
  for (const name of [`${dead}-1-a`, `${process.ppid}-1-b`, living, 'no-process'])
    await writeFile(join(folder, name), 'x')
  await buildUploads({ folder, metrics: buildMetrics(false) })
  assert.deepEqual(await readdir(folder), [living])
})
