import { at, circle, ellipse, group, linear, path, rect, smooth } from './canvas.ts'
import type { Canvas, Point } from './canvas.ts'
import { crane } from './creatures.ts'
import { cloth, disc, finish, fuji, glow, goldFlakes, mistBars, ridge, sky } from './land.ts'
import { landscape, portrait, scroll, square, tall } from './piece.ts'
import type { Piece } from './piece.ts'
import { blossom, cherryBranch, maple, pine } from './plants.ts'
import { sea } from './sea.ts'
import { firework, kura } from './things.ts'

const frame = { line: '#a9853e', seal: '#b8322a', shade: 0.2 }

/** Gold leaf squares on a screen, each a little different. */
function goldLeaf(c: Canvas, light: string, dark: string): void {
  c.add(
    rect(
      0,
      0,
      c.width,
      c.height,
      linear(
        c,
        [
          [0, light],
          [1, dark],
        ],
        60,
      ),
    ),
  )
  const size = 120
  for (let y = 0; y < c.height; y += size)
    for (let x = 0; x < c.width; x += size)
      c.add(
        rect(x, y, size, size, c.random.next() > 0.5 ? '#fff' : '#5a3a08', {
          opacity: c.random.between(0.01, 0.09).toFixed(3),
        }),
        rect(x, y, size, size, 'none', { stroke: '#fff6d0', 'stroke-width': 1.5, opacity: 0.18 }),
      )
}

function spring(c: Canvas): void {
  c.add(
    sky(c, [
      [0, '#b9d9e6'],
      [0.45, '#f6dfe0'],
      [1, '#fdf3e6'],
    ]),
    cloth(c, 'asanoha', 130, '#ffffff', 0.25),
  )
  c.add(
    fuji(c, 560, 470, 860, 640, '#7c95b8', '#ffffff', '#f3dfe2'),
    mistBars(c, 760, '#fff6f2', 5, 0.95),
    ridge(c, { y: 1010, height: 120, peaks: 4, colour: '#8fae8c', mist: '#dbe6cf' }),
  )
  c.add(
    at(320, 200, 1.25, 10, cherryBranch(c, '#5b3a34', '#fbd0da', '#d65c7c')),
    at(760, 1120, 0.9, 190, cherryBranch(c, '#4a2f2b', '#f9bccb', '#c9466b')),
  )
  for (let k = 0; k < 60; k += 1)
    c.add(
      ellipse(
        c.random.between(0, c.width),
        c.random.between(300, c.height),
        c.random.between(5, 13),
        c.random.between(3, 7),
        '#f3a9bb',
        { opacity: c.random.between(0.4, 0.95).toFixed(2) },
      ),
    )
  c.add(finish(c, frame))
}

function summer(c: Canvas): void {
  c.add(
    sky(c, [
      [0, '#08112e'],
      [0.6, '#1b3a72'],
      [1, '#52639a'],
    ]),
    cloth(c, 'seigaiha', 120, '#9fc0ff', 0.06),
  )
  for (const [x, y, s, colours] of [
    [350, 270, 1.1, ['#ff7a59', '#ffd166', '#fff3c4']],
    [900, 220, 1.25, ['#6fd3ff', '#b9a7ff', '#ffffff']],
    [640, 450, 0.72, ['#ffc24b', '#ff7aa2', '#ffffff']],
    [1140, 480, 0.6, ['#8cf0b4', '#fff3a0', '#ffffff']],
    [120, 480, 0.55, ['#ff9ad5', '#ffe08a', '#ffffff']],
  ] as const)
    c.add(at(x, y, s, 0, firework(c, colours as never)))
  c.add(
    ridge(c, { y: 640, height: 90, peaks: 5, colour: '#0d1a3d', mist: '#16264f' }),
    sea(c, 690, ['#1a3168', '#0d1c44', '#060d26'], '#b9d2ff', { bands: 4, swell: 0.01 }),
  )
  for (let k = 0; k < 26; k += 1)
    c.add(
      ellipse(
        c.random.between(80, 1200),
        c.random.between(715, 860),
        c.random.between(14, 60),
        3,
        c.random.pick(['#ffd166', '#ff9a6a', '#9fd8ff']),
        { opacity: 0.5 },
      ),
    )
  c.add(finish(c, { ...frame, shade: 0.4 }))
}

function autumn(c: Canvas): void {
  goldLeaf(c, '#e9c873', '#b98a35')
  const stream: Point[] = [
    [-60, 980],
    [220, 900],
    [420, 1010],
    [640, 930],
    [900, 1040],
    [1120, 960],
  ]
  const band = (shift: number): Point[] => stream.map(([x, y]) => [x, y + shift])
  c.add(
    path(
      `${smooth(band(0))}L1120 1320L-60 1320Z`,
      linear(c, [
        [0, '#1f5a86'],
        [1, '#0b2a4f'],
      ]),
    ),
  )
  for (let k = 1; k < 8; k += 1)
    c.add(path(smooth(band(k * 34)), 'none', { stroke: '#e9d79a', 'stroke-width': 3, opacity: 0.75 }))
  c.add(
    path('M1000 -40C860 120 720 160 560 150C420 150 330 210 250 300', 'none', {
      stroke: '#3b241a',
      'stroke-width': 26,
      'stroke-linecap': 'round',
    }),
    path('M700 150C640 260 560 320 520 420M860 90C800 240 800 330 740 420', 'none', {
      stroke: '#3b241a',
      'stroke-width': 12,
      'stroke-linecap': 'round',
    }),
  )
  const reds = ['#c8281e', '#e2571f', '#f08a24', '#9c1c22', '#d9481c'] as const
  const spots: Point[] = [
    [250, 310],
    [340, 220],
    [430, 300],
    [520, 180],
    [520, 430],
    [600, 320],
    [690, 240],
    [740, 440],
    [790, 320],
    [860, 180],
    [640, 110],
    [450, 130],
    [330, 400],
    [900, 330],
    [180, 420],
    [610, 500],
  ]
  for (const [x, y] of spots)
    c.add(at(x, y, c.random.between(0.9, 1.6), c.random.between(-160, 160), maple(c.random.pick(reds), '#ffcf8a')))
  for (let k = 0; k < 11; k += 1)
    c.add(
      at(
        c.random.between(40, 920),
        c.random.between(640, 1230),
        c.random.between(0.6, 1.05),
        c.random.between(0, 360),
        maple(c.random.pick(reds), '#ffcf8a'),
      ),
    )
  c.add(finish(c, { ...frame, line: '#6b4a12' }))
}

function winter(c: Canvas): void {
  c.add(
    sky(c, [
      [0, '#54657f'],
      [0.5, '#9fb0c0'],
      [1, '#e9edf0'],
    ]),
    disc(c, 620, 300, 110, '#fbfaf2', '#ffffff', 0.5),
  )
  c.add(
    ridge(c, { y: 560, height: 170, peaks: 3, colour: '#7d8ea6', mist: '#dfe6ec' }),
    ridge(c, { y: 760, height: 130, peaks: 4, colour: '#b4c0cc', mist: '#f2f5f7' }),
  )
  c.add(
    glow(c, 330, 950, 300, '#ffb454', 0.55),
    at(330, 1075, 0.86, 0, kura(c, { plaster: '#f6f7f8', shade: '#8f9db0', tile: '#e9eef4', light: '#ff9d3c' })),
  )
  c.add(
    ellipse(420, 1120, 760, 66, '#ffffff'),
    rect(0, 1110, c.width, 200, '#f7f9fb'),
    ellipse(120, 1090, 200, 26, '#fdfeff'),
    ellipse(520, 1086, 190, 24, '#fdfeff'),
    at(700, 1160, 0.98, -4, pine('#3a2f30', '#33505a', '#f2f6f8')),
    ellipse(716, 1172, 130, 24, '#ffffff'),
  )
  for (let k = 0; k < 210; k += 1)
    c.add(
      circle(c.random.between(0, c.width), c.random.between(0, c.height), c.random.between(1.5, 7), '#ffffff', {
        opacity: c.random.between(0.4, 1).toFixed(2),
      }),
    )
  c.add(finish(c, { ...frame, line: '#5b6a80' }))
}

function cranes(c: Canvas): void {
  goldLeaf(c, '#f2dda0', '#cf9f45')
  c.add(disc(c, 960, 300, 190, '#d2341f', '#ff8a5a', 0.35), mistBars(c, 470, '#fff3cf', 4, 0.8))
  for (const [x, y, s, turn] of [
    [330, 360, 0.92, -6],
    [740, 250, 0.62, 6],
    [900, 480, 0.7, -10],
  ] as const)
    c.add(at(x, y, s, turn, crane('#fffdf8', '#20242c', '#d2341f')))
  c.add(finish(c, { ...frame, line: '#7a5418' }))
}

function craneAndPine(c: Canvas): void {
  c.add(
    sky(c, [
      [0, '#e8e0cd'],
      [0.6, '#f4eddc'],
      [1, '#c9d6c4'],
    ]),
    disc(c, 540, 430, 300, '#e4553a', '#f5a07a', 0.3),
    cloth(c, 'sayagata', 84, '#a9853e', 0.1),
  )
  c.add(
    mistBars(c, 560, '#fffaf0', 5, 0.95),
    at(860, 1120, 1.5, -6, pine('#4a3428', '#2f5a44', '#8fbf8a')),
    at(470, 470, 1.12, -8, crane('#fffefb', '#1c2028', '#d2341f')),
    ridge(c, { y: 1010, height: 60, peaks: 4, colour: '#5f8468', mist: '#2f5244' }),
    goldFlakes(c, 60, '#d9a83f'),
    finish(c, frame),
  )
}

function blossomRound(c: Canvas): void {
  c.add(
    rect(
      0,
      0,
      c.width,
      c.height,
      linear(
        c,
        [
          [0, '#f3b6c2'],
          [1, '#f9e3dc'],
        ],
        70,
      ),
    ),
    cloth(c, 'kanoko', 60, '#ffffff', 0.22),
  )
  for (let k = 0; k < 120; k += 1) {
    const a = k * 2.399963
    const r = 36 * Math.sqrt(k)
    c.add(
      at(
        480 + Math.cos(a) * r,
        640 + Math.sin(a) * r * 1.18,
        0.55 + (k % 5) * 0.16 + (120 - k) / 200,
        k * 31,
        blossom(['#ffffff', '#fbd0da', '#f48fae', '#e2557f', '#fdeff2'][k % 5] ?? '#fff', '#b02a5a'),
      ),
    )
  }
  c.add(
    group({ opacity: 0.9 }, at(480, 640, 2.7, 0, blossom('#fff7f8', '#d1345f'))),
    finish(c, { ...frame, line: '#a83a5c' }),
  )
}

/** 四季花鳥: birds and flowers of the four seasons. */
export const seasonPieces: Piece[] = [
  { name: 'season-spring', ...portrait, draw: spring },
  { name: 'season-summer', ...landscape, draw: summer },
  { name: 'season-autumn', ...portrait, draw: autumn },
  { name: 'season-winter', ...tall, draw: winter },
  { name: 'season-cranes', ...scroll, draw: cranes },
  { name: 'season-crane-pine', ...square, draw: craneAndPine },
  { name: 'season-blossoms', ...portrait, draw: blossomRound },
]
