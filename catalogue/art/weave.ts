import { at, circle, clip, group, linear, path, polygon, radial, rect } from './canvas.ts'
import type { Canvas, Point } from './canvas.ts'
import { crane } from './creatures.ts'
import { disc, finish, fuji, goldFlakes, mistBars } from './land.ts'
import { pattern } from './patterns.ts'
import type { PatternName } from './patterns.ts'
import { portrait, square, tall } from './piece.ts'
import type { Piece } from './piece.ts'
import { blossom } from './plants.ts'
import { fan } from './things.ts'

type Pair = readonly [string, string]
const gold = '#e2bd6a'
const cloth = (c: Canvas, name: PatternName, size: number, ground: string, ink: string, ground2 = 'none'): string =>
  rect(0, 0, c.width, c.height, ground) + rect(0, 0, c.width, c.height, pattern(c, name, size, ink, ground2, 0.035))

function fans(c: Canvas): void {
  c.add(
    cloth(c, 'sayagata', 120, '#3a0f2a', '#8a2f55'),
    rect(
      0,
      0,
      c.width,
      c.height,
      radial(c, [
        [0, '#ff9a6a', 0.25],
        [1, '#12030c', 0.5],
      ]),
    ),
  )
  const inner = (name: PatternName, ground: string, ink: string): string =>
    rect(-340, -340, 680, 340, ground) + rect(-340, -340, 680, 340, pattern(c, name, 70, ink, ground, 0.05))
  c.add(
    at(
      470,
      470,
      1.28,
      -12,
      fan(c, '#f3e2b3', '#5a2a1a', inner('seigaiha', '#143e66', '#e9d79a') + circle(90, -240, 60, '#e2452c')),
    ),
  )
  c.add(
    at(620, 830, 1.1, 14, fan(c, '#f3e2b3', '#5a2a1a', inner('asanoha', '#c83a34', '#ffd9a0'))),
    at(380, 1120, 1.02, -6, fan(c, '#f3e2b3', '#5a2a1a', inner('shippo', '#e9c26a', '#7a3b12'))),
  )
  c.add(goldFlakes(c, 60, gold), finish(c, { line: gold, seal: '#c8322a' }))
}

function hempStar(c: Canvas): void {
  c.add(
    cloth(c, 'asanoha', 90, '#0d3b3e', '#2b7a72'),
    rect(
      0,
      0,
      c.width,
      c.height,
      radial(
        c,
        [
          [0, '#7fe0c4', 0.35],
          [0.7, '#032022', 0.2],
          [1, '#01090a', 0.7],
        ],
        [0.4, 0.6],
        0.66,
      ),
    ),
  )
  for (let ring = 5; ring >= 0; ring -= 1) {
    const r = 90 + ring * 78
    const points = Array.from({ length: 12 }, (_, k): Point => [
      430 + Math.cos((k * Math.PI) / 6 + ring * 0.26) * r * (k % 2 ? 0.72 : 1),
      640 + Math.sin((k * Math.PI) / 6 + ring * 0.26) * r * (k % 2 ? 0.72 : 1),
    ])
    c.add(
      path(polygon(points), ['#f4e3ae', '#e2bd6a', '#c7762e', '#8a2f1f', '#24504a', '#123436'][ring] ?? gold, {
        stroke: '#fff2c8',
        'stroke-width': 3,
        'stroke-opacity': 0.7,
      }),
      path(
        polygon(points),
        pattern(
          c,
          (['kanoko', 'seigaiha', 'uroko', 'asanoha', 'shippo', 'sayagata'] as const)[ring] ?? 'kanoko',
          44,
          '#2a120a',
        ),
        { opacity: 0.2 },
      ),
    )
  }
  c.add(finish(c, { line: gold, seal: '#c8322a' }))
}

function foldedPaper(c: Canvas): void {
  const cells = 5
  const size = c.width / cells
  const names = ['seigaiha', 'asanoha', 'kanoko', 'shippo', 'uroko', 'sayagata', 'ichimatsu', 'tatewaku'] as const
  const colours: [Pair, ...Pair[]] = [
    ['#123a6b', '#e8dcc0'],
    ['#e8dcc0', '#123a6b'],
    ['#c8322a', '#f7e2c4'],
    ['#e2b04a', '#5a2a12'],
    ['#2f6b58', '#e4efd8'],
    ['#1b1a22', '#c9a35a'],
  ]
  for (let y = 0; y < c.height / size; y += 1) {
    for (let x = 0; x < cells; x += 1) {
      const [ground, ink] = c.random.pick(colours)
      const [ground2, ink2] = c.random.pick(colours)
      const [l, t] = [x * size, y * size]
      const lower = (x + y) % 2 ? `M${l} ${t}H${l + size}V${t + size}Z` : `M${l} ${t + size}V${t}H${l + size}Z`
      c.add(
        rect(l, t, size, size, ground),
        rect(l, t, size, size, pattern(c, c.random.pick(names), size / 4, ink, ground, 0.06)),
      )
      c.add(
        path(lower, ground2),
        path(lower, pattern(c, c.random.pick(names), size / 5, ink2, ground2, 0.06)),
        path(
          lower,
          linear(
            c,
            [
              [0, '#000', 0.28],
              [0.6, '#000', 0],
            ],
            45,
          ),
        ),
      )
    }
  }
  c.add(finish(c, { line: '#f7e2c4', seal: '#c8322a' }))
}

function roundWindow(c: Canvas): void {
  c.add(
    cloth(c, 'tatewaku', 130, '#e9ded0', '#c6a98c'),
    rect(
      0,
      0,
      c.width,
      c.height,
      linear(c, [
        [0, '#fff', 0.2],
        [1, '#7a4a2a', 0.25],
      ]),
    ),
  )
  const window = clip(c, '<circle cx="420" cy="520" r="340"/>')
  c.add(
    group(
      { 'clip-path': window },
      rect(
        60,
        160,
        740,
        740,
        linear(c, [
          [0, '#1d4a7a'],
          [0.6, '#e9a77a'],
          [1, '#f6dcb4'],
        ]),
      ),
      disc(c, 590, 400, 76, '#fff3c8', '#ffd08a', 0.5),
      fuji(c, 380, 430, 740, 330, '#32527c', '#ffffff', '#e9b48c'),
      mistBars(c, 700, '#fff3e0', 5, 0.95),
    ),
  )
  c.add(
    circle(420, 520, 340, 'none', { stroke: '#5a2f1c', 'stroke-width': 26 }),
    circle(420, 520, 318, 'none', { stroke: gold, 'stroke-width': 4 }),
    at(480, 960, 0.9, -8, crane('#fffdf6', '#2a2230', '#c8322a')),
    finish(c, { line: '#7a4a2a', seal: '#c8322a', shade: 0.25 }),
  )
}

function kimono(c: Canvas): void {
  c.add(
    rect(
      0,
      0,
      c.width,
      c.height,
      radial(c, [
        [0, '#e9dfcf'],
        [1, '#a8947c'],
      ]),
    ),
    rect(0, 0, c.width, c.height, pattern(c, 'ichimatsu', 90, '#ffffff'), { opacity: 0.1 }),
  )
  const robe = 'M360 150H600L640 210L900 260L880 720L690 700V1200H270V700L80 720L60 260L320 210Z'
  const cut = clip(c, `<path d="${robe}"/>`)
  c.add(
    rect(20, 176, 920, 16, '#3a2418', { rx: 8 }),
    path(robe, '#000', { opacity: 0.25, transform: 'translate(14 22)' }),
  )
  const drops = Array.from({ length: 36 }, (_, k) =>
    at(
      c.random.between(60, 900),
      480 + (k / 36) * 740,
      c.random.between(0.5, 1.3),
      k * 40,
      blossom(c.random.pick(['#fff3f0', '#f7c6cf', '#ffe3b0']), '#c8325a'),
    ),
  ).join('')
  const streams = [0, 1, 2, 3, 4]
    .map((k) =>
      path(`M-40 ${900 + k * 70}C220 ${800 + k * 70} 420 ${1040 + k * 60} 1000 ${840 + k * 72}`, 'none', {
        stroke: k % 2 ? gold : '#9fd0dc',
        'stroke-width': 22,
        opacity: 0.85,
      }),
    )
    .join('')
  c.add(
    group(
      { 'clip-path': cut },
      rect(
        0,
        0,
        c.width,
        c.height,
        linear(c, [
          [0, '#16204a'],
          [0.5, '#27356f'],
          [1, '#7a2f5c'],
        ]),
      ),
      rect(0, 0, c.width, c.height, pattern(c, 'kanoko', 34, '#ffffff'), { opacity: 0.13 }),
      streams,
      drops,
    ),
  )
  c.add(
    path('M360 150L480 420L600 150L560 150L480 330L400 150Z', '#f7efe2'),
    path('M480 420L470 1200', 'none', { stroke: '#0c1230', 'stroke-width': 5, opacity: 0.6 }),
    path('M270 700V1200M690 700V1200', 'none', { stroke: '#0c1230', 'stroke-width': 4, opacity: 0.5 }),
    finish(c, { line: '#6b4a2a', seal: '#c8322a', shade: 0.3 }),
  )
}

function threeScales(c: Canvas): void {
  c.add(
    cloth(c, 'uroko', 130, '#f0e4cf', '#1b1a22'),
    rect(
      0,
      0,
      c.width,
      c.height,
      linear(c, [
        [0, '#e2452c', 0.9],
        [0.45, '#e2452c', 0.25],
        [1, '#f0e4cf', 0.1],
      ]),
    ),
  )
  for (const [y, s, colour] of [
    [330, 1, '#f0e4cf'],
    [700, 0.8, '#e2452c'],
    [990, 0.62, '#1b1a22'],
  ] as const) {
    const h = 300 * s
    c.add(
      path(`M420 ${y - h}L${420 + 346 * s} ${y + h}H${420 - 346 * s}Z`, colour, { stroke: gold, 'stroke-width': 8 }),
      path(
        `M420 ${y - h}L${420 + 346 * s} ${y + h}H${420 - 346 * s}Z`,
        pattern(c, 'seigaiha', 66, gold, 'none', 0.05),
        { opacity: 0.8 },
      ),
    )
  }
  c.add(finish(c, { line: gold, seal: '#c8322a' }))
}

/** 紋様帖: a book of patterns. */
export const weavePieces: Piece[] = [
  { name: 'weave-fans', ...portrait, draw: fans },
  { name: 'weave-hemp-star', ...square, draw: hempStar },
  { name: 'weave-folded', ...square, draw: foldedPaper },
  { name: 'weave-window', ...tall, draw: roundWindow },
  { name: 'weave-kimono', ...portrait, draw: kimono },
  { name: 'weave-scales', ...tall, draw: threeScales },
]
