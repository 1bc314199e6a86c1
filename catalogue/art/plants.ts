import { at, circle, linear, n, path, polygon, rect } from './canvas.ts'
import type { Canvas, Point } from './canvas.ts'

/** A branch of cherry: boughs, blossoms and buds within about 700 × 500, growing from the left. */
export function cherryBranch(c: Canvas, bark: string, petal: string, heart: string): string {
  const { between } = c.random
  const boughs = [
    'M-380 160C-220 130 -120 60 20 40C140 22 240 -30 340 -110',
    'M-120 70C-60 -10 -20 -80 10 -170',
    'M90 26C160 60 230 90 330 96',
    'M-230 126C-200 190 -150 230 -80 262',
  ]
  const wood = boughs
    .map((d, k) => path(d, 'none', { stroke: bark, 'stroke-width': k === 0 ? 24 : 12, 'stroke-linecap': 'round' }))
    .join('')
  const spots: Point[] = [
    [-20, 30],
    [20, -60],
    [4, -160],
    [-60, 10],
    [90, 10],
    [180, -20],
    [260, -60],
    [330, -116],
    [210, 80],
    [320, 98],
    [-160, 100],
    [-120, 220],
    [-70, 264],
    [140, 50],
    [50, 70],
    [-200, 150],
    [250, -100],
    [-30, -110],
  ]
  return (
    wood +
    spots
      .map(([x, y]) =>
        at(x + between(-16, 16), y + between(-16, 16), between(0.55, 1.15), between(0, 72), blossom(petal, heart)),
      )
      .join('')
  )
}

/** One cherry blossom, about 100 wide. */
export function blossom(petal: string, heart: string): string {
  const leaf = 'M0 -4C-26 -18 -30 -46 -12 -56L0 -46L12 -56C30 -46 26 -18 0 -4Z'
  const petals = [0, 72, 144, 216, 288]
    .map((turn) =>
      path(leaf, petal, { transform: `rotate(${turn})`, stroke: heart, 'stroke-opacity': 0.35, 'stroke-width': 1.5 }),
    )
    .join('')
  const stamens = [0, 45, 90, 135, 180, 225, 270, 315]
    .map(
      (a) =>
        path(`M0 0L0 -20`, 'none', { transform: `rotate(${a})`, stroke: heart, 'stroke-width': 2 }) +
        circle(20 * Math.sin((a * Math.PI) / 180), -20 * Math.cos((a * Math.PI) / 180), 3, '#e2b040'),
    )
    .join('')
  return petals + stamens
}

/** A maple leaf, about 140 wide. */
export function maple(colour: string, vein: string): string {
  const tips = [
    [-150, 0.62],
    [-105, 0.86],
    [-55, 1],
    [0, 1.1],
    [55, 1],
    [105, 0.86],
    [150, 0.62],
  ] as const
  const points: Point[] = []
  for (const [k, [turn, reach]] of tips.entries()) {
    const a = (turn * Math.PI) / 180
    for (const [side, out] of [
      [-0.16, 0.62],
      [0, 1],
      [0.16, 0.62],
    ] as const)
      points.push([Math.sin(a + side) * 84 * reach * out, -Math.cos(a + side) * 84 * reach * out])
    const next = tips[k + 1]
    if (next) {
      const b = ((turn + next[0]) / 2 / 180) * Math.PI
      points.push([Math.sin(b) * 28, -Math.cos(b) * 28])
    }
  }
  points.push([0, 14])
  const veins = tips
    .map(([turn, reach]) =>
      path(`M0 0L0 ${n(-70 * reach)}`, 'none', {
        transform: `rotate(${turn})`,
        stroke: vein,
        'stroke-width': 2,
        opacity: 0.6,
      }),
    )
    .join('')
  return (
    path(polygon(points), colour) +
    veins +
    path('M0 6C2 40 10 60 20 84', 'none', { stroke: colour, 'stroke-width': 5, 'stroke-linecap': 'round' })
  )
}

/** An old pine leaning over, about 600 wide, rooted at the origin. */
export function pine(bark: string, leaf: string, tip: string): string {
  const pad = (x: number, y: number, s: number): string => {
    const needles = Array.from({ length: 22 }, (_, k) =>
      path(`M${-110 + k * 10} 10Q${-112 + k * 10.2} -30 ${-118 + k * 10.8} -56`, 'none', {
        stroke: tip,
        'stroke-width': 3,
        opacity: 0.55,
      }),
    ).join('')
    return at(
      x,
      y,
      s,
      0,
      path(
        'M-140 16C-150 -20 -110 -40 -84 -40C-70 -74 -20 -80 0 -60C24 -84 76 -74 86 -42C120 -42 152 -18 140 16Z',
        leaf,
      ),
      needles,
    )
  }
  return [
    path(
      'M-26 0C-10 -90 -70 -150 -40 -250C-20 -330 60 -360 90 -450L116 -440C110 -340 30 -320 14 -236C0 -160 50 -90 34 0Z',
      bark,
    ),
    path(
      'M-40 -240C-120 -270 -170 -280 -220 -270M10 -300C90 -310 150 -300 230 -330M60 -390C20 -430 -30 -450 -80 -450',
      'none',
      { stroke: bark, 'stroke-width': 16, 'stroke-linecap': 'round' },
    ),
    pad(-230, -276, 1),
    pad(230, -340, 1.1),
    pad(-70, -460, 0.9),
    pad(100, -500, 1.15),
    pad(-110, -330, 0.6),
  ].join('')
}

/** Bamboo: one stem as high as `height`, with leaves. */
export function bamboo(c: Canvas, height: number, width: number, stem: string, shade: string, leaf: string): string {
  const { between } = c.random
  const paint = linear(
    c,
    [
      [0, shade],
      [0.3, stem],
      [1, shade],
    ],
    0,
  )
  const parts: string[] = []
  for (let y = 0; y < height;) {
    const part = between(0.14, 0.2) * height
    parts.push(
      rect(-width / 2, -y - part + 4, width, part - 8, paint, { rx: n(width * 0.12) }),
      rect(-width * 0.56, -y - 5, width * 1.12, 8, shade, { rx: 4 }),
    )
    if (y > height * 0.3)
      for (const side of [-1, 1])
        for (let k = 0; k < 3; k += 1)
          parts.push(
            at(
              side * width * 0.5,
              -y,
              between(0.7, 1.2),
              side * (40 + k * 28) + between(-10, 10),
              path('M0 0C-16 -40 -14 -110 0 -150C14 -110 16 -40 0 0Z', leaf),
            ),
          )
    y += part
  }
  return parts.join('')
}
