import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { inspectPicture, pictureId, PictureError, writeWhole } from '../../platform/media/make-sizes.ts'

/** No page is larger: sharp on a tablet, and what a mark can be put on in a moment. */
const most = { width: 1440, height: 2160 }

export type MadePage = { file: string; width: number; height: number }

/** Where page pictures are. No address leads there: the folder is not the one of public pictures. */
export const contentDirOf = (env: { CONTENT_DIR: string; MEDIA_DIR: string }): string =>
  env.CONTENT_DIR || join(dirname(env.MEDIA_DIR), 'contents')

/**
 * Stores a page picture, made small and without metadata, under a name made of its bytes. A file
 * appears whole or not at all, and one that is there is not made again. Fails with a PictureError.
 */
export async function makePage(contentDir: string, original: Buffer): Promise<MadePage> {
  const file = await pictureId(original)
  const { width, height } = await inspectPicture(original)
  const path = join(contentDir, `${file}.webp`)
  const isThere = await stat(path).then(
    ({ size }) => size > 0,
    () => false,
  )
  if (isThere) {
    // nothing may name it yet: as old as it was, the sweep could take it
    await utimes(path, new Date(), new Date())
    return { file, ...fitted(width, height) }
  }
  await mkdir(contentDir, { recursive: true, mode: 0o700 })
  try {
    const bytes = await sharp(original, { failOn: 'error' })
      .autoOrient()
      .toColourspace('srgb')
      .flatten({ background: '#ffffff' })
      .resize({ ...fitted(width, height), fit: 'fill', kernel: 'lanczos3' })
      .webp({ quality: 86, effort: 1 })
      .toBuffer()
    await writeWhole(path, bytes)
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error
    throw new PictureError('cannot be decoded', { cause: error })
  }
  return { file, ...fitted(width, height) }
}

/**
 * Deletes pages that no ebook names any more, as `listNamed` says, once they are a day old: an import
 * stores its pages before it names them. Returns how many.
 */
export async function sweepPages(
  contentDir: string,
  listNamed: (files: string[]) => Promise<string[]>,
): Promise<number> {
  const names = await readdir(contentDir).catch(() => [])
  const files = names.filter((name) => /^[0-9a-f]+\.webp$/.test(name)).map((name) => name.slice(0, -'.webp'.length))
  let swept = 0
  for (let at = 0; at < files.length; at += 1000) {
    const some = files.slice(at, at + 1000)
    const named = new Set(await listNamed(some))
    for (const file of some) {
      const path = join(contentDir, `${file}.webp`)
      if (named.has(file) || !(await isOld(path))) continue
      await rm(path, { force: true })
      swept += 1
    }
  }
  return swept
}

const isOld = (path: string): Promise<boolean> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs < Date.now() - dayMs,
    () => false,
  )
const dayMs = 86_400_000

/** The size in which a page is stored: never larger than it is. */
export function fitted(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, most.width / width, most.height / height)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}
