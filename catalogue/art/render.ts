import sharp from 'sharp'
import { canvas } from './canvas.ts'
import type { Piece } from './piece.ts'
import { randomFrom } from './random.ts'

/** Draws a piece: vectors first, then the grain of paper over them. The same piece is the same picture every time. */
export async function renderPiece(piece: Piece): Promise<{ data: Buffer; width: number; height: number }> {
  const { name, width, height } = piece
  const c = canvas(width, height, name)
  piece.draw(c)
  const drawn = await sharp(Buffer.from(c.toSvg()), { unlimited: true })
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .raw()
    .toBuffer()
  addGrain(drawn, width, height, name)
  return { data: drawn, width, height }
}

/** Fibres and grain: soft blotches a few pixels wide and a little fine noise, stronger in the middle tones. */
function addGrain(pixels: Buffer, width: number, height: number, seed: string): void {
  const random = randomFrom(`${seed} grain`)
  const cell = 7
  const columns = Math.ceil(width / cell) + 2
  const blotches = Float32Array.from({ length: columns * (Math.ceil(height / cell) + 2) }, () => random.next() - 0.5)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [gx, gy] = [Math.floor(x / cell), Math.floor(y / cell)]
      const [fx, fy] = [(x % cell) / cell, (y % cell) / cell]
      const k = gy * columns + gx
      const top = (blotches[k] ?? 0) * (1 - fx) + (blotches[k + 1] ?? 0) * fx
      const bottom = (blotches[k + columns] ?? 0) * (1 - fx) + (blotches[k + columns + 1] ?? 0) * fx
      const noise = (top * (1 - fy) + bottom * fy) * 15 + (random.next() - 0.5) * 5
      const start = (y * width + x) * 3
      for (let channel = start; channel < start + 3; channel += 1) {
        const value = pixels[channel] ?? 0
        pixels[channel] = Math.max(0, Math.min(255, value + noise * (0.45 + 0.55 * Math.sin((value / 255) * Math.PI))))
      }
    }
  }
}
