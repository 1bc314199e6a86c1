import { circle, ellipse, group, linear, path, polygon, radial, rect } from './canvas.ts'
import type { Canvas } from './canvas.ts'

/** A fox mask, about 400 wide. */
export function foxMask(c: Canvas, white: string, red: string, gold: string): string {
  const paint = radial(
    c,
    [
      [0, '#ffffff'],
      [0.65, white],
      [1, '#cbb8a4'],
    ],
    [0.5, 0.4],
    0.7,
  )
  const face =
    'M0 250C-40 232 -66 180 -104 130C-160 96 -196 30 -190 -50C-196 -130 -204 -210 -186 -268C-140 -240 -96 -190 -72 -146C-40 -160 40 -160 72 -146C96 -190 140 -240 186 -268C204 -210 196 -130 190 -50C196 30 160 96 104 130C66 180 40 232 0 250Z'
  const half = [
    path('M-176 -232C-150 -214 -118 -178 -100 -142C-128 -128 -152 -108 -168 -82C-176 -130 -184 -186 -176 -232Z', red),
    path('M-152 -10C-120 -50 -70 -44 -38 8C-76 2 -118 8 -152 -10Z', '#1b1210'),
    path('M-158 -14C-124 -62 -66 -54 -30 8', 'none', { stroke: red, 'stroke-width': 9, 'stroke-linecap': 'round' }),
    ellipse(-92, -14, 10, 12, gold),
    path('M-176 40C-140 40 -120 52 -104 72M-178 66C-150 68 -130 78 -116 94M-170 92C-150 94 -136 102 -124 114', 'none', {
      stroke: red,
      'stroke-width': 8,
      'stroke-linecap': 'round',
    }),
    path('M-60 -84C-48 -112 -34 -122 -18 -126C-22 -104 -32 -90 -48 -78Z', red),
    path('M0 176C-22 176 -44 168 -58 148', 'none', { stroke: '#1b1210', 'stroke-width': 5, 'stroke-linecap': 'round' }),
  ].join('')
  return [
    path(face, paint, { stroke: '#3a2a22', 'stroke-width': 3 }),
    half,
    group({ transform: 'scale(-1 1)' }, half),
    path('M0 -140C-16 -106 -14 -70 0 -50C14 -70 16 -106 0 -140Z', gold),
    path('M-24 118C-12 108 12 108 24 118C18 140 8 150 0 152C-8 150 -18 140 -24 118Z', '#1b1210'),
    path('M0 152V176', 'none', { stroke: '#1b1210', 'stroke-width': 5 }),
  ].join('')
}

/** An ogre's face with horns, about 420 wide. */
export function oni(c: Canvas, skin: string, dark: string, gold: string): string {
  const paint = radial(
    c,
    [
      [0, skin],
      [0.7, skin],
      [1, dark],
    ],
    [0.5, 0.42],
    0.68,
  )
  const { between } = c.random
  const hair = Array.from({ length: 26 }, (_, k) => {
    const a = Math.PI + (Math.PI * (k + 0.5)) / 26
    const [x, y] = [Math.cos(a) * 176, -50 + Math.sin(a) * 150]
    return circle(x, y, between(38, 54), '#17100f')
  }).join('')
  const half = [
    path(
      'M-120 -150C-170 -210 -166 -290 -120 -350C-112 -280 -92 -226 -50 -186Z',
      linear(c, [
        [0, gold],
        [1, '#5d3a17'],
      ]),
    ),
    path('M-156 -66C-120 -108 -66 -92 -26 -46L-36 -22C-74 -56 -112 -62 -150 -40Z', '#17100f'),
    ellipse(-82, -6, 46, 34, '#fff3d6') +
      circle(-74, -2, 19, '#b3151b') +
      circle(-74, -2, 9, '#120b0a') +
      circle(-80, -9, 5, '#fff'),
    path('M-134 52C-110 36 -70 44 -50 66', 'none', { stroke: dark, 'stroke-width': 8, 'stroke-linecap': 'round' }),
    path('M-92 122L-74 62L-52 124Z', '#fff8e6') + path('M-44 168L-32 128L-18 170Z', '#fff8e6'),
  ].join('')
  return [
    hair,
    path(
      'M0 240C-110 240 -190 160 -196 20C-200 -90 -120 -170 0 -170C120 -170 200 -90 196 20C190 160 110 240 0 240Z',
      paint,
    ),
    path('M-128 120C-80 96 80 96 128 120C116 186 60 214 0 214C-60 214 -116 186 -128 120Z', '#2a0a0c'),
    path('M-100 124C-50 112 50 112 100 124L92 140C50 132 -50 132 -92 140Z', '#fff8e6'),
    half,
    group({ transform: 'scale(-1 1)' }, half),
    path('M-46 66C-40 20 -20 0 0 0C20 0 40 20 46 66C30 84 12 78 0 78C-12 78 -30 84 -46 66Z', dark, { opacity: 0.85 }),
    circle(-18, 62, 8, '#17100f') + circle(18, 62, 8, '#17100f'),
    path('M-40 -118C-20 -132 20 -132 40 -118M-30 -98C-14 -108 14 -108 30 -98', 'none', {
      stroke: dark,
      'stroke-width': 8,
      'stroke-linecap': 'round',
    }),
  ].join('')
}

/** A paper umbrella that came alive: one eye, one leg, about 420 wide. */
export function karakasa(c: Canvas, paper: string, dark: string, red: string): string {
  const ribs = Array.from({ length: 9 }, (_, k) => {
    const x = -210 + (420 * k) / 8
    return path(`M0 -300Q${x * 0.75} -170 ${x} 70`, 'none', { stroke: dark, 'stroke-width': 4, opacity: 0.6 })
  }).join('')
  const hem = Array.from(
    { length: 8 },
    (_, k) => `Q${-210 + 420 * ((k + 0.5) / 8)} 40 ${-210 + (420 * (k + 1)) / 8} 70`,
  ).join('')
  const canopy = `M0 -300C-110 -230 -190 -90 -210 70${hem}C190 -90 110 -230 0 -300Z`
  return [
    path('M0 40V300', 'none', { stroke: '#e8c39a', 'stroke-width': 34, 'stroke-linecap': 'round' }) +
      path('M-34 306H46', 'none', { stroke: '#2a1712', 'stroke-width': 18, 'stroke-linecap': 'round' }) +
      rect(-26, 312, 16, 24, '#2a1712') +
      rect(22, 312, 16, 24, '#2a1712'),
    path(
      canopy,
      linear(c, [
        [0, red],
        [0.32, red],
        [0.34, paper],
        [0.62, paper],
        [0.64, red],
        [1, dark],
      ]),
    ),
    ribs,
    path('M0 -330V-296', 'none', { stroke: dark, 'stroke-width': 18, 'stroke-linecap': 'round' }),
    ellipse(0, -70, 92, 70, '#fffaf0', { stroke: dark, 'stroke-width': 6 }) +
      circle(12, -64, 40, '#2b1a3a') +
      circle(12, -64, 20, '#0b0710') +
      circle(-4, -82, 11, '#fff'),
    path('M-104 -146Q0 -196 104 -146', 'none', { stroke: dark, 'stroke-width': 12, 'stroke-linecap': 'round' }),
    path('M-70 18Q0 60 70 18', 'none', { stroke: dark, 'stroke-width': 9, 'stroke-linecap': 'round' }) +
      path('M-6 36C0 100 -20 150 22 176C56 170 50 100 38 34Z', '#e2495b') +
      path('M18 50C20 96 12 130 24 156', 'none', { stroke: '#a32036', 'stroke-width': 4 }),
  ].join('')
}

/** A daruma doll, about 360 wide. */
export function daruma(c: Canvas, red: string, dark: string, gold: string): string {
  const paint = radial(
    c,
    [
      [0, red],
      [0.6, red],
      [1, dark],
    ],
    [0.42, 0.36],
    0.75,
  )
  const eye = (x: number, isOpen: boolean): string =>
    circle(x, -54, 36, '#fffaf0') + (isOpen ? circle(x, -54, 20, '#191212') : '')
  const folds = [-1, 1]
    .map((s) =>
      path(
        `M${s * 30} 210C${s * 120} 190 ${s * 150} 110 ${s * 140} 30M${s * 60} 222C${s * 150} 190 ${s * 176} 110 ${s * 166} 40`,
        'none',
        { stroke: gold, 'stroke-width': 9, 'stroke-linecap': 'round' },
      ),
    )
    .join('')
  const brows = [-1, 1]
    .map(
      (s) =>
        path(
          `M${s * 12} -104C${s * 40} -140 ${s * 90} -136 ${s * 112} -96C${s * 80} -112 ${s * 44} -110 ${s * 12} -92Z`,
          '#191212',
        ) +
        path(`M${s * 20} 4C${s * 50} -6 ${s * 92} 6 ${s * 104} 40C${s * 80} 26 ${s * 44} 20 ${s * 20} 24Z`, '#191212'),
    )
    .join('')
  return [
    path(
      'M0 -230C130 -230 190 -120 186 20C184 150 110 236 0 236C-110 236 -184 150 -186 20C-190 -120 -130 -230 0 -230Z',
      paint,
    ),
    ellipse(0, -30, 132, 112, '#f3d3b0'),
    eye(-52, true),
    eye(52, false),
    brows,
    path('M-24 -8Q0 12 24 -8', 'none', { stroke: '#8a5a3a', 'stroke-width': 6, 'stroke-linecap': 'round' }),
    path('M-34 38Q0 20 34 38Q0 56 -34 38Z', '#b02a2a'),
    folds,
    path('M-40 130C-20 112 20 112 40 130C26 168 -26 168 -40 130Z', gold),
    path(
      polygon([
        [-30, 206],
        [0, 170],
        [30, 206],
      ]),
      gold,
      { opacity: 0.9 },
    ),
  ].join('')
}
