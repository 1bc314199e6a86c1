import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** One track in pieces: `pieces` has the length of each in seconds. Their files are `<name>-00000.ts`. */
type Track = { name: string; pieces: number[]; bitsPerSecond: number }
export type VideoTrack = Track & { width: number; height: number; codec: string | undefined }
/** A video as the player takes it. The sound is apart from the picture, so that it can be changed. */
export type VideoManifest = {
  seconds: number
  videos: VideoTrack[]
  sounds: (Track & { name: 'sound' | 'description' })[]
  captions: string[]
}
export type VideoSource = {
  video: string
  description?: string | undefined
  captions: { language: string; path: string }[]
}
export type MadeVideo = Pick<VideoManifest, 'seconds'> & { folder: string }

/** What is wrong with a video, for the person who imports it. */
export class VideoError extends Error {}

const run = promisify(execFile)
// only an import needs the program, so a server starts without it; it is in the tarball of the package
const require = createRequire(import.meta.url)
const pieceSeconds = 4
// a copied track is cut where its key frames are, and a piece must not be long
const pieceSecondsMost = 10
const smallHeight = 480
const largeHeight = 1080
const version = 1

type Probe = { seconds: number; video: string; sound: string; width: number; height: number; isTurned: boolean }

/** What a file holds. Fails with a VideoError when it is no video, or no sound where only that is needed. */
export async function probeMedia(path: string, needs: 'video' | 'sound'): Promise<Probe> {
  // without an output the program describes the input and ends with an error
  const said = await run(ffmpegPath(), [
    '-nostdin',
    '-hide_banner',
    '-protocol_whitelist',
    'file',
    '-i',
    `file:${path}`,
  ]).then(
    ({ stderr }) => stderr,
    (error: { stderr?: string }) => error.stderr ?? '',
  )
  const [, hours = '', minutes = '', rest = ''] = /Duration: (\d+):(\d+):([\d.]+)/.exec(said) ?? []
  const video = /Stream #.*: Video: (.*)/.exec(said)?.[1] ?? ''
  const sound = /Stream #.*: Audio: (.*)/.exec(said)?.[1] ?? ''
  const [, width = '0', height = '0'] = /, (\d{2,5})x(\d{2,5})/.exec(video) ?? []
  const seconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)
  if (!(seconds > 0) || (needs === 'video' ? width === '0' : sound === ''))
    throw new VideoError(`is no ${needs} that can be read`)
  return { seconds, video, sound, width: Number(width), height: Number(height), isTurned: /^\s+rotate\s*:/m.test(said) }
}

/** Names a video by the bytes of all its files, so that the same is not made twice. */
export async function videoId({ video, description, captions }: VideoSource): Promise<string> {
  const hash = createHash('sha256').update(`${version}`)
  for (const path of [video, description]) {
    hash.update('\n')
    if (path !== undefined) for await (const part of createReadStream(path)) hash.update(part as Buffer)
  }
  for (const { language, path } of captions) hash.update(`\n${language}\n`).update(await readFile(path))
  return hash.digest('hex').slice(0, 32)
}

export const manifestPath = (contentDir: string, folder: string): string => join(contentDir, folder, 'video.json')
export const piecePath = (contentDir: string, folder: string, track: string, at: number): string =>
  join(contentDir, folder, `${track}-${String(at).padStart(5, '0')}.ts`)
export const captionsPath = (contentDir: string, folder: string, language: string): string =>
  join(contentDir, folder, `${language}.vtt`)

/**
 * Cuts a video into pieces of about four seconds, in a folder that appears whole or not at all. What
 * browsers play already is copied, anything else is encoded. Fails with a VideoError.
 */
export async function packageVideo(contentDir: string, source: VideoSource): Promise<MadeVideo> {
  const folder = `video-${await videoId(source)}`
  const made = await readFile(manifestPath(contentDir, folder), 'utf8').catch(() => undefined)
  if (made !== undefined) return { folder, seconds: (JSON.parse(made) as VideoManifest).seconds }
  const draft = join(contentDir, `${folder}.${randomBytes(4).toString('hex')}.part`)
  await mkdir(draft, { recursive: true, mode: 0o700 })
  try {
    const manifest = await writeTracks(draft, source)
    await writeFile(join(draft, 'video.json'), JSON.stringify(manifest), { flush: true })
    await rename(draft, join(contentDir, folder)).catch((error: { code?: string }) => {
      // another import was faster
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
    return { folder, seconds: manifest.seconds }
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function writeTracks(draft: string, source: VideoSource): Promise<VideoManifest> {
  const probe = await probeMedia(source.video, 'video')
  const canCopy = /^h264 .*yuv420p/.test(probe.video) && probe.height <= largeHeight && !probe.isTurned
  let main = canCopy ? await cutVideo(draft, source.video, 'video', undefined) : undefined
  if (!main || Math.max(...main.pieces) > pieceSecondsMost)
    main = await cutVideo(draft, source.video, 'video', Math.min(probe.height, largeHeight))
  const videos = [main]
  if (main.height > 1.5 * smallHeight) videos.push(await cutVideo(draft, source.video, 'small', smallHeight))
  const sounds: VideoManifest['sounds'] = []
  if (probe.sound) sounds.push(await cutSound(draft, source.video, 'sound', probe.sound))
  if (source.description !== undefined) {
    const { sound } = await probeMedia(source.description, 'sound')
    sounds.push(await cutSound(draft, source.description, 'description', sound))
  }
  for (const { language, path } of source.captions) await copyFile(path, join(draft, `${language}.vtt`))
  const captions = source.captions.map(({ language }) => language)
  return { seconds: Math.max(1, Math.round(probe.seconds)), videos, sounds, captions }
}

/** Encodes to `height`; undefined copies. */
async function cutVideo(draft: string, path: string, name: string, height: number | undefined): Promise<VideoTrack> {
  const encoding = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '22', '-pix_fmt', 'yuv420p', '-sc_threshold', '0']
  const keys = ['-force_key_frames', `expr:gte(t,n_forced*${pieceSeconds})`, '-vf', `scale=-2:${even(height ?? 0)}`]
  const codec = height === undefined ? ['-c:v', 'copy'] : [...encoding, ...keys]
  const track = await cut(draft, path, name, ['-map', '0:v:0', '-an', '-sn', '-dn', ...codec])
  const shape = await probeMedia(join(draft, `${name}-00000.ts`), 'video')
  const first = await readFile(join(draft, `${name}-00000.ts`))
  return { ...track, width: shape.width, height: shape.height, codec: h264Profile(first) }
}

async function cutSound<N extends 'sound' | 'description'>(
  draft: string,
  path: string,
  name: N,
  sound: string,
): Promise<Track & { name: N }> {
  const codec = sound.startsWith('aac (LC)') ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', '128k', '-ac', '2']
  return { ...(await cut(draft, path, name, ['-map', '0:a:0', '-vn', '-sn', '-dn', ...codec])), name }
}

async function cut(draft: string, path: string, name: string, options: string[]): Promise<Track> {
  const list = join(draft, `${name}.m3u8`)
  const input = [
    '-nostdin',
    '-hide_banner',
    '-loglevel',
    'error',
    '-y',
    '-protocol_whitelist',
    'file',
    '-i',
    `file:${path}`,
  ]
  const pieces = ['-f', 'hls', '-hls_time', `${pieceSeconds}`, '-hls_list_size', '0', '-hls_playlist_type', 'vod']
  const names = ['-hls_segment_filename', join(draft, `${name}-%05d.ts`), list]
  // an earlier try may have made more pieces
  for (const file of await readdir(draft)) if (file.startsWith(`${name}-`)) await rm(join(draft, file))
  await run(ffmpegPath(), [...input, ...options, '-map_metadata', '-1', ...pieces, ...names]).catch((error: Error) => {
    throw new VideoError(`cannot be packaged as ${name}`, { cause: error })
  })
  const lengths = [...(await readFile(list, 'utf8')).matchAll(/#EXTINF:([\d.]+)/g)].map(([, length]) => Number(length))
  await rm(list)
  if (lengths.length === 0) throw new VideoError(`has nothing to play as ${name}`)
  let bitsPerSecond = 0
  for (const [at, seconds] of lengths.entries()) {
    const { size } = await stat(join(draft, `${name}-${String(at).padStart(5, '0')}.ts`))
    bitsPerSecond = Math.max(bitsPerSecond, Math.ceil((size * 8) / Math.max(seconds, 0.5)))
  }
  return { name, pieces: lengths, bitsPerSecond }
}

function ffmpegPath(): string {
  try {
    return require.resolve('@ffmpeg-installer/linux-x64/ffmpeg')
  } catch (error) {
    throw new VideoError('needs a computer with Linux on x64 for its import', { cause: error })
  }
}

const even = (height: number): number => height - (height % 2)

/** The codec as a playlist names it, from the first parameter set of the stream. */
function h264Profile(piece: Buffer): string | undefined {
  const at = [0x67, 0x27].map((kind) => piece.indexOf(Buffer.from([0, 0, 1, kind]))).find((found) => found >= 0)
  return at === undefined ? undefined : `avc1.${piece.subarray(at + 4, at + 7).toString('hex')}`
}
