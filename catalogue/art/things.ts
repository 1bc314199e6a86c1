import { circle, clip, ellipse, group, linear, n, path, radial, rect } from './canvas.ts'
import type { Canvas, Point } from './canvas.ts'
import { pattern } from './patterns.ts'

type KuraColours = { plaster: string; shade: string; tile: string; light: string }

/** A storehouse with white walls, a tiled roof, a lattice of tiles at its foot and a lit window; about 520 wide, standing on y = 0. */
export function kura(c: Canvas, { plaster, shade, tile, light }: KuraColours): string {
  const wall = linear(
    c,
    [
      [0, shade],
      [0.35, plaster],
      [1, plaster],
    ],
    0,
  )
  const lattice = pattern(c, 'ichimatsu', 34, '#20242f', 'none')
  const joints = pattern(c, 'uroko', 40, '#00000000')
  const roofTiles = Array.from({ length: 17 }, (_, k) =>
    path(`M${-300 + k * 37} -372L${-268 + k * 33.4} -470`, 'none', {
      stroke: '#ffffff',
      'stroke-opacity': 0.16,
      'stroke-width': 7,
    }),
  ).join('')
  const ends = Array.from({ length: 17 }, (_, k) =>
    circle(-296 + k * 37, -368, 12, tile, { stroke: '#ffffff', 'stroke-opacity': 0.25, 'stroke-width': 2.5 }),
  ).join('')
  const door = (side: number): string =>
    path(`M${side * 62} -296L${side * 128} -312V-130L${side * 62} -146Z`, plaster, {
      stroke: '#22222a',
      'stroke-width': 4,
    }) + path(`M${side * 74} -282L${side * 116} -293V-149L${side * 74} -160Z`, shade, { opacity: 0.7 })
  return [
    rect(-250, -372, 500, 372, wall),
    rect(-250, -118, 500, 118, '#3a4152'),
    group(
      { transform: 'translate(0 -60) rotate(0)' },
      rect(-250, -58, 500, 118, pattern(c, 'asanoha', 46, '#f2ede0', 'none', 0.08), { opacity: 0.9 }),
    ),
    rect(-250, -118, 500, 118, lattice, { opacity: 0.16 }) + rect(-250, -118, 500, 1, joints),
    rect(-250, -126, 500, 12, plaster),
    rect(-66, -300, 132, 156, '#1c1a20'),
    rect(
      -56,
      -290,
      112,
      138,
      radial(
        c,
        [
          [0, '#fff3c4'],
          [0.5, light],
          [1, '#6b2f14'],
        ],
        [0.5, 0.6],
        0.7,
      ),
    ),
    ...[-28, 0, 28].map((x) => rect(x - 3, -290, 6, 138, '#2a1d18')),
    rect(-56, -226, 112, 6, '#2a1d18'),
    door(-1),
    door(1),
    path(
      'M-330 -362L-262 -474H262L330 -362Z',
      linear(c, [
        [0, '#4a5266'],
        [1, tile],
      ]),
    ),
    roofTiles,
    ends,
    path('M-290 -486C-240 -502 240 -502 290 -486L282 -464H-282Z', tile),
    path(
      'M-290 -486C-312 -500 -318 -520 -312 -536C-298 -524 -276 -516 -262 -500ZM290 -486C312 -500 318 -520 312 -536C298 -524 276 -516 262 -500Z',
      tile,
    ),
    path('M-250 0H250', 'none', { stroke: '#15161c', 'stroke-width': 10 }),
    circle(0, -334, 22, 'none', { stroke: '#2b2f3d', 'stroke-width': 6 }) +
      rect(-3, -352, 6, 36, '#2b2f3d') +
      rect(-18, -337, 36, 6, '#2b2f3d'),
  ].join('')
}

/** A paper lantern, about 220 wide and 300 high. */
export function lantern(c: Canvas, paper: string, rib: string, cap: string, hot = '#fff6cf'): string {
  const lit = radial(
    c,
    [
      [0, hot],
      [0.45, paper],
      [1, rib],
    ],
    [0.5, 0.55],
    0.62,
  )
  const ribs = Array.from({ length: 9 }, (_, k) => {
    const y = -112 + k * 28
    const half = 108 * Math.sqrt(Math.max(0, 1 - (y / 152) ** 2))
    return path(`M${n(-half)} ${y}Q0 ${y + 16} ${n(half)} ${y}`, 'none', {
      stroke: rib,
      'stroke-width': 3.5,
      opacity: 0.6,
    })
  }).join('')
  return [
    ellipse(0, 0, 110, 142, lit),
    ribs,
    rect(-52, -158, 104, 26, cap, { rx: 5 }),
    rect(-46, 132, 92, 24, cap, { rx: 5 }),
    path('M0 -158V-204', 'none', { stroke: cap, 'stroke-width': 6 }),
    path('M-16 156V206M0 156V222M16 156V206', 'none', {
      stroke: '#c0362c',
      'stroke-width': 6,
      'stroke-linecap': 'round',
    }),
  ].join('')
}

/** A shrine gate, about 600 wide, standing on y = 0. */
export function torii(c: Canvas, red: string, dark: string): string {
  const post = linear(
    c,
    [
      [0, dark],
      [0.35, red],
      [1, dark],
    ],
    0,
  )
  return [
    path('M-230 -400L-252 0H-204L-192 -400ZM230 -400L252 0H204L192 -400Z', post),
    rect(
      -270,
      -330,
      540,
      34,
      linear(c, [
        [0, red],
        [1, dark],
      ]),
    ),
    rect(-26, -420, 52, 100, dark),
    path(
      'M-330 -452C-200 -424 200 -424 330 -452L322 -404C190 -388 -190 -388 -322 -404Z',
      linear(c, [
        [0, red],
        [1, dark],
      ]),
    ),
    path('M-352 -482C-200 -446 200 -446 352 -482L342 -446C190 -418 -190 -418 -342 -446Z', '#1d1a22'),
    rect(-262, -26, 68, 26, '#1d1a22') + rect(194, -26, 68, 26, '#1d1a22'),
  ].join('')
}

/** A folding fan open to 160 degrees, about 600 wide, its pivot at the origin; `inner` is drawn on the paper. */
export function fan(c: Canvas, paper: string, bone: string, inner: string): string {
  const [r1, r2] = [130, 330]
  const edge = (r: number, turn: number): Point => [
    Math.sin((turn * Math.PI) / 180) * r,
    -Math.cos((turn * Math.PI) / 180) * r,
  ]
  const [a, b, e, f] = [edge(r2, -80), edge(r2, 80), edge(r1, 80), edge(r1, -80)]
  const shape = `M${n(a[0])} ${n(a[1])}A${r2} ${r2} 0 0 1 ${n(b[0])} ${n(b[1])}L${n(e[0])} ${n(e[1])}A${r1} ${r1} 0 0 0 ${n(f[0])} ${n(f[1])}Z`
  const cut = clip(c, `<path d="${shape}"/>`)
  const bones = Array.from({ length: 17 }, (_, k) =>
    path('M0 0L0 -150', 'none', { transform: `rotate(${-80 + k * 10})`, stroke: bone, 'stroke-width': 8 }),
  ).join('')
  const folds = Array.from({ length: 17 }, (_, k) =>
    path(`M0 -${r1}L0 -${r2}`, 'none', {
      transform: `rotate(${-80 + k * 10})`,
      stroke: '#000',
      'stroke-opacity': k % 2 ? 0.16 : 0.06,
      'stroke-width': 4,
    }),
  ).join('')
  return bones + path(shape, paper) + group({ 'clip-path': cut }, inner) + folds + circle(0, 0, 12, bone)
}

/** A boat with a square sail, about 300 wide, floating on y = 0. */
export function sailboat(c: Canvas, sail: string, hull: string): string {
  return (
    path('M-6 -20V-270', 'none', { stroke: hull, 'stroke-width': 10 }) +
    path(
      'M-100 -250C-60 -240 60 -240 100 -250C112 -170 110 -120 96 -50C50 -34 -50 -34 -96 -50C-110 -120 -112 -170 -100 -250Z',
      linear(
        c,
        [
          [0, '#ffffff'],
          [1, sail],
        ],
        20,
      ),
    ) +
    [-50, 0, 50]
      .map((x) =>
        path(`M${x} -244Q${x * 1.12} -150 ${x} -40`, 'none', { stroke: hull, 'stroke-width': 2.5, opacity: 0.35 }),
      )
      .join('') +
    path('M-170 -30C-90 -12 90 -12 190 -50C170 0 130 20 90 22H-110C-140 16 -160 -4 -170 -30Z', hull)
  )
}

/** A burst of fireworks of radius about 200. */
export function firework(c: Canvas, colours: readonly [string, ...string[]]): string {
  const { between } = c.random
  const rays: string[] = []
  for (const [ring, colour] of colours.entries()) {
    const r = 200 - ring * 54
    const count = 34 - ring * 8
    for (let k = 0; k < count; k += 1) {
      const a = (k / count) * 6.283 + ring * 0.1
      const end = r * between(0.92, 1.04)
      rays.push(
        path(
          `M${n(Math.cos(a) * r * 0.3)} ${n(Math.sin(a) * r * 0.3)}L${n(Math.cos(a) * end)} ${n(Math.sin(a) * end)}`,
          'none',
          { stroke: colour, 'stroke-width': 3, 'stroke-linecap': 'round', opacity: 0.75 },
        ),
        circle(Math.cos(a) * end, Math.sin(a) * end, between(3, 6), '#fff8e0'),
      )
    }
  }
  return (
    circle(
      0,
      0,
      230,
      radial(c, [
        [0, colours[0], 0.5],
        [1, colours[0], 0],
      ]),
    ) + rays.join('')
  )
}
