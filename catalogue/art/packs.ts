import { at, circle, clip, group, linear, n, path, polygon, rect } from './canvas.ts'
import type { Canvas, Point } from './canvas.ts'
import { foils } from './foils.ts'
import type { Foil } from './foils.ts'
import { pattern } from './patterns.ts'
import type { Piece } from './piece.ts'

const size = { width: 800, height: 1120 } as const

/** The opening in the foil through which the picture is seen. */
const windows: Record<Foil['window'], string> = {
  round: 'M400 260A290 290 0 1 1 399.9 260Z',
  diamond: 'M400 210L700 560L400 910L100 560Z',
  arch: 'M140 880V500A260 260 0 0 1 660 500V880Z',
  fan: 'M90 470C230 260 570 260 710 470L560 880C480 830 320 830 240 880Z',
}

/** A sealed wrapper of metal foil: brushed light across it, a pattern pressed in, crimped ends, and a picture behind a window. */
function drawFoil(c: Canvas, { light, mid, dark, cloth, window, turn, inside }: Foil): void {
  const shine = linear(
    c,
    [
      [0, dark],
      [0.16, mid],
      [0.3, light],
      [0.4, mid],
      [0.58, dark],
      [0.74, mid],
      [0.84, light],
      [1, dark],
    ],
    turn,
  )
  c.add(rect(0, 0, c.width, c.height, dark))
  const edge: Point[] = []
  const teeth = 40
  for (let k = 0; k <= teeth; k += 1) edge.push([(c.width * k) / teeth, k % 2 ? 2 : 18])
  for (let k = teeth; k >= 0; k -= 1) edge.push([(c.width * k) / teeth, c.height - (k % 2 ? 2 : 18)])
  const body = polygon(edge)
  const cut = clip(c, `<path d="${body}"/>`)
  c.add(
    group(
      { 'clip-path': cut },
      rect(0, 0, c.width, c.height, shine),
      rect(0, 0, c.width, c.height, pattern(c, cloth, 108, '#ffffff', 'none', 0.025), { opacity: 0.34 }),
      rect(3, 3, c.width, c.height, pattern(c, cloth, 108, '#000000', 'none', 0.02), { opacity: 0.16 }),
    ),
  )
  for (const y of [34, c.height - 104]) {
    c.add(
      group(
        { 'clip-path': cut },
        rect(0, y, c.width, 70, dark, { opacity: 0.45 }),
        ...Array.from({ length: 54 }, (_, k) => rect(6 + k * 15, y, 5, 70, light, { opacity: 0.35 })),
      ),
    )
  }
  const hole = clip(c, `<path d="${windows[window]}"/>`)
  c.add(
    path(windows[window], '#000', { opacity: 0.35, transform: 'translate(8 14)' }),
    group({ 'clip-path': hole }, inside(c)),
  )
  c.add(
    path(windows[window], 'none', { stroke: dark, 'stroke-width': 26 }),
    path(windows[window], 'none', { stroke: light, 'stroke-width': 15 }),
    path(windows[window], 'none', { stroke: '#ffffff', 'stroke-width': 3, opacity: 0.8 }),
  )
  c.add(seal(c, 400, 960, light, dark), sweep(c, cut))
}

/** The crest of the shop: a storehouse in a ring. */
function seal(c: Canvas, x: number, y: number, light: string, dark: string): string {
  const paint = linear(
    c,
    [
      [0, '#ffffff'],
      [0.4, light],
      [1, dark],
    ],
    50,
  )
  return at(
    x,
    y,
    1,
    0,
    circle(0, 0, 52, dark),
    circle(0, 0, 47, paint),
    circle(0, 0, 38, 'none', { stroke: dark, 'stroke-width': 3 }),
    path('M-26 24V-6L0 -26L26 -6V24ZM-9 24V6H9V24Z', dark, { 'fill-rule': 'evenodd' }),
    path('M-34 -2L0 -30L34 -2', 'none', { stroke: dark, 'stroke-width': 6, 'stroke-linecap': 'round' }),
  )
}

/** Light that slides over the wrapper. */
const sweep = (c: Canvas, cut: string): string =>
  group(
    { 'clip-path': cut },
    path(
      `M-60 ${n(c.height * 0.62)}L${c.width * 0.78} -60H${c.width + 80}L-60 ${n(c.height * 0.98)}Z`,
      linear(
        c,
        [
          [0, '#fff', 0],
          [0.5, '#fff', 0.3],
          [1, '#fff', 0],
        ],
        40,
      ),
    ),
    rect(0, 14, 30, c.height - 28, '#fff', { opacity: 0.16 }),
    rect(c.width - 30, 14, 30, c.height - 28, '#000', { opacity: 0.18 }),
  )

/** The fronts of the packs. */
export const packPieces: Piece[] = Object.entries(foils).map(([name, foil]) => ({
  name: `pack-${name}`,
  ...size,
  draw: (c) => drawFoil(c, foil),
}))
