/** Puts the finished pictures side by side, to look at them: `node catalogue/art/sheet.ts <out.png> [first letters of names]`. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const [out = 'sheet.png', start = ''] = process.argv.slice(2)
const folder = join(import.meta.dirname, '..', 'media')
const names = readdirSync(folder)
  .filter((name) => name.startsWith(start))
  .toSorted()
const [columns, cell] = [Math.min(6, names.length), 380]
const tiles = await Promise.all(
  names.map(async (name, at) => ({
    input: await sharp(join(folder, name))
      .resize(cell - 16, cell - 16, { fit: 'inside' })
      .png()
      .toBuffer(),
    left: (at % columns) * cell + 8,
    top: Math.floor(at / columns) * cell + 8,
  })),
)
await sharp({
  create: {
    width: columns * cell,
    height: Math.ceil(names.length / columns) * cell,
    channels: 3,
    background: '#fbfaf7',
  },
})
  .composite(tiles)
  .png()
  .toFile(out)
console.log(names.join('\n'))
