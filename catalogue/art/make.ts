/**
 * Draws the pictures of the demo catalogue into catalogue/media: `node catalogue/art/make.ts [first letters of names]`.
 * With `comic` only the pages of the comic, with `film` only the film, into catalogue/contents.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { drawComic } from './comic.ts'
import { makeFilm } from './film.ts'
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

const book = join(import.meta.dirname, '..', 'contents', 'moon-walk')
if ('comic'.startsWith(start)) {
  mkdirSync(book, { recursive: true })
  let number = 0
  for await (const page of drawComic()) {
    number += 1
    writeFileSync(join(book, `${String(number).padStart(2, '0')}.webp`), page)
    console.log(`comic ${number}  ${Math.round(page.length / 1024)} kB`)
  }
}

if ('film'.startsWith(start)) {
  const film = join(import.meta.dirname, '..', 'contents', 'moon-night')
  mkdirSync(film, { recursive: true })
  await makeFilm(film)
  console.log('film')
}
