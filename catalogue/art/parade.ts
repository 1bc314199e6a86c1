import { at, circle, group, linear, path, radial, rect } from './canvas.ts'
import type { Canvas } from './canvas.ts'
import { twoTailedCat } from './creatures.ts'
import { cloth, cloud, disc, finish, glow, goldFlakes, ridge, shadow, sky, stars } from './land.ts'
import { daruma, foxMask, karakasa, oni } from './masks.ts'
import { pattern } from './patterns.ts'
import { landscape, portrait, square, tall } from './piece.ts'
import type { Piece } from './piece.ts'
import { lantern, torii } from './things.ts'

const frame = { line: '#e7a24a', seal: '#d0402c' }

/** Wisps of fire that drift by themselves. */
const wisp = (c: Canvas, x: number, y: number, size: number, colour: string): string =>
  glow(c, x, y, 150 * size, colour, 0.6) +
  at(
    x,
    y,
    size,
    c.random.between(-12, 12),
    path(
      'M0 60C-46 56 -58 6 -30 -30C-26 -8 -14 -6 -10 -22C-16 -60 6 -86 30 -104C22 -70 52 -50 52 -4C52 36 30 62 0 60Z',
      linear(c, [
        [0, '#ffffff', 0.2],
        [0.5, colour],
        [1, '#fff3d0'],
      ]),
    ),
    path('M2 46C-18 44 -22 18 -8 0C0 14 12 2 14 -14C28 8 24 44 2 46Z', '#fffbe6', { opacity: 0.85 }),
  )

/** Rays behind a face. */
function rays(x: number, y: number, count: number, colour: string, opacity: number): string {
  const parts = Array.from({ length: count }, (_, k) => {
    const [a, b] = [((k * 2) / (count * 2)) * 6.283, ((k * 2 + 1) / (count * 2)) * 6.283]
    return path(
      `M${x} ${y}L${(x + Math.cos(a) * 1700).toFixed(0)} ${(y + Math.sin(a) * 1700).toFixed(0)}L${(x + Math.cos(b) * 1700).toFixed(0)} ${(y + Math.sin(b) * 1700).toFixed(0)}Z`,
      colour,
    )
  })
  return group({ opacity }, ...parts)
}

function fox(c: Canvas): void {
  c.add(
    sky(c, [
      [0, '#1b0b2b'],
      [0.5, '#5b1b4b'],
      [1, '#e0623a'],
    ]),
    rays(480, 560, 18, '#ffb86b', 0.13),
    cloth(c, 'asanoha', 150, '#ffcf9a', 0.13),
  )
  c.add(
    disc(c, 480, 560, 400, '#f5c98a', '#ffb060', 0.45),
    circle(480, 560, 400, pattern(c, 'shippo', 96, '#c9642e'), { opacity: 0.35 }),
  )
  c.add(
    wisp(c, 130, 330, 1, '#6fd3ff'),
    wisp(c, 850, 270, 0.8, '#6fd3ff'),
    wisp(c, 800, 1010, 1.1, '#8fe0ff'),
    wisp(c, 150, 1060, 0.9, '#8fe0ff'),
  )
  c.add(
    shadow(c, 480, 1010, 230, 40, 20, 0.5),
    at(480, 640, 1.55, 0, foxMask(c, '#fbf1e2', '#d8342c', '#e3b04b')),
    path('M40 700C-20 860 60 1000 20 1180M920 700C980 860 900 1000 940 1180', 'none', {
      stroke: '#d8342c',
      'stroke-width': 14,
      opacity: 0.85,
    }),
    finish(c, frame),
  )
}

function redOgre(c: Canvas): void {
  c.add(
    sky(c, [
      [0, '#0f0a18'],
      [0.6, '#3a1030'],
      [1, '#8a1c2c'],
    ]),
    cloth(c, 'uroko', 92, '#ff5a3c', 0.1),
    rays(540, 520, 12, '#ffb03a', 0.1),
  )
  c.add(
    cloud(150, 250, 0.9, '#5b2350', '#d98a5a'),
    cloud(940, 230, 0.8, '#5b2350', '#d98a5a'),
    glow(c, 540, 560, 560, '#ff6a2a', 0.45),
  )
  c.add(
    at(540, 610, 1.75, 0, oni(c, '#d8352c', '#7a1220', '#f0c14d')),
    cloud(120, 960, 1.1, '#2a1230', '#d98a5a'),
    cloud(970, 985, 1.1, '#2a1230', '#d98a5a'),
    goldFlakes(c, 60, '#ffcf5a'),
    finish(c, frame),
  )
}

function umbrella(c: Canvas): void {
  c.add(
    sky(c, [
      [0, '#142036'],
      [0.55, '#3b3f6e'],
      [1, '#a98aa8'],
    ]),
    cloth(c, 'kanoko', 54, '#d6c6f0', 0.1),
    disc(c, 620, 300, 170, '#efe3c6', '#e6d3ff', 0.4),
  )
  for (let k = 0; k < 150; k += 1) {
    const [x, y] = [c.random.between(-100, c.width), c.random.between(-60, c.height)]
    c.add(
      path(`M${x.toFixed(0)} ${y.toFixed(0)}l-34 ${c.random.between(90, 170).toFixed(0)}`, 'none', {
        stroke: '#e9ecff',
        'stroke-width': 2,
        opacity: c.random.between(0.15, 0.6).toFixed(2),
      }),
    )
  }
  c.add(
    ridge(c, { y: 1150, height: 60, peaks: 3, colour: '#2a2440', mist: '#17122a' }),
    shadow(c, 430, 1190, 180, 20),
    at(420, 740, 1.32, 10, karakasa(c, '#f0d9a8', '#3a1526', '#c8362f')),
    finish(c, frame),
  )
}

function cat(c: Canvas): void {
  c.add(
    sky(c, [
      [0, '#1c0f33'],
      [0.5, '#6b2a63'],
      [1, '#f0895a'],
    ]),
    cloth(c, 'seigaiha', 96, '#ffd7b0', 0.09),
    stars(c, 50, 420, '#ffe9d0'),
    disc(c, 480, 520, 330, '#ffdf9a', '#ffb86b', 0.5),
  )
  c.add(
    path('M-40 980L520 860L1040 1010V1320H-40Z', '#17091f'),
    path('M-40 980L520 860L1040 1010L1040 1060L520 906L-40 1030Z', '#3b1838'),
  )
  for (let k = 0; k < 15; k += 1)
    c.add(
      path(`M${-40 + k * 74} ${980 - Math.min(k, 15 - k) * 4}L${-100 + k * 80} 1320`, 'none', {
        stroke: '#4a2148',
        'stroke-width': 10,
      }),
    )
  c.add(
    at(490, 700, 1.3, 0, twoTailedCat(c, '#2a1638', '#f2a765', '#ffcf4a')),
    wisp(c, 130, 560, 0.8, '#7be0ff'),
    wisp(c, 850, 480, 0.9, '#7be0ff'),
    finish(c, frame),
  )
}

function gates(c: Canvas): void {
  c.add(
    sky(c, [
      [0, '#12081f'],
      [0.6, '#4a1640'],
      [1, '#160a1c'],
    ]),
    glow(c, 640, 470, 520, '#ffb35a', 0.75),
    cloth(c, 'sayagata', 90, '#ffb35a', 0.06),
  )
  for (let k = 0; k < 9; k += 1) {
    const s = 0.34 * 1.29 ** k
    c.add(
      group(
        { opacity: Math.min(1, 0.4 + k * 0.09).toFixed(2) },
        at(640 + Math.sin(k * 0.7) * 26, 545 + s * 175, s, 0, torii(c, '#e8452c', '#6b1420')),
      ),
    )
  }
  c.add(
    rect(
      0,
      700,
      c.width,
      180,
      linear(c, [
        [0, '#160a1c', 0],
        [1, '#0a040e'],
      ]),
    ),
  )
  for (const [x, y, s] of [
    [250, 610, 0.5],
    [1030, 590, 0.5],
    [430, 560, 0.34],
    [852, 566, 0.34],
  ] as const)
    c.add(glow(c, x, y, 190 * s, '#ffb35a', 0.7), at(x, y, s, 0, lantern(c, '#ffb04a', '#8a2f18', '#140a12')))
  c.add(finish(c, frame))
}

function darumaKing(c: Canvas): void {
  c.add(
    rect(
      0,
      0,
      c.width,
      c.height,
      radial(c, [
        [0, '#f7d79a'],
        [0.6, '#e9a24a'],
        [1, '#8a3a24'],
      ]),
    ),
    rays(540, 560, 24, '#fff3d0', 0.28),
    cloth(c, 'shippo', 108, '#7a2a18', 0.14),
  )
  c.add(
    shadow(c, 540, 930, 330, 40, 18, 0.5),
    at(540, 560, 1.6, 0, daruma(c, '#d8302a', '#7a0f1c', '#f2c24b')),
    cloud(110, 930, 0.9, '#fff1d6', '#c9642e'),
    cloud(980, 945, 0.9, '#fff1d6', '#c9642e'),
    goldFlakes(c, 70, '#fff0b0'),
    finish(c, { line: '#7a2a18', seal: '#7a0f1c' }),
  )
}

/** 百鬼宵行: those who walk at dusk. */
export const paradePieces: Piece[] = [
  { name: 'parade-fox', ...portrait, draw: fox },
  { name: 'parade-ogre', ...square, draw: redOgre },
  { name: 'parade-umbrella', ...tall, draw: umbrella },
  { name: 'parade-cat', ...portrait, draw: cat },
  { name: 'parade-gates', ...landscape, draw: gates },
  { name: 'parade-daruma', ...square, draw: darumaKing },
]
