import { at, linear, rect } from './canvas.ts'
import type { Canvas } from './canvas.ts'
import { crane, koi } from './creatures.ts'
import { cloth, cloud, disc, finish, fuji, glow, goldFlakes, mistBars, ridge, sky, stars } from './land.ts'
import { foxMask } from './masks.ts'
import type { Piece } from './piece.ts'
import { pine } from './plants.ts'
import { breaker, sea } from './sea.ts'
import { kura, lantern } from './things.ts'

const wide = { width: 1600, height: 640 } as const

function moonHarbour(c: Canvas): void {
  c.add(
    sky(c, [
      [0, '#070d22'],
      [0.5, '#1c3470'],
      [1, '#8fb0cf'],
    ]),
    cloth(c, 'seigaiha', 120, '#9fb9e6', 0.07),
    stars(c, 130, 380, '#f3f0dc'),
    disc(c, 745, 150, 96, '#f7e9bd', '#fff0b8'),
  )
  c.add(
    cloud(420, 140, 0.8, '#49689f', '#a6bcdf'),
    mistBars(c, 250, '#dfe7f2', 3, 0.45),
    ridge(c, { y: 400, height: 150, peaks: 6, colour: '#1a3064', mist: '#7d9bc4' }),
  )
  for (const [x, s] of [
    [250, 0.5],
    [560, 0.66],
    [900, 0.54],
    [1290, 0.74],
  ] as const)
    c.add(
      glow(c, x, 490, 240 * s, '#ffb454', 0.55),
      at(x, 530, s, 0, kura(c, { plaster: '#eef0f2', shade: '#8a97b8', tile: '#222a40', light: '#ffb454' })),
    )
  c.add(
    sea(c, 525, ['#1c3a70', '#0a1535'], '#cfe0f5', { bands: 3, swell: 0.014 }),
    at(1540, 600, 0.8, -6, pine('#0b0f1f', '#0e2036', '#4d6d8f')),
    finish(c, { line: '#d9b96a', seal: '#b3322b' }),
  )
}

function paradeNight(c: Canvas): void {
  c.add(
    sky(c, [
      [0, '#1b0b2b'],
      [0.55, '#6b1f4b'],
      [1, '#f0733a'],
    ]),
    cloth(c, 'asanoha', 140, '#ffcf9a', 0.1),
    disc(c, 1200, 320, 250, '#ffdf9a', '#ffb060', 0.5),
  )
  for (const [x, y, s] of [
    [110, 190, 0.6],
    [330, 300, 0.95],
    [590, 220, 0.75],
    [820, 330, 1.05],
    [1530, 210, 0.6],
  ] as const)
    c.add(
      glow(c, x, y - 10, 300 * s, '#ff9d3c', 0.6),
      at(x, y, s, 0, lantern(c, s > 0.8 ? '#ffc15a' : '#ff8a3a', '#8f3417', '#1a1119')),
    )
  c.add(
    ridge(c, { y: 600, height: 70, peaks: 7, colour: '#2a0f2f', mist: '#12061a' }),
    at(1200, 350, 0.98, 0, foxMask(c, '#fbf1e2', '#d8342c', '#e3b04b')),
    goldFlakes(c, 70, '#ffcf70'),
    finish(c, { line: '#e7a24a', seal: '#d0402c' }),
  )
}

function goldenSea(c: Canvas): void {
  c.add(
    rect(
      0,
      0,
      c.width,
      c.height,
      linear(
        c,
        [
          [0, '#f2dda0'],
          [1, '#cf9f45'],
        ],
        60,
      ),
    ),
    cloth(c, 'sayagata', 96, '#8a5f1a', 0.1),
    disc(c, 1250, 210, 130, '#d2341f', '#ff8a5a', 0.35),
  )
  c.add(
    fuji(c, 930, 190, 470, 420, '#3d6e8c', '#ffffff', '#e8cf8f'),
    mistBars(c, 400, '#fff3cf', 4, 0.85),
    sea(c, 470, ['#2f7d93', '#0a3148'], '#f6f0d0', { bands: 3, swell: 0.03 }),
  )
  c.add(
    at(230, 450, 1.2, 0, breaker(c, '#0d4766', '#3b93ab', '#fbfffb')),
    at(620, 190, 0.6, -6, crane('#fffdf8', '#20242c', '#d2341f')),
    at(1080, 130, 0.42, 6, crane('#fffdf8', '#20242c', '#d2341f')),
  )
  c.add(
    at(1420, 520, 0.5, 70, koi(c, { body: '#fff6ea', patch: '#e2452c', fin: '#ffd9c4', line: '#7a2a1c' }, 50)),
    goldFlakes(c, 60, '#fff0b0'),
    finish(c, { line: '#7a5418', seal: '#b8322a', shade: 0.2 }),
  )
}

/** The banners of the home page. */
export const bannerPieces: Piece[] = [
  { name: 'banner-moon', ...wide, draw: moonHarbour },
  { name: 'banner-parade', ...wide, draw: paradeNight },
  { name: 'banner-sea', ...wide, draw: goldenSea },
]
