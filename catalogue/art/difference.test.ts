import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { allPieces } from './pieces.ts'
import { renderPiece } from './render.ts'

const folder = join(import.meta.dirname, '..', 'media')

/** 64 bits: in each of eight rows, whether a field is brighter than its right neighbour. */
async function differenceHash(file: string): Promise<boolean[]> {
  const pixels = await sharp(file).greyscale().resize(9, 8, { fit: 'fill', kernel: 'cubic' }).raw().toBuffer()
  return Array.from({ length: 64 }, (_, bit) => {
    const at = Math.floor(bit / 8) * 9 + (bit % 8)
    return (pixels[at] ?? 0) > (pixels[at + 1] ?? 0)
  })
}

test('any two pictures of the demo differ by at least 10 of 64 bits of a difference hash', async () => {
  const names = await readdir(folder)
  assert.ok(names.length >= 24 + 6 + 3)
  const hashes = await Promise.all(names.map((name) => differenceHash(join(folder, name))))
  const close: string[] = []
  for (const [at, hash] of hashes.entries()) {
    for (let other = at + 1; other < hashes.length; other += 1) {
      const bits = hash.filter((bit, index) => bit !== hashes[other]?.[index]).length
      if (bits < 10) close.push(`${names[at]} and ${names[other]}: ${bits}`)
    }
  }
  assert.deepEqual(close, [])
})

test('the pictures are what their makers draw', async () => {
  const names = (await readdir(folder)).toSorted()
  assert.deepEqual(names, allPieces.map(({ name }) => `${name}.webp`).toSorted())
  const piece = allPieces.find(({ name }) => name === 'weave-scales')
  assert.ok(piece)
  const [one, two] = await Promise.all([renderPiece(piece), renderPiece(piece)])
  assert.ok(one.data.equals(two.data))
  const kept = await sharp(join(folder, 'weave-scales.webp')).resize(32, 32).removeAlpha().raw().toBuffer()
  const drawn = await sharp(one.data, { raw: { width: one.width, height: one.height, channels: 3 } })
    .resize(32, 32)
    .raw()
    .toBuffer()
  const apart = kept.reduce((sum, value, at) => sum + Math.abs(value - (drawn[at] ?? 0)), 0) / kept.length
  assert.ok(apart < 8, `differs by ${apart} of 255 on average`)
})
