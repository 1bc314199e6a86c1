/** Draws the pictures of the demo catalogue into catalogue/media: `node catalogue/art/make.ts [first letters of names]`. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { allPieces } from './pieces.ts'
import { renderPiece } from './render.ts'

const [start = ''] = process.argv.slice(2)
const folder = join(import.meta.dirname, '..', 'media')
mkdirSync(folder, { recursive: true })
for (const piece of allPieces.filter(({ name }) => name.startsWith(start))) {
  const { data, width, height } = await renderPiece(piece)
  const { size } = await sharp(data, { raw: { width, height, channels: 3 } })
    .webp({ quality: 82, effort: 5 })
    .toFile(join(folder, `${piece.name}.webp`))
  console.log(`${piece.name}  ${width} × ${height}  ${Math.round(size / 1024)} kB`)
}
