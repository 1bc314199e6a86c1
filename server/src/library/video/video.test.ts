import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createDecipheriv, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { paths } from '@kura/contract/paths'
import type { Result } from '@kura/contract/result'
import { seedSeries, seedTokens } from '../../discovery/testing/seed-tokens.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { contentDirOf } from '../content/make-page.ts'
import { keyAddressSeconds } from './address.ts'
import { packageVideo, piecePath, VideoError } from './package-video.ts'
import type { MadeVideo } from './package-video.ts'
import { upsertVideo } from './import-queries.ts'
import { deleteReservationsOf } from './queries.ts'

const world = await testWorld({ after })
const { deps, http, call, moveClock } = world
const { sql } = deps
const contentDir = contentDirOf(deps.env)
const source = await mkdtemp(join(tmpdir(), 'video-test-'))
let made: MadeVideo
after(() => rm(source, { recursive: true }))
beforeEach(() => sql`delete from rate_limits`)

const file = (name: string): string => join(source, name)
// one small video for all tests: nine seconds with a sound, and a second sound
before(async () => {
  const ffmpeg = createRequire(import.meta.url).resolve('@ffmpeg-installer/linux-x64/ffmpeg')
  const picture = ['-f', 'lavfi', '-i', 'color=c=blue:s=64x36:r=5:d=9']
  const tone = (hertz: number) => ['-f', 'lavfi', '-i', `sine=frequency=${hertz}:duration=9`]
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '20', '-c:a', 'aac']
  execFileSync(ffmpeg, ['-loglevel', 'error', ...picture, ...tone(440), ...video, file('film.mp4')])
  execFileSync(ffmpeg, ['-loglevel', 'error', ...tone(220), '-c:a', 'aac', file('described.m4a')])
  await writeFile(file('ja.vtt'), 'WEBVTT\n\n00:00.000 --> 00:02.000\n月\n')
  made = await packageVideo(contentDir, whole())
})
const whole = () => ({
  video: file('film.mp4'),
  description: file('described.m4a'),
  captions: [{ language: 'ja', path: file('ja.vtt') }],
})

const address = (): string => `0x${randomBytes(8).toString('hex')}`
function dataOf<T>(result: Result<T>): T {
  assert.ok(result.ok, JSON.stringify(result))
  return result.data
}
const codeOf = (result: Result<unknown>): string | undefined => (result.ok ? undefined : result.body.errorCode)

/** A member with one token of an item that has the video. */
async function seedVideo() {
  const owner = await seedMember(deps, { flowAddress: address() })
  const [itemId = ''] = (await seedSeries(sql, 1)).itemIds
  const [tokenId = ''] = await seedTokens(sql, owner.flowAddress, [itemId])
  const [token] = await sql<[{ refId: string; serial: number }]>`
    select ref_id as "refId", serial from tokens where id = ${tokenId}::numeric`
  const contentId = `v-${randomBytes(4).toString('hex')}`
  const video = { id: contentId, itemId, serial: undefined, name: { ja: '月の夜', en: 'Moon night' } }
  await transaction(sql, (db) => upsertVideo(db, video, made, undefined))
  return { owner, itemId, tokenId, contentId, serial: token.serial, ownerContentId: `${token.refId}_${contentId}` }
}
type Seeded = Awaited<ReturnType<typeof seedVideo>>

const reserve = ({ ownerContentId, owner }: Seeded, session = owner.session) =>
  call('reserveVideo', { body: { ownerContentId } }, { session })
const show = (reserveId: string, session?: string) =>
  call('showVideo', { headers: { 'x-content-video-reserve-id': reserveId } }, session === undefined ? {} : { session })
const get = async (url: string) => {
  const { pathname, search } = new URL(url, 'http://kura')
  const answer = await http.inject({ url: pathname + search })
  return { status: answer.statusCode, code: errorOf(answer.body), text: answer.body, bytes: answer.rawPayload, answer }
}
const errorOf = (body: string): string | undefined =>
  body.startsWith('{') ? (JSON.parse(body) as { errorCode?: string }).errorCode : undefined
const uriOf = (text: string, pattern: RegExp): string => pattern.exec(text)?.[1] ?? ''

/** What a player finds on its way from the reservation to a piece. */
async function play(seeded: Seeded, session = seeded.owner.session) {
  const { reserveId } = dataOf(await reserve(seeded, session))
  const video = dataOf(await show(reserveId, session))
  const master = (await get(video.videoUrl)).text
  const list = (await get(uriOf(master, /^(\/.*)$/m))).text
  return {
    reserveId,
    video,
    master,
    list,
    key: uriOf(list, /KEY:METHOD=AES-128,URI="([^"]+)"/),
    segments: list.split('\n').filter((line) => line.startsWith('/')),
  }
}

test('the owner of a token plays its video, encrypted with the keys of that viewing alone', async () => {
  const seeded = await seedVideo()
  const { video, master, key, segments, list } = await play(seeded)
  const pathOf = (url = '') => new URL(url, 'http://kura').pathname
  assert.equal(pathOf(video.videoUrl), paths.showVideoPlaylist.path)
  assert.equal(pathOf(key), paths.showVideoKey.path)
  assert.equal(pathOf(segments[0]), paths.showVideoSegment.path)
  assert.equal(pathOf(video.captions[0]?.url), paths.showVideoCaptions.path)
  assert.equal(video.ownerContentId, seeded.ownerContentId)
  assert.deepEqual([video.seconds, video.second, video.hasDescription], [9, null, true])
  assert.match(master, /RESOLUTION=64x36,CODECS="avc1\.[0-9a-f]{6},mp4a\.40\.2",AUDIO="sound"/)
  assert.match(master, /NAME="description",DEFAULT=NO,AUTOSELECT=YES,CHARACTERISTICS="public\.accessibility/)
  assert.ok(segments.length >= 2, list)
  const secret = await get(key)
  assert.equal(secret.bytes.length, 16)
  for (const [at, url] of segments.entries()) {
    const { bytes, answer } = await get(url)
    assert.equal(answer.headers['content-type'], 'video/mp2t')
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.equal(Number(answer.headers['content-length']), bytes.length)
    const vector = Buffer.alloc(16)
    vector.writeUInt32BE(at, 12)
    const cipher = createDecipheriv('aes-128-cbc', secret.bytes, vector)
    const plain = Buffer.concat([cipher.update(bytes), cipher.final()])
    assert.equal(Buffer.compare(plain, await readFile(piecePath(contentDir, made.folder, 'video', at))), 0)
  }
  assert.match((await get(video.captions[0]?.url ?? '')).text, /^WEBVTT/)
  const again = await play(seeded)
  assert.notEqual(Buffer.compare((await get(again.key)).bytes, secret.bytes), 0)
})

test('a new reservation of a token ends the one before, whose player is refused by its own code', async () => {
  const seeded = await seedVideo()
  const first = await play(seeded)
  const second = await play(seeded)
  assert.equal(codeOf(await show(first.reserveId)), 'STREAM_TAKEN')
  for (const url of [first.key, first.segments[0] ?? '', first.video.videoUrl, first.video.captions[0]?.url ?? ''])
    assert.equal((await get(url)).code, 'STREAM_TAKEN')
  assert.equal((await get(second.key)).status, 200)
  // at once: one of them has it
  const both = (await Promise.all([reserve(seeded), reserve(seeded)])).map((result) => dataOf(result).reserveId)
  const codes = await Promise.all(both.map(async (id) => codeOf(await show(id))))
  assert.deepEqual(codes.toSorted(), ['STREAM_TAKEN', undefined])
})

test('a stream stops in the block in which its token moves: playlist, key, piece and captions', async () => {
  const seeded = await seedVideo()
  const { reserveId, video, key, segments } = await play(seeded)
  const buyer = await seedMember(deps, { flowAddress: address() })
  await sql`update tokens set owner_address = ${buyer.flowAddress} where id = ${seeded.tokenId}::numeric`
  for (const url of [video.videoUrl, key, segments[0] ?? '', video.captions[0]?.url ?? ''])
    assert.equal((await get(url)).code, 'FORBIDDEN')
  assert.equal(codeOf(await show(reserveId)), 'FORBIDDEN')
  assert.equal(codeOf(await reserve(seeded)), 'FORBIDDEN')
  const bought = await play(seeded, buyer.session)
  assert.equal((await get(bought.segments[0] ?? '')).status, 200)
  await sql`update members set banned_at = kura_now() where id = ${buyer.memberId}`
  assert.equal((await get(bought.segments[0] ?? '')).code, 'FORBIDDEN')
})

test('a reservation of another member, an unknown one and a forged address have their own codes', async () => {
  const seeded = await seedVideo()
  const { reserveId, key, segments } = await play(seeded)
  const other = await seedMember(deps, { flowAddress: address() })
  assert.equal(codeOf(await show(reserveId, other.session)), 'FORBIDDEN')
  assert.equal(codeOf(await show(randomUUID())), 'NOT_FOUND')
  assert.equal((await get(key.replace('.video.', '.sound.'))).code, 'TOKEN_NOTFOUND')
  assert.equal((await get((segments[0] ?? '').replace('video-segment', 'video-key'))).code, 'TOKEN_NOTFOUND')
  for (const token of ['.', 'a.b.c.d.e', '..%2F..%2Fetc'])
    assert.equal((await get(`/api/v1/drm/video-segment?token=${token}`)).code, 'TOKEN_NOTFOUND')
})

test('playing renews a reservation, by the clock of the database; without it, it expires', async (t) => {
  const seeded = await seedVideo()
  const { reserveId, key, segments } = await play(seeded)
  await moveClock('90 seconds')
  assert.equal((await get(segments[0] ?? '')).status, 200)
  await moveClock('90 seconds')
  assert.equal((await get(segments[1] ?? '')).status, 200)
  assert.ok(keyAddressSeconds < 180)
  assert.equal((await get(key)).code, 'TOKEN_EXPIRED')
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 86_400_000 })
  dataOf(await show(reserveId))
  t.mock.timers.reset()
  await moveClock('121 seconds')
  assert.equal(codeOf(await show(reserveId)), 'TOKEN_EXPIRED')
  assert.equal((await get(segments[0] ?? '')).code, 'TOKEN_EXPIRED')
  dataOf(await reserve(seeded))
})

test('the place in a video is kept for every device and goes with the member', async () => {
  const seeded = await seedVideo()
  const { owner, ownerContentId, itemId, serial, contentId } = seeded
  const { session } = owner
  const keep = (second: number) => call('keepVideoPlace', { params: { ownerContentId }, body: { second } }, { session })
  assert.equal(codeOf(await keep(10)), 'NOT_FOUND')
  assert.deepEqual(dataOf(await keep(5)), { second: 5 })
  const { video, reserveId } = await play(seeded)
  assert.equal(video.second, 5)
  const [listed] = dataOf(await call('listContents', { query: {} }, { session })).items
  assert.deepEqual([listed?.contentId, listed?.fileType, listed?.seconds, listed?.second], [contentId, 'video', 9, 5])
  const uri = `http://localhost:3000/watch/${ownerContentId}`
  const uris = dataOf(
    await call('listSerialContentUris', { params: { itemId }, query: { fileType: 'video' } }, { session }),
  )
  assert.deepEqual(uris.items, [{ serialNumber: serial, contentId, fileType: 'video', uri }])
  await deleteReservationsOf(sql, owner.memberId)
  assert.equal(codeOf(await show(reserveId)), 'NOT_FOUND')
})

test('a content folder that is away is a catalogued error, and the reservation stays', async () => {
  const seeded = await seedVideo()
  const { reserveId, segments } = await play(seeded)
  const folder = join(contentDir, made.folder)
  await rename(folder, `${folder}.away`)
  assert.equal((await get(segments[0] ?? '')).code, 'SERVICE_UNAVAILABLE')
  await rename(`${folder}.away`, folder)
  assert.equal((await get(segments[0] ?? '')).status, 200)
  dataOf(await show(reserveId))
})

test('packaging is done once, and leaves nothing of a video that cannot be read', async () => {
  const before = await readdir(contentDir)
  assert.deepEqual(await packageVideo(contentDir, whole()), made)
  await writeFile(file('broken.mp4'), randomBytes(2000))
  await assert.rejects(packageVideo(contentDir, { video: file('broken.mp4'), captions: [] }), VideoError)
  assert.deepEqual(await readdir(contentDir), before)
})

test('a tall video gets a smaller picture as well, and one without sound plays', async () => {
  const ffmpeg = createRequire(import.meta.url).resolve('@ffmpeg-installer/linux-x64/ffmpeg')
  const picture = ['-f', 'lavfi', '-i', 'color=c=red:s=1280x800:r=2:d=2', '-c:v', 'libx264', '-pix_fmt', 'yuv444p']
  execFileSync(ffmpeg, ['-loglevel', 'error', ...picture, '-preset', 'ultrafast', file('tall.mp4')])
  const tall = await packageVideo(contentDir, { video: file('tall.mp4'), captions: [] })
  const manifest = JSON.parse(await readFile(join(contentDir, tall.folder, 'video.json'), 'utf8')) as {
    videos: { name: string; height: number }[]
    sounds: unknown[]
  }
  assert.deepEqual(
    manifest.videos.map(({ name, height }) => [name, height]),
    [
      ['video', 800],
      ['small', 480],
    ],
  )
  assert.deepEqual(manifest.sounds, [])
})
