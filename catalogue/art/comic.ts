import sharp from 'sharp'
import type { OverlayOptions } from 'sharp'
import { allPieces } from './pieces.ts'
import { renderPiece } from './render.ts'

/** A panel: a piece, the middle of what is shown of it (0 to 1), and how close it is. */
type Panel = readonly [piece: string, x: number, y: number, zoom: number]
/** Rows from the top, each with its share of the height, and its panels from the right. */
type Row = readonly [height: number, ...panels: Panel[]]
type Page = { ground: string; rows: readonly Row[] }

const size = { width: 900, height: 1280 }
const margin = 44
const gutter = 14
const paper = '#f7f3e8'
const ink = '#14121a'

/** 月夜の散歩: the rabbit leaves the storehouse, walks to the sea and is home before the sun. Without words. */
const pages: readonly Page[] = [
  { ground: ink, rows: [[1, ['moon-rabbit', 0.5, 0.5, 1]]] },
  {
    ground: paper,
    rows: [
      [0.55, ['moon-kura', 0.5, 0.5, 1]],
      [0.45, ['moon-kura', 0.64, 0.25, 2.6], ['moon-rabbit', 0.5, 0.62, 2]],
    ],
  },
  {
    ground: paper,
    rows: [
      [0.34, ['moon-bamboo', 0.5, 0.35, 1.2]],
      [0.66, ['moon-rabbit', 0.5, 0.6, 1.4], ['moon-bamboo', 0.5, 0.6, 1]],
    ],
  },
  {
    ground: paper,
    rows: [
      [0.5, ['moon-lanterns', 0.5, 0.4, 1.1], ['moon-lanterns', 0.35, 0.75, 2]],
      [0.5, ['moon-lanterns', 0.7, 0.75, 1.5], ['moon-rabbit', 0.5, 0.56, 2.4]],
    ],
  },
  {
    ground: ink,
    rows: [
      [0.3, ['parade-gates', 0.5, 0.3, 1.2]],
      [0.7, ['parade-fox', 0.5, 0.5, 1]],
    ],
  },
  {
    ground: ink,
    rows: [
      [0.4, ['parade-cat', 0.5, 0.45, 1.4], ['parade-umbrella', 0.5, 0.45, 1.4]],
      [0.6, ['parade-ogre', 0.5, 0.5, 1.2], ['parade-daruma', 0.5, 0.5, 1.2]],
    ],
  },
  {
    ground: paper,
    rows: [
      [0.36, ['moon-three-roofs', 0.5, 0.6, 1]],
      [0.32, ['moon-rabbit', 0.5, 0.55, 2.2], ['moon-three-roofs', 0.2, 0.25, 2.4]],
      [0.32, ['water-fleet', 0.5, 0.5, 1]],
    ],
  },
  {
    ground: paper,
    rows: [
      [0.62, ['water-great-wave', 0.5, 0.5, 1]],
      [0.38, ['water-pair', 0.5, 0.5, 1.4], ['water-climbing', 0.5, 0.45, 1.6]],
    ],
  },
  { ground: ink, rows: [[1, ['water-dragon', 0.5, 0.5, 1]]] },
  {
    ground: paper,
    rows: [
      [0.4, ['water-whirlpool', 0.5, 0.5, 1.2]],
      [0.6, ['season-cranes', 0.5, 0.45, 1.3], ['season-crane-pine', 0.5, 0.45, 1.2]],
    ],
  },
  {
    ground: paper,
    rows: [
      [0.45, ['season-autumn', 0.5, 0.5, 1.1], ['season-winter', 0.5, 0.5, 1.1]],
      [0.55, ['season-spring', 0.5, 0.5, 1.1], ['season-summer', 0.5, 0.5, 1.1]],
    ],
  },
  {
    ground: paper,
    rows: [
      [0.7, ['season-blossoms', 0.5, 0.5, 1]],
      [0.3, ['moon-kura', 0.45, 0.72, 2.2], ['moon-rabbit', 0.5, 0.62, 1.8]],
    ],
  },
]

/** Draws the twelve pages of the demo's comic, in their order. */
export async function* drawComic(): AsyncGenerator<Buffer> {
  const drawn = new Map<string, Awaited<ReturnType<typeof renderPiece>>>()
  for (const { ground, rows } of pages) {
    const parts: OverlayOptions[] = []
    const isWhole = rows.length === 1
    const edge = isWhole ? 0 : margin
    const room = { width: size.width - 2 * edge, height: size.height - 2 * edge - gutter * (rows.length - 1) }
    let top = edge
    for (const [share, ...panels] of rows) {
      const height = Math.floor(room.height * share)
      const width = Math.floor((room.width - gutter * (panels.length - 1)) / panels.length)
      let right = size.width - edge
      for (const [name, ...view] of panels) {
        const piece = allPieces.find((each) => each.name === name)
        if (!piece) throw new Error(`no piece ${name}`)
        const picture = drawn.get(name) ?? (await renderPiece(piece))
        drawn.set(name, picture)
        parts.push({ input: await panelOf(picture, view, { width, height }, isWhole), left: right - width, top })
        right -= width + gutter
      }
      top += height + gutter
    }
    yield sharp({ create: { ...size, channels: 3, background: ground } })
      .composite(parts)
      .webp({ quality: 76, effort: 5 })
      .toBuffer()
  }
}

type Drawn = Awaited<ReturnType<typeof renderPiece>>

/** A view of a piece that fills a panel, with an ink line around it. */
async function panelOf(
  { data, width, height }: Drawn,
  [x, y, zoom]: readonly [number, number, number],
  panel: { width: number; height: number },
  isWhole: boolean,
): Promise<Buffer> {
  const scale = Math.min(width / panel.width, height / panel.height) / zoom
  const [w, h] = [Math.floor(panel.width * scale), Math.floor(panel.height * scale)]
  const left = Math.round(Math.min(width - w, Math.max(0, x * width - w / 2)))
  const top = Math.round(Math.min(height - h, Math.max(0, y * height - h / 2)))
  const line = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${panel.width}" height="${panel.height}"><rect x="2" y="2" width="${panel.width - 4}" height="${panel.height - 4}" fill="none" stroke="${ink}" stroke-width="4"/></svg>`,
  )
  return sharp(data, { raw: { width, height, channels: 3 } })
    .extract({ left, top, width: w, height: h })
    .resize({ ...panel, fit: 'fill' })
    .composite(isWhole ? [] : [{ input: line }])
    .png({ compressionLevel: 1 })
    .toBuffer()
}
