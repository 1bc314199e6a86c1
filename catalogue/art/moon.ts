import { at, circle, linear, path, rect } from './canvas.ts'
import type { Canvas } from './canvas.ts'
import { rabbit } from './creatures.ts'
import { cloth, cloud, disc, finish, glow, goldFlakes, mistBars, ridge, shadow, sky, stars } from './land.ts'
import { pattern } from './patterns.ts'
import { landscape, portrait, square, tall } from './piece.ts'
import type { Piece } from './piece.ts'
import { bamboo, pine } from './plants.ts'
import { sea } from './sea.ts'
import { kura, lantern } from './things.ts'

const moonlight = '#f7e9bd'
const walls = { plaster: '#eef0f2', shade: '#8a97b8', tile: '#222a40', light: '#ffb454' }
const frame = { line: '#d9b96a', seal: '#b3322b' }

const night = (c: Canvas): void => {
  c.add(
    sky(c, [
      [0, '#070d22'],
      [0.4, '#14265a'],
      [0.72, '#35579a'],
      [1, '#8fb0cf'],
    ]),
  )
  c.add(cloth(c, 'seigaiha', c.width / 11, '#9fb9e6', 0.07), stars(c, 110, c.height * 0.55, '#f3f0dc'))
}

function kuraUnderMoon(c: Canvas): void {
  night(c)
  c.add(disc(c, c.width * 0.64, c.height * 0.25, 150, moonlight, '#fff0b8'))
  c.add(mistBars(c, c.height * 0.36, '#dfe7f2', 3, 0.5))
  c.add(
    ridge(c, { y: 760, height: 230, peaks: 3, colour: '#1b3163', mist: '#6f8fbb' }),
    ridge(c, { y: 880, height: 150, peaks: 4, colour: '#101f47', mist: '#2b477f' }),
  )
  c.add(
    rect(
      0,
      1010,
      c.width,
      300,
      linear(c, [
        [0, '#16274f'],
        [1, '#060b1b'],
      ]),
    ),
    glow(c, 440, 900, 420, '#ffb454', 0.5),
  )
  c.add(shadow(c, 460, 1075, 330, 26), at(450, 1070, 1.05, 0, kura(c, walls)))
  c.add(at(880, 1120, 1, 0, pine('#0b0f1f', '#0e2036', '#4d6d8f')), finish(c, frame))
}

function lanternRow(c: Canvas): void {
  c.add(
    sky(c, [
      [0, '#0a0f26'],
      [0.55, '#2a2a5e'],
      [1, '#7a4a55'],
    ]),
    cloth(c, 'asanoha', 120, '#c9b6ff', 0.09),
    stars(c, 60, 500, '#fff'),
  )
  c.add(disc(c, 190, 220, 84, '#f3e4c0', '#e8d6ff', 0.4))
  c.add(
    path('M-20 250Q420 460 860 210', 'none', { stroke: '#120c1c', 'stroke-width': 9 }),
    path('M-20 620Q420 860 860 560', 'none', { stroke: '#120c1c', 'stroke-width': 9 }),
  )
  for (const [x, y, s, paper] of [
    [150, 530, 0.78, '#ff9d3c'],
    [420, 585, 0.92, '#ffd06a'],
    [700, 500, 0.72, '#ff7a45'],
    [270, 980, 1.15, '#ffc15a'],
    [600, 990, 1.3, '#ff8a3a'],
  ] as const)
    c.add(glow(c, x, y, 330 * s, '#ff9d3c', 0.55), at(x, y, s, 0, lantern(c, paper, '#8f3417', '#1a1119')))
  c.add(
    rect(
      0,
      1120,
      c.width,
      180,
      linear(c, [
        [0, '#1a1026', 0],
        [1, '#0a0610'],
      ]),
    ),
    goldFlakes(c, 50, '#ffcf70', (_, y) => y > 700),
    finish(c, frame),
  )
}

function threeRoofs(c: Canvas): void {
  night(c)
  c.add(
    disc(c, 300, 230, 120, moonlight, '#fff0b8'),
    cloud(980, 220, 0.9, '#5d7db4', '#b8cbe8'),
    cloud(520, 330, 0.6, '#49689f', '#a6bcdf'),
  )
  c.add(ridge(c, { y: 520, height: 160, peaks: 5, colour: '#1a3064', mist: '#7d9bc4' }))
  for (const [x, s] of [
    [240, 0.72],
    [1060, 0.78],
    [650, 1.02],
  ] as const)
    c.add(glow(c, x, 700, 260 * s, '#ffb454', 0.5), at(x, 745, s * 0.82, 0, kura(c, walls)))
  c.add(sea(c, 735, ['#1c3a70', '#122754', '#0a1535'], '#cfe0f5', { bands: 4, swell: 0.012 }))
  for (const x of [240, 650, 1060])
    c.add(
      rect(
        x - 26,
        760,
        52,
        130,
        linear(c, [
          [0, '#ffb454', 0.65],
          [1, '#ffb454', 0],
        ]),
        { rx: 20 },
      ),
    )
  c.add(finish(c, frame))
}

function moonRabbit(c: Canvas): void {
  c.add(
    sky(c, [
      [0, '#101a44'],
      [0.6, '#31508f'],
      [1, '#b9a77f'],
    ]),
    cloth(c, 'kanoko', 46, '#ffffff', 0.05),
  )
  c.add(
    disc(c, 540, 470, 370, '#f8e6ac', '#ffedb0', 0.5),
    circle(540, 470, 370, pattern(c, 'seigaiha', 90, '#d7a945'), { opacity: 0.32 }),
  )
  for (let k = 0; k < 34; k += 1) {
    const x = c.random.between(-20, 1100)
    const top = c.random.between(560, 860)
    const lean = c.random.between(-90, 120)
    c.add(
      path(`M${x} 1100Q${x + lean * 0.2} ${(top + 1100) / 2} ${x + lean} ${top}`, 'none', {
        stroke: '#1b2547',
        'stroke-width': 4,
      }),
    )
    for (let j = 0; j < 6; j += 1)
      c.add(
        at(
          x + lean * (1 - j * 0.09),
          top + j * 19,
          1,
          lean > 0 ? 56 : -56,
          path('M0 0C-9 -20 -7 -56 0 -74C7 -56 9 -20 0 0Z', '#e9d7a4', { opacity: 0.85 }),
        ),
      )
  }
  c.add(shadow(c, 560, 905, 230, 22), at(540, 740, 1.25, 0, rabbit(c, '#fffaf2', '#b9a9ad')), finish(c, frame))
}

function bambooGate(c: Canvas): void {
  c.add(
    sky(c, [
      [0, '#0c1a2c'],
      [0.5, '#1d4a52'],
      [1, '#9db89a'],
    ]),
    disc(c, 430, 420, 210, '#f4efcf', '#e9ffd8', 0.5),
    cloth(c, 'tatewaku', 120, '#d8f0d8', 0.07),
  )
  for (const [x, w, far] of [
    [90, 30, 0.35],
    [720, 34, 0.4],
    [250, 24, 0.3],
    [610, 26, 0.3],
  ] as const)
    c.add(
      at(
        x,
        1290,
        1,
        c.random.between(-2, 2),
        rect(0, 0, 0, 0, 'none') + bamboo(c, 1300, w, '#4f8c76', '#24594f', '#3f7a63'),
      ).replace('<g ', `<g opacity="${far + 0.25}" `),
    )
  c.add(
    rect(
      0,
      760,
      c.width,
      520,
      linear(c, [
        [0, '#9db89a', 0],
        [0.5, '#274f47', 0.8],
        [1, '#0b1c1b'],
      ]),
    ),
    glow(c, 430, 980, 360, '#ffcf7a', 0.6),
  )
  c.add(at(430, 1150, 0.72, 0, kura(c, { plaster: '#e9efe4', shade: '#7f9c90', tile: '#1c2b2e', light: '#ffc861' })))
  for (const [x, w] of [
    [30, 66],
    [800, 74],
    [165, 44],
  ] as const)
    c.add(at(x, 1290, 1, c.random.between(-1.5, 1.5), bamboo(c, 1320, w, '#6fae7b', '#1f5a46', '#2f7d58')))
  c.add(finish(c, frame))
}

/** 月の蔵: storehouses by moonlight. */
export const moonPieces: Piece[] = [
  { name: 'moon-kura', ...portrait, draw: kuraUnderMoon },
  { name: 'moon-lanterns', ...tall, draw: lanternRow },
  { name: 'moon-three-roofs', ...landscape, draw: threeRoofs },
  { name: 'moon-rabbit', ...square, draw: moonRabbit },
  { name: 'moon-bamboo', ...tall, draw: bambooGate },
]
