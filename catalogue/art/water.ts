import { at, blur, circle, ellipse, group, linear, path, radial, rect } from './canvas.ts'
import type { Canvas } from './canvas.ts'
import { koi } from './creatures.ts'
import { dragon } from './dragon.ts'
import { cloth, cloud, disc, finish, fuji, glow, goldFlakes, sky } from './land.ts'
import { landscape, portrait, scroll, square, tall } from './piece.ts'
import type { Piece } from './piece.ts'
import { blossom } from './plants.ts'
import { breaker, sea } from './sea.ts'
import { sailboat } from './things.ts'

const frame = { line: '#e8d9a8', seal: '#c23b2a' }
const redKoi = { body: '#fff6ea', patch: '#e2452c', fin: '#ffd9c4', line: '#7a2a1c' }
const goldKoi = { body: '#f2b33c', patch: '#fbe3a0', fin: '#ffe9b8', line: '#7a4a10' }
const inkKoi = { body: '#23313c', patch: '#e8eef0', fin: '#6f8b95', line: '#0a1216' }

function pond(c: Canvas, deep: string, light: string): void {
  c.add(
    rect(
      0,
      0,
      c.width,
      c.height,
      radial(
        c,
        [
          [0, light],
          [1, deep],
        ],
        [0.45, 0.4],
        0.8,
      ),
    ),
    cloth(c, 'seigaiha', c.width / 8, '#d9fff2', 0.1),
  )
  for (let k = 0; k < 7; k += 1) {
    const [x, y] = [c.random.between(0, c.width), c.random.between(0, c.height)]
    for (let r = 1; r <= 4; r += 1)
      c.add(
        ellipse(x, y, r * 42, r * 26, 'none', {
          stroke: '#e9fff6',
          'stroke-width': 3.4 - r * 0.6,
          opacity: 0.32 - r * 0.05,
        }),
      )
  }
}

const swimming = (
  c: Canvas,
  x: number,
  y: number,
  size: number,
  turn: number,
  colours: typeof redKoi,
  bend: number,
): void =>
  c.add(
    group(
      { opacity: 0.34, filter: blur(c, 16) },
      at(x + 34, y + 46, size, turn, path('M0 -290C70 -200 70 60 0 240C-70 60 -70 -200 0 -290Z', '#01181c')),
    ),
    at(x, y, size, turn, koi(c, colours, bend)),
  )

const lilyPad = (c: Canvas, x: number, y: number, r: number, turn: number): string =>
  at(
    x,
    y,
    r / 100,
    turn,
    path(
      'M0 0L22 -98A100 100 0 1 1 -22 -98Z',
      radial(c, [
        [0, '#7fbf7a'],
        [1, '#1f6b52'],
      ]),
    ),
    ...[30, 75, 120, 165, 210, 255, 300].map((a) =>
      path('M0 0L0 -88', 'none', { transform: `rotate(${a})`, stroke: '#bfe6b4', 'stroke-width': 2, opacity: 0.5 }),
    ),
  )

function pair(c: Canvas): void {
  pond(c, '#033239', '#12868a')
  swimming(c, 360, 470, 1.12, 28, redKoi, 60)
  swimming(c, 640, 850, 1.05, 205, goldKoi, -58)
  c.add(
    lilyPad(c, 800, 210, 150, 40),
    lilyPad(c, 140, 1090, 170, 200),
    lilyPad(c, 290, 1180, 90, 90),
    at(840, 190, 1.1, 0, blossom('#fbd3da', '#c9415c')),
    finish(c, frame),
  )
}

function climbing(c: Canvas): void {
  c.add(
    sky(c, [
      [0, '#0d2f3f'],
      [0.5, '#1c6f86'],
      [1, '#c7ede5'],
    ]),
  )
  for (let k = 0; k < 46; k += 1) {
    const x = c.random.between(-20, c.width)
    c.add(
      rect(
        x,
        -20,
        c.random.between(3, 26),
        c.height + 40,
        linear(c, [
          [0, '#eafff8', 0.03],
          [0.6, '#eafff8', c.random.between(0.08, 0.4)],
          [1, '#ffffff', 0.75],
        ]),
      ),
    )
  }
  swimming(c, 420, 560, 1.45, -8, inkKoi, 74)
  for (let k = 0; k < 90; k += 1)
    c.add(
      circle(c.random.between(0, c.width), 1010 + c.random.between(-60, 270), c.random.between(8, 52), '#f4fffb', {
        opacity: c.random.between(0.35, 0.9).toFixed(2),
      }),
    )
  c.add(
    at(150, 1170, 0.62, 0, breaker(c, '#0f566a', '#4fb3bd', '#f6fffb')),
    at(690, 1190, 0.62, 0, group({ transform: 'scale(-1 1)' }, breaker(c, '#0f566a', '#4fb3bd', '#f6fffb'))),
    goldFlakes(c, 46, '#ffd76a', (_, y) => y < 520),
    finish(c, frame),
  )
}

function greatWave(c: Canvas): void {
  c.add(
    sky(c, [
      [0, '#e9dcc0'],
      [0.6, '#f4ead2'],
      [1, '#cfe0d8'],
    ]),
    cloth(c, 'sayagata', 70, '#b89a5c', 0.12),
    disc(c, 930, 250, 96, '#e2452c', '#f2a07a', 0.4),
  )
  c.add(
    fuji(c, 860, 470, 660, 260, '#3d6e8c', '#ffffff', '#cfe0d8'),
    sea(c, 640, ['#2f7d93', '#14546e', '#0a3148'], '#eafaf5', { bands: 5, swell: 0.03 }),
  )
  c.add(
    at(860, 690, 0.42, -8, sailboat(c, '#f2e2b8', '#5a3a24')),
    at(370, 640, 1.55, 0, breaker(c, '#0d4766', '#3b93ab', '#fbfffb')),
    finish(c, { ...frame, line: '#7a5a24' }),
  )
}

function dragonPool(c: Canvas): void {
  c.add(
    sky(c, [
      [0, '#0b1f2a'],
      [0.5, '#175e62'],
      [1, '#0c3340'],
    ]),
    cloth(c, 'seigaiha', 110, '#9ff0dc', 0.12),
    glow(c, 420, 420, 520, '#ffe9a8', 0.5),
  )
  c.add(
    disc(c, 600, 280, 120, '#fff3c8', '#ffe9a8', 0.35),
    cloud(130, 230, 0.8, '#dff3ea', '#4f9a93'),
    cloud(760, 560, 0.9, '#c4e6dc', '#3d837f'),
  )
  c.add(at(430, 640, 0.98, 0, dragon(c, '#2aa38c', '#f4d98a', '#e0542f')), cloud(220, 880, 1, '#e8f7ef', '#4f9a93'))
  c.add(sea(c, 1040, ['#1c7a80', '#0d4d58', '#06272f'], '#dffcf2', { bands: 4, swell: 0.025 }), finish(c, frame))
}

function fleet(c: Canvas): void {
  c.add(
    sky(c, [
      [0, '#f6c98f'],
      [0.45, '#f7e3c3'],
      [1, '#9fd0cf'],
    ]),
    disc(c, 1010, 240, 110, '#f05a36', '#ffb27a', 0.55),
  )
  c.add(cloud(260, 160, 0.62, '#fff4e2', '#e8a66f'), cloud(640, 100, 0.44, '#ffeacb', '#e8a66f'))
  c.add(sea(c, 330, ['#6fc0be', '#2f8f98', '#135a6c', '#0a3549'], '#f3fffa', { bands: 7, swell: 0.014 }))
  for (const [x, y, s] of [
    [880, 372, 0.36],
    [620, 400, 0.48],
    [1120, 430, 0.54],
    [360, 470, 0.86],
  ] as const)
    c.add(
      ellipse(x, y + 14, 150 * s, 12 * s, '#06303c', { opacity: 0.35 }),
      at(x, y, s, -3, sailboat(c, '#f3dca6', '#5b2f1c')),
    )
  c.add(finish(c, { ...frame, line: '#8a5a24' }))
}

function whirlpool(c: Canvas): void {
  c.add(
    rect(
      0,
      0,
      c.width,
      c.height,
      radial(c, [
        [0, '#032027'],
        [0.25, '#0a4f5e'],
        [0.7, '#2c97a0'],
        [1, '#d7f0e4'],
      ]),
    ),
  )
  for (let arm = 0; arm < 9; arm += 1) {
    let d = ''
    for (let k = 0; k <= 40; k += 1) {
      const t = k / 40
      const r = 40 + t * 690
      const a = arm * 0.698 + t * 4.2
      d += `${k ? 'L' : 'M'}${(540 + Math.cos(a) * r).toFixed(1)} ${(540 + Math.sin(a) * r * 0.94).toFixed(1)}`
    }
    for (const [w, o, s] of [
      [46, 0.2, '#f2fffa'],
      [20, 0.35, '#ffffff'],
      [5, 0.9, '#ffffff'],
    ] as const)
      c.add(
        path(d, 'none', {
          stroke: s,
          'stroke-width': w,
          opacity: o,
          'stroke-linecap': 'round',
          transform: `rotate(${w / 3} 540 540)`,
        }),
      )
  }
  swimming(c, 270, 350, 0.62, 205, redKoi, 66)
  swimming(c, 820, 690, 0.6, 25, goldKoi, 66)
  swimming(c, 640, 250, 0.5, 290, inkKoi, 66)
  c.add(glow(c, 540, 540, 120, '#ffe9a8', 0.6), finish(c, frame))
}

/** 水鏡: what lives in water. */
export const waterPieces: Piece[] = [
  { name: 'water-pair', ...portrait, draw: pair },
  { name: 'water-climbing', ...tall, draw: climbing },
  { name: 'water-great-wave', ...landscape, draw: greatWave },
  { name: 'water-dragon', ...tall, draw: dragonPool },
  { name: 'water-fleet', ...scroll, draw: fleet },
  { name: 'water-whirlpool', ...square, draw: whirlpool },
]
