import sharp from 'sharp'
import type { Sql } from '../platform/db/connect.ts'
import { makeSizes } from '../platform/media/make-sizes.ts'

const shapes = [
  [720, 960],
  [960, 960],
  [1280, 800],
  [640, 1120],
] as const

/**
 * Gives the rows of addManyItems real pictures: plain gradients in four shapes, so that a page has
 * something to load.
 */
export async function addSamplePictures(sql: Sql, mediaDir: string): Promise<void> {
  const ids: string[] = []
  for (const [n, [width, height]] of shapes.entries()) {
    const pixels = Buffer.alloc(width * height * 3)
    for (let at = 0; at < pixels.length; at += 3) {
      const down = at / pixels.length
      pixels[at] = 40 + down * 120 + n * 20
      pixels[at + 1] = 60 + down * 90
      pixels[at + 2] = 110 + down * 60 - n * 20
    }
    const picture = sharp(pixels, { raw: { width, height, channels: 3 } })
    const made = await makeSizes(mediaDir, await picture.png().toBuffer())
    await sql`insert into media ${sql(made)} on conflict do nothing`
    ids.push(made.id)
  }
  for (const table of ['items', 'packs', 'series']) {
    await sql`update ${sql(table)} set picture = (${ids}::text[])[1 + abs(hashtext(id)) % ${ids.length}::int]`
  }
}
