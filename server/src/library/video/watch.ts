import { createCipheriv } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import type { AnswerOf, ParsedOf } from '@kura/contract/endpoint'
import { AppError, ensure } from '@kura/contract/errors'
import type * as contract from '@kura/contract/library/video'
import type { Deps } from '../../deps.ts'
import { ensureOpen } from '../../identity/member/ensure-full-member.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { RawFile, Viewer } from '../../platform/http/on.ts'
import { getOpened, subjectOf } from '../content/contents.ts'
import { contentDirOf } from '../content/make-page.ts'
import { signPage } from '../content/page-address.ts'
import { keyAddressSeconds, readStreamToken, signStream, streamKey, streamVector } from './address.ts'
import type { StreamKind } from './address.ts'
import { captionsPath, manifestPath, piecePath } from './package-video.ts'
import type { VideoManifest } from './package-video.ts'
import { masterPlaylist, trackPlaylist } from './playlist.ts'
import * as streams from './queries.ts'
import type { Stream } from './queries.ts'

type Library = Pick<Deps, 'sql' | 'env'>

/**
 * Reserves the one stream of a token; a player that had it before is refused from now on. Fails with
 * FORBIDDEN when the token opens nothing to the caller, and NOT_FOUND for what is no video.
 */
export async function reserveVideo(
  { sql }: Library,
  viewer: Viewer,
  ownerContentId: string,
): Promise<AnswerOf<typeof contract.reserveVideo>> {
  await limitRate({ sql }, 'contentPerMember', viewer.memberId)
  const subject = subjectOf(viewer, ownerContentId)
  const { reserveId, expiresAt } = await transaction(sql, async (db) => {
    await ensureOpen(db, viewer.memberId)
    ensure((await getOpened(db, subject)).kind === 'video', 'NOT_FOUND')
    await streams.lockStream(db, subject.refId)
    await streams.endReservations(db, subject.refId)
    return streams.insertReservation(db, subject)
  })
  return { reserveId, expiresAt: expiresAt.toISOString() }
}

/**
 * The stream of a reservation, which it renews. Fails with NOT_FOUND when it is unknown, FORBIDDEN
 * for another member or when the token left, STREAM_TAKEN, and TOKEN_EXPIRED.
 */
export async function showVideo(
  library: Library,
  viewer: Viewer | undefined,
  reserveId: string,
): Promise<AnswerOf<typeof contract.showVideo>> {
  const { sql, env } = library
  const stream = await streams.findStream(sql, reserveId)
  ensure(stream, 'NOT_FOUND')
  ensure(!viewer || viewer.memberId === stream.memberId, 'FORBIDDEN')
  ensureWatching(stream)
  const renewed = await streams.renewReservation(sql, reserveId)
  const { captions, sounds } = await readManifest(env, stream.folder)
  const secret = env.CONTENT_LINK_SECRET
  const { memberId, refId, contentId, now } = stream
  const video = signStream(secret, { reserveId, kind: 'playlist', file: 'master' })
  return {
    videoUrl: new URL(video, env.PUBLIC_URL).href,
    expiresAt: (renewed ?? stream.expiresAt).toISOString(),
    ownerContentId: `${refId}_${contentId}`,
    name: stream.name,
    itemName: stream.itemName,
    seconds: stream.seconds,
    second: stream.second,
    posterUrl: stream.hasPoster
      ? `/api/v1/drm/ebook-page?token=${signPage(secret, { memberId, refId, contentId, page: 1 }, now)}`
      : null,
    captions: captions.map((language) => ({
      language,
      url: signStream(secret, { reserveId, kind: 'captions', file: language }),
    })),
    hasDescription: sounds.some(({ name }) => name === 'description'),
  }
}

/** A playlist behind a signed token. Fails as `openStream` does. */
export async function showPlaylist(library: Library, token: string): Promise<RawFile> {
  const { stream, file } = await openStream(library, 'playlist', token)
  const manifest = await readManifest(library.env, stream.folder)
  const { reserveId } = stream
  const sign = (kind: StreamKind, name: string): string =>
    signStream(
      library.env.CONTENT_LINK_SECRET,
      { reserveId, kind, file: name },
      kind === 'key' ? stream.now + keyAddressSeconds : 0,
    )
  if (file === 'master') return fileOf(Buffer.from(masterPlaylist(manifest, sign)), 'video.m3u8')
  const track = [...manifest.videos, ...manifest.sounds].find(({ name }) => name === file)
  ensure(track, 'NOT_FOUND')
  return fileOf(Buffer.from(trackPlaylist(track, sign)), 'track.m3u8')
}

/** The key of a track for this reservation alone. Fails as `openStream` does. */
export async function showKey(library: Library, token: string): Promise<RawFile> {
  const { stream, file } = await openStream(library, 'key', token)
  return fileOf(streamKey(library.env.CONTENT_LINK_SECRET, stream.reserveId, file), 'video.key')
}

/** One piece, encrypted with the key of the reservation while it is sent. Fails as `openStream` does. */
export async function sendSegment(library: Library, token: string): Promise<RawFile> {
  const { stream, file } = await openStream(library, 'segment', token)
  const [track = '', at = ''] = file.split('/')
  const path = piecePath(contentDirOf(library.env), stream.folder, track, Number(at))
  const piece = await open(path).catch(away)
  const { size } = await piece.stat()
  const key = streamKey(library.env.CONTENT_LINK_SECRET, stream.reserveId, track)
  const cipher = createCipheriv('aes-128-cbc', key, streamVector(Number(at)))
  // a reader who leaves ends both
  pipeline(piece.createReadStream(), cipher, () => undefined)
  return { rawFile: cipher, bytes: (Math.floor(size / 16) + 1) * 16, name: 'piece.ts' }
}

/** The captions of a language. Fails as `openStream` does. */
export async function sendCaptions(library: Library, token: string): Promise<RawFile> {
  const { stream, file } = await openStream(library, 'captions', token)
  return fileOf(
    await readFile(captionsPath(contentDirOf(library.env), stream.folder, file)).catch(away),
    'captions.vtt',
  )
}

/** Keeps where the caller watches. Fails with FORBIDDEN and, after the end or for no video, NOT_FOUND. */
export async function keepVideoPlace(
  { sql }: Library,
  viewer: Viewer,
  { params, body }: ParsedOf<typeof contract.keepVideoPlace>,
): Promise<{ second: number }> {
  const subject = subjectOf(viewer, params.ownerContentId)
  await limitRate({ sql }, 'contentPerMember', viewer.memberId)
  await transaction(sql, async (db) => {
    await ensureOpen(db, viewer.memberId)
    await getOpened(db, subject)
    ensure(await streams.upsertSecond(db, viewer.memberId, subject.contentId, body.second), 'NOT_FOUND')
  })
  return { second: body.second }
}

/**
 * The file and the reservation behind a signed token. The right is read from the index each time, so
 * a stream stops in the block in which its token moves. A piece renews the reservation. Fails with
 * TOKEN_NOTFOUND, FORBIDDEN, STREAM_TAKEN, TOKEN_EXPIRED, and SERVICE_UNAVAILABLE without the files.
 */
async function openStream(
  { sql, env }: Library,
  kind: StreamKind,
  token: string,
): Promise<{ stream: Stream; file: string }> {
  const named = readStreamToken(env.CONTENT_LINK_SECRET, kind, token, -Infinity)
  const stream = await streams.findStream(sql, named.reserveId)
  ensure(stream, 'TOKEN_EXPIRED')
  ensureWatching(stream)
  readStreamToken(env.CONTENT_LINK_SECRET, kind, token, stream.now)
  if (kind === 'segment' && stream.isShort) await streams.renewReservation(sql, stream.reserveId)
  return { stream, file: named.file }
}

function ensureWatching(stream: Stream): void {
  ensure(stream.isOpen, 'FORBIDDEN')
  ensure(!stream.isTaken, 'STREAM_TAKEN')
  ensure(!stream.isExpired, 'TOKEN_EXPIRED')
}

const fileOf = (rawFile: Buffer, name: string): RawFile => ({ rawFile, bytes: rawFile.length, name })

// of this process: what a folder holds never changes
const manifests = new Map<string, VideoManifest>()

async function readManifest(env: Deps['env'], folder: string): Promise<VideoManifest> {
  const path = manifestPath(contentDirOf(env), folder)
  const known = manifests.get(path)
  if (known) return known
  const manifest = JSON.parse(await readFile(path, 'utf8').catch(away)) as VideoManifest
  manifests.set(path, manifest)
  const [oldest] = manifests.keys()
  if (manifests.size > 64 && oldest !== undefined) manifests.delete(oldest)
  return manifest
}

/** The content folder is away: a disk that is not mounted, or a copy without its files. */
function away(error: unknown): never {
  throw new AppError('SERVICE_UNAVAILABLE', { cause: error })
}
