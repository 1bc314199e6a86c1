import { readFile, stat } from 'node:fs/promises'
import { makePage } from '../../library/content/make-page.ts'
import type { MadePage } from '../../library/content/make-page.ts'
import { packageVideo, probeMedia, VideoError } from '../../library/video/package-video.ts'
import type { MadeVideo, VideoSource } from '../../library/video/package-video.ts'
import { inspectPicture, PictureError } from '../../platform/media/make-sizes.ts'
import type { PictureRef, Place, VideoEntry } from './catalogue.ts'
import { pathInside } from './ebooks.ts'
import type { Fault } from './faults.ts'

type Checked = VideoSource & { id: string; place: Place; poster: string | undefined }
/** What became of each video, by its id. */
export type MadeVideos = Map<string, MadeVideo & { poster: MadePage | undefined }>

const bytesMost = 8_000_000_000
const captionBytesMost = 2_000_000
const secondsMost = 6 * 3600

/** Checks the files of the videos that a catalogue names. Each fault is at the entry that names them. */
export async function checkVideos(
  folder: string,
  entries: readonly VideoEntry[],
  faults: Fault[],
): Promise<readonly Checked[]> {
  const checked: Checked[] = []
  for (const { id, place, video, description, poster, captions } of entries) {
    const check = (name: string, ref: PictureRef | undefined, test: Test) => checkFile(folder, name, ref, test, faults)
    const videoPath = await check('video', video, isVideo)
    const more = {
      description: await check('description', description, isSound),
      poster: await check('poster', poster, isPoster),
    }
    const texts: VideoSource['captions'] = []
    for (const ref of captions) {
      const path = await check(`captions.${ref.language}`, ref, isCaptions)
      if (path !== undefined) texts.push({ language: ref.language, path })
    }
    if (videoPath !== undefined) checked.push({ id, place, video: videoPath, ...more, captions: texts })
  }
  return checked
}

/** Packages all videos; one that cannot be is a fault at its entry. */
export async function makeVideos(contentDir: string, videos: readonly Checked[], faults: Fault[]): Promise<MadeVideos> {
  const made: MadeVideos = new Map()
  for (const video of videos) {
    try {
      const poster = video.poster === undefined ? undefined : await makePage(contentDir, await readFile(video.poster))
      made.set(video.id, { ...(await packageVideo(contentDir, video)), poster })
    } catch (error) {
      if (!isOfFile(error)) throw error
      faults.push({ ...video.place, message: `video: ${error.message}` })
    }
  }
  return made
}

/** Throws what is wrong with a file. */
type Test = (path: string) => Promise<unknown>

async function checkFile(
  folder: string,
  name: string,
  ref: PictureRef | undefined,
  test: Test,
  faults: Fault[],
): Promise<string | undefined> {
  if (!ref) return undefined
  const fault = (message: string): void => void faults.push({ ...ref.place, message: `${name}: ${message}` })
  const path = await pathInside(folder, ref.path)
  if (path === undefined || !(await stat(path)).isFile()) {
    fault(`there is no file "${ref.path}" in the folder`)
    return undefined
  }
  try {
    await test(path)
    return path
  } catch (error) {
    if (!isOfFile(error)) throw error
    fault(`"${ref.path}" ${error.message}`)
    return undefined
  }
}

const isOfFile = (error: unknown): error is Error => error instanceof VideoError || error instanceof PictureError

const isVideo: Test = async (path) => {
  if (!/\.(mp4|m4v|mov|webm)$/i.test(path)) throw new VideoError('is no MP4, MOV or WebM file')
  if ((await stat(path)).size > bytesMost) throw new VideoError(`is larger than ${bytesMost / 1e9} GB`)
  const { seconds } = await probeMedia(path, 'video')
  if (seconds > secondsMost) throw new VideoError(`is longer than ${secondsMost / 3600} hours`)
}

const isSound: Test = (path) => probeMedia(path, 'sound')

const isPoster: Test = async (path) => inspectPicture(await readFile(path))

const isCaptions: Test = async (path) => {
  if ((await stat(path)).size > captionBytesMost) throw new VideoError(`is larger than ${captionBytesMost / 1e6} MB`)
  const bytes = await readFile(path)
  if (!bytes.equals(Buffer.from(bytes.toString('utf8')))) throw new VideoError('is not UTF-8')
  if (!/^\uFEFF?WEBVTT(\s|$)/.test(bytes.toString('utf8'))) throw new VideoError('is no WebVTT file')
}
