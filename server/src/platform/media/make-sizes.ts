import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import sharp from 'sharp'
import type { Metadata, OutputInfo, Sharp } from 'sharp'

/** A picture as the tables know it; its files are in the media folder. */
export type Made = { id: string; width: number; height: number; colour: string; sizes: number[] }

/** Widths of a phone's half column up to a hero on a dense screen; none is made above the original. */
const widths = [160, 320, 640, 960, 1280]
/** Above this a picture is refused before it is decoded: 25 megapixels are 100 MB of memory. */
const pixelsMost = 25_000_000
const bytesMost = 40_000_000
const formats = ['jpeg', 'png', 'webp', 'heif'] as const

// The least effort: more saves no bytes worth the time. At effort 2 AVIF takes four times as long
// for the same size.
const avif = { quality: 50, effort: 0, chromaSubsampling: '4:2:0' } as const
const webp = { quality: 78, effort: 1 } as const

// libvips can read far more than anyone should be able to feed it from outside.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
})
sharp.cache(false)
// one thread per picture: several are made side by side
sharp.concurrency(1)

/**
 * A picture as it came: its bytes, or the path of its file, which is then never in memory as a
 * whole.
 */
export type Original = Buffer | string

/** A file that is no picture we take; the message says why. */
export class PictureError extends Error {}

/** The id of a picture: of its bytes and nothing else. */
export async function pictureId(original: Original): Promise<string> {
  const hash = createHash('sha256')
  if (typeof original === 'string') await pipeline(createReadStream(original), hash)
  else hash.update(original)
  return hash.digest('hex').slice(0, 32)
}

const lengthOf = async (original: Original): Promise<number> =>
  typeof original === 'string' ? (await stat(original)).size : original.length

/** Every file of a picture in the media folder. */
export const mediaFiles = (mediaDir: string, { id, sizes }: Pick<Made, 'id' | 'sizes'>): string[] =>
  sizes.flatMap((size) => ['avif', 'webp'].map((kind) => join(mediaDir, `${id}-${size}.${kind}`)))

/**
 * Reads the size and kind of a picture without decoding it whole. Fails with a PictureError that
 * says what is wrong.
 */
export async function inspectPicture(original: Original): Promise<{ width: number; height: number; sizes: number[] }> {
  if ((await lengthOf(original)) > bytesMost) throw new PictureError(`is larger than ${bytesMost / 1_000_000} MB`)
  let meta: Metadata
  try {
    meta = await sharp(original, { limitInputPixels: pixelsMost }).metadata()
  } catch (error) {
    throw new PictureError('is no JPEG, PNG, WebP or AVIF picture', { cause: error })
  }
  if (!(formats as readonly string[]).includes(meta.format) || (meta.format === 'heif' && meta.compression !== 'av1'))
    throw new PictureError(`is ${meta.format}; only JPEG, PNG, WebP and AVIF are taken`)
  const { width, height } = meta.autoOrient
  if (width * height > pixelsMost) throw new PictureError(`has more than ${pixelsMost / 1_000_000} million pixels`)
  if (width < 160 || height < 80) throw new PictureError(`is ${width} × ${height}; at least 160 × 80 is needed`)
  return { width, height, sizes: widths.filter((size) => size <= width) }
}

/** Decodes a picture to its end without keeping anything, for checks that make no sizes. */
export async function decodePicture(bytes: Buffer): Promise<void> {
  try {
    await sharp(bytes, { limitInputPixels: pixelsMost, failOn: 'error' }).stats()
  } catch (error) {
    throw new PictureError('cannot be decoded', { cause: error })
  }
}

/**
 * Makes the sizes of a picture as AVIF and WebP in `mediaDir`, without metadata and turned upright.
 * Files appear whole or not at all, and existing ones are not made again, so it may be interrupted
 * and repeated.
 */
export async function makeSizes(mediaDir: string, original: Original): Promise<Made> {
  const id = await pictureId(original)
  const { width, height, sizes } = await inspectPicture(original)
  await mkdir(mediaDir, { recursive: true })
  const whole = sharp(original, { limitInputPixels: pixelsMost, failOn: 'error' }).autoOrient().toColourspace('srgb')
  try {
    const base = await whole
      .clone()
      .resize({ width: Math.min(width, widths.at(-1) ?? width), withoutEnlargement: true })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    for (const size of sizes) await makeSize(mediaDir, id, base, size)
    return { id, width, height, colour: await groundOf(base), sizes }
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error
    throw new PictureError('cannot be decoded', { cause: error })
  }
}

type Base = { data: Buffer; info: OutputInfo }

const pixelsOf = ({ data, info }: Base): Sharp =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })

async function makeSize(mediaDir: string, id: string, base: Base, width: number): Promise<void> {
  const files = { avif: join(mediaDir, `${id}-${width}.avif`), webp: join(mediaDir, `${id}-${width}.webp`) }
  const [hasAvif, hasWebp] = await Promise.all([exists(files.avif), exists(files.webp)])
  if (hasAvif && hasWebp) return
  const sized = pixelsOf(base).resize({ width, kernel: 'lanczos3' })
  if (!hasAvif) await writeWhole(files.avif, await sized.clone().avif(avif).toBuffer())
  if (!hasWebp) await writeWhole(files.webp, await sized.clone().webp(webp).toBuffer())
}

/** The mean colour of the picture: its ground until it is there. */
async function groundOf(base: Base): Promise<string> {
  const [pixel] = [await pixelsOf(base).resize(1, 1, { fit: 'fill', kernel: 'cubic' }).raw().toBuffer()]
  return `#${pixel.subarray(0, 3).toString('hex')}`
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    ({ size }) => size > 0,
    () => false,
  )

/** Writes a draft and links it into place, so that a reader never sees half a file. */
export async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString('hex')}.part`
  try {
    await writeFile(draft, bytes, { flush: true })
    await link(draft, file).catch((error: { code?: string }) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
}
