import { at, blur, circle, ellipse, group, linear, linearAt, n, path, polygon, radial, rect, smooth } from './canvas.ts'
import type { Canvas, Point, Stop } from './canvas.ts'
import { pattern } from './patterns.ts'

/** A sky in bands of colour, rubbed into each other as on a print. */
export const sky = (c: Canvas, list: readonly Stop[]): string => rect(0, 0, c.width, c.height, linear(c, list))

/** A moon or sun with its glow. */
export function disc(
  c: Canvas,
  x: number,
  y: number,
  r: number,
  colour: string,
  glow: string,
  strength = 0.55,
): string {
  const halo = radial(c, [
    [0, glow, strength],
    [0.35, glow, strength * 0.45],
    [1, glow, 0],
  ])
  const face = radial(
    c,
    [
      [0, '#ffffff', 0.55],
      [0.7, colour, 0.1],
      [1, glow, 0.45],
    ],
    [0.38, 0.34],
    0.75,
  )
  return circle(x, y, r * 3, halo) + circle(x, y, r, colour) + circle(x, y, r, face)
}

export function stars(c: Canvas, count: number, below: number, colour: string): string {
  const { between } = c.random
  return Array.from({ length: count }, () =>
    circle(between(0, c.width), between(0, below) * between(0.3, 1), between(0.6, 2.4), colour, {
      opacity: n(between(0.25, 0.95)),
    }),
  ).join('')
}

/** One ridge of mountains from edge to edge, paling into mist at its foot. */
export function ridge(
  c: Canvas,
  {
    y,
    height,
    peaks,
    colour,
    mist,
    sharpness = 1,
  }: { y: number; height: number; peaks: number; colour: string; mist: string; sharpness?: number },
): string {
  const { between, next } = c.random
  const points: Point[] = [[-40, y + height]]
  for (let k = 0; k <= peaks * 2; k += 1) {
    const x = (c.width * k) / (peaks * 2) + between(-0.2, 0.2) * (c.width / peaks / 2)
    const top = k % 2 ? y - height * between(0.55, 1) : y - height * between(0, 0.3)
    points.push([x, top])
    if (sharpness > 1 && k < peaks * 2)
      points.push([x + c.width / peaks / 4, (top + y - height * 0.4) / 2 + next() * 20])
  }
  points.push([c.width + 40, y + height])
  const paint = linearAt(c, y - height, y + height * 0.9, [
    [0, colour],
    [0.45, colour],
    [1, mist],
  ])
  const d =
    sharpness > 1
      ? polygon([...points, [c.width + 40, c.height], [-40, c.height]])
      : `${smooth(points)}L${c.width + 40} ${c.height}L-40 ${c.height}Z`
  return path(d, paint)
}

/** A volcano cone with snow running down its folds. */
export function fuji(
  c: Canvas,
  x: number,
  top: number,
  foot: number,
  half: number,
  colour: string,
  snow: string,
  mist: string,
): string {
  const rim = half * 0.09
  const side = (sign: number): string =>
    `C${n(x + sign * half * 0.22)} ${n(top + (foot - top) * 0.42)} ${n(x + sign * half * 0.5)} ${n(top + (foot - top) * 0.78)} ${n(x + sign * half)} ${n(foot)}`
  const body = `M${n(x - rim)} ${n(top)}Q${n(x)} ${n(top + rim * 0.5)} ${n(x + rim)} ${n(top)}${side(1)}L${n(x - half)} ${n(foot)}C${n(x - half * 0.5)} ${n(top + (foot - top) * 0.78)} ${n(x - half * 0.22)} ${n(top + (foot - top) * 0.42)} ${n(x - rim)} ${n(top)}Z`
  const cut = c.define((id) => `<clipPath id="${id}"><path d="${body}"/></clipPath>`)
  const depth = (foot - top) * 0.42
  const teeth: Point[] = [[x - half, top - 20]]
  const count = 15
  for (let k = 0; k <= count; k += 1) {
    const px = x - half * 0.42 + (half * 0.84 * k) / count
    teeth.push([
      px,
      top +
        depth *
          (k % 2 ? c.random.between(0.85, 1.15) : c.random.between(0.35, 0.6)) *
          (1 - Math.abs(k / count - 0.5) * 0.5),
    ])
  }
  teeth.push([x + half, top - 20])
  const paint = linearAt(c, top, foot, [
    [0, colour],
    [0.6, colour],
    [1, mist],
  ])
  const shade = linear(
    c,
    [
      [0, '#000000', 0],
      [0.5, '#000000', 0],
      [1, '#000020', 0.25],
    ],
    0,
  )
  return path(body, paint) + group({ 'clip-path': cut }, path(polygon(teeth), snow)) + path(body, shade)
}

/** Bars of mist with round ends, the way prints show distance. */
export function mistBars(c: Canvas, y: number, colour: string, count = 4, opacity = 0.8): string {
  const { between } = c.random
  return Array.from({ length: count }, (_, k) => {
    const w = c.width * between(0.28, 0.62)
    const h = c.height * between(0.012, 0.022)
    const x = between(-0.2, 0.8) * c.width
    const top = y + k * h * 1.5
    const paint = linear(
      c,
      [
        [0, colour, 0],
        [0.2, colour, opacity],
        [0.8, colour, opacity],
        [1, colour, 0],
      ],
      0,
    )
    return rect(x, top, w, h, paint, { rx: n(h / 2) })
  }).join('')
}

/** Swirling clouds with round heads and a flat foot. */
export function cloud(x: number, y: number, size: number, colour: string, edge: string): string {
  const heads = [
    [-150, 0, 52],
    [-85, -34, 62],
    [0, -58, 78],
    [90, -30, 64],
    [155, 2, 48],
  ] as const
  const body =
    heads.map(([cx, cy, r]) => circle(cx, cy, r, colour)).join('') + rect(-200, -6, 400, 54, colour, { rx: 27 })
  const lines = heads
    .map(
      ([cx, cy, r]) =>
        circle(cx, cy, r * 0.62, 'none', { stroke: edge, 'stroke-width': 4, opacity: 0.8 }) +
        circle(cx, cy, r * 0.3, 'none', { stroke: edge, 'stroke-width': 4, opacity: 0.8 }),
    )
    .join('')
  return at(x, y, size, 0, body, lines)
}

/** Gold leaf scattered in flakes. */
export function goldFlakes(
  c: Canvas,
  count: number,
  colour: string,
  within: (x: number, y: number) => boolean = () => true,
): string {
  const { between } = c.random
  return Array.from({ length: count }, () => {
    const [x, y, r] = [between(0, c.width), between(0, c.height), between(2, 11) * between(0.4, 1)]
    if (!within(x, y)) return ''
    const points = Array.from({ length: 5 }, (_, k): Point => [
      x + r * between(0.5, 1) * Math.cos(k * 1.256),
      y + r * between(0.5, 1) * Math.sin(k * 1.256),
    ])
    return path(polygon(points), colour, { opacity: n(between(0.35, 0.95)) })
  }).join('')
}

/** The edge of a picture: a darkened rim, a fine double line, and the maker's seal. */
export function finish(
  c: Canvas,
  { line, seal, shade = 0.35 }: { line: string; seal: string; shade?: number },
): string {
  const rim = radial(
    c,
    [
      [0, '#000000', 0],
      [0.72, '#000000', 0],
      [1, '#000010', shade],
    ],
    [0.5, 0.48],
    0.78,
  )
  const inset = Math.min(c.width, c.height) * 0.028
  const size = Math.min(c.width, c.height) * 0.05
  const [x, y] = [c.width - inset * 2 - size, c.height - inset * 2 - size * 1.25]
  const strokes = [0.2, 0.42, 0.64, 0.86]
    .map((k) =>
      rect(x + size * 0.18, y + size * k * 1.12, size * (k === 0.42 ? 0.38 : 0.64), size * 0.085, '#fff6e6', {
        opacity: 0.9,
      }),
    )
    .join('')
  return [
    rect(0, 0, c.width, c.height, rim),
    rect(inset, inset, c.width - inset * 2, c.height - inset * 2, 'none', {
      stroke: line,
      'stroke-width': n(inset * 0.09),
      opacity: 0.75,
    }),
    rect(inset * 1.3, inset * 1.3, c.width - inset * 2.6, c.height - inset * 2.6, 'none', {
      stroke: line,
      'stroke-width': n(inset * 0.04),
      opacity: 0.6,
    }),
    rect(x, y, size, size * 1.2, seal, { rx: n(size * 0.12) }),
    strokes,
    rect(x + size * 0.45, y + size * 0.2, size * 0.085, size * 0.84, '#fff6e6', { opacity: 0.9 }),
  ].join('')
}

/** A cone of soft light. */
export const glow = (c: Canvas, x: number, y: number, r: number, colour: string, strength = 0.7): string =>
  circle(
    x,
    y,
    r,
    radial(c, [
      [0, colour, strength],
      [0.4, colour, strength * 0.35],
      [1, colour, 0],
    ]),
  )

/** The shape of something, blurred below it. */
export const shadow = (c: Canvas, x: number, y: number, rx: number, ry: number, amount = 14, opacity = 0.4): string =>
  ellipse(x, y, rx, ry, '#000', { filter: blur(c, amount), opacity })

/** A pattern laid over all, so faint that it reads as cloth or paper. */
export const cloth = (
  c: Canvas,
  name: Parameters<typeof pattern>[1],
  size: number,
  ink: string,
  opacity: number,
): string => rect(0, 0, c.width, c.height, pattern(c, name, size, ink), { opacity })
