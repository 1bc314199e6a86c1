import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { fontFile } from '../../platform/media/font.ts'

/** Width and height of one tile of the mark, in pixels of the page. */
const tile = { width: 420, height: 260 }

/**
 * A page with the reader's mark in its pixels, as WebP. The mark is faint, stands all over the page
 * so that a crop still has it, and names the member by a short code and the serial, never by name.
 */
export async function markPage(
  picture: Buffer,
  { memberId, serial }: { memberId: string; serial: number },
): Promise<Buffer> {
  const page = sharp(picture)
  const { width, height } = await page.metadata()
  // sharp refuses a tile that is larger than the page
  const size = { width: Math.min(tile.width, width), height: Math.min(tile.height, height) }
  return page
    .composite([{ input: await markTile(`${markCode(memberId)} #${serial}`, size), tile: true }])
    .webp({ quality: 85, effort: 1 })
    .toBuffer()
}

/** The code of a member in a mark. The operator finds the member by the same function. */
export const markCode = (memberId: string): string =>
  createHash('sha256').update(`mark:${memberId}`).digest('hex').slice(0, 12)

/** White and black, one pixel apart, so that the mark shows on ink and on paper. */
async function markTile(text: string, { width, height }: typeof tile): Promise<Buffer> {
  const [white, black] = await Promise.all([written(text, '#ffffff', '12%'), written(text, '#000000', '9%')])
  const all = await sharp({ create: { ...tile, channels: 4, background: '#00000000' } })
    .composite([
      { input: white, left: 31, top: 41 },
      { input: black, left: 30, top: 40 },
    ])
    .png({ compressionLevel: 1 })
    .toBuffer()
  return sharp(all).resize({ width, height, fit: 'fill' }).png({ compressionLevel: 1 }).toBuffer()
}

const written = async (text: string, colour: string, alpha: string): Promise<Buffer> => {
  const span = `<span foreground="${colour}" alpha="${alpha}">${text}</span>`
  const line = sharp({ text: { text: span, font: 'Noto Sans JP 20', fontfile: fontFile, rgba: true, dpi: 72 } })
  return sharp(await line.png({ compressionLevel: 1 }).toBuffer())
    .rotate(-24, { background: '#00000000' })
    .png({ compressionLevel: 1 })
    .toBuffer()
}
