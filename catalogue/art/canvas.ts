import { randomFrom } from './random.ts'
import type { Random } from './random.ts'

export type Point = readonly [number, number]
/** A stop of a gradient: offset from 0 to 1, colour, opacity. */
export type Stop = readonly [number, string, number?]

/** A picture being drawn: what is added later lies above. */
export type Canvas = {
  width: number
  height: number
  random: Random
  add: (...parts: string[]) => void
  define: (make: (id: string) => string) => string
  toSvg: () => string
}

export function canvas(width: number, height: number, seed: string): Canvas {
  const definitions: string[] = []
  const parts: string[] = []
  return {
    width,
    height,
    random: randomFrom(seed),
    add: (...more) => void parts.push(...more),
    define: (make) => {
      const id = `d${definitions.length}`
      definitions.push(make(id))
      return `url(#${id})`
    },
    toSvg: () =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${definitions.join('')}</defs>${parts.join('')}</svg>`,
  }
}

const stops = (list: readonly Stop[]): string =>
  list
    .map(([at, colour, opacity = 1]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`)
    .join('')

/** A gradient from top to bottom of what it fills, or turned by `angle` degrees. */
export const linear = (c: Canvas, list: readonly Stop[], angle = 90): string => {
  const [x, y] = [Math.cos((angle * Math.PI) / 180) / 2, Math.sin((angle * Math.PI) / 180) / 2]
  return c.define(
    (id) =>
      `<linearGradient id="${id}" x1="${0.5 - x}" y1="${0.5 - y}" x2="${0.5 + x}" y2="${0.5 + y}">${stops(list)}</linearGradient>`,
  )
}

/** A gradient from top to bottom of the picture between two heights. */
export const linearAt = (c: Canvas, from: number, to: number, list: readonly Stop[]): string =>
  c.define(
    (id) =>
      `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="0" y1="${from}" x2="0" y2="${to}">${stops(list)}</linearGradient>`,
  )

export const radial = (c: Canvas, list: readonly Stop[], [x, y]: Point = [0.5, 0.5], r = 0.5): string =>
  c.define((id) => `<radialGradient id="${id}" cx="${x}" cy="${y}" r="${r}">${stops(list)}</radialGradient>`)

export const blur = (c: Canvas, amount: number): string =>
  c.define(
    (id) =>
      `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${amount}"/></filter>`,
  )

export const clip = (c: Canvas, shape: string): string => c.define((id) => `<clipPath id="${id}">${shape}</clipPath>`)

type Attributes = Record<string, string | number | undefined>
const written = (attributes: Attributes): string =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')

export const path = (d: string, fill: string, more: Attributes = {}): string =>
  `<path d="${d}" fill="${fill}"${written(more)}/>`
export const circle = (x: number, y: number, r: number, fill: string, more: Attributes = {}): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"${written(more)}/>`
export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more: Attributes = {}): string =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"${written(more)}/>`
export const rect = (x: number, y: number, w: number, h: number, fill: string, more: Attributes = {}): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}"${written(more)}/>`
export const group = (attributes: Attributes, ...parts: string[]): string =>
  `<g${written(attributes)}>${parts.join('')}</g>`
/** Moves, turns and sizes parts drawn around the origin. */
export const at = (x: number, y: number, size: number, turn: number, ...parts: string[]): string =>
  group({ transform: `translate(${n(x)} ${n(y)}) rotate(${n(turn)}) scale(${n(size)})` }, ...parts)
export const fill = (c: Canvas, paint: string, more: Attributes = {}): string =>
  rect(0, 0, c.width, c.height, paint, more)

/** A number as short as the eye allows. */
export const n = (value: number): string => String(Math.round(value * 100) / 100)

/** A smooth curve through points (Catmull-Rom). */
export function smooth(points: readonly Point[], isClosed = false): string {
  const count = points.length
  const point = (k: number): Point =>
    (isClosed ? points[(k + count) % count] : points[Math.max(0, Math.min(count - 1, k))]) ?? [0, 0]
  const [first] = points
  let d = `M${n(first?.[0] ?? 0)} ${n(first?.[1] ?? 0)}`
  for (let k = 0; k < (isClosed ? count : count - 1); k += 1) {
    const [a, b, e, f] = [point(k - 1), point(k), point(k + 1), point(k + 2)]
    d += `C${n(b[0] + (e[0] - a[0]) / 6)} ${n(b[1] + (e[1] - a[1]) / 6)} ${n(e[0] - (f[0] - b[0]) / 6)} ${n(e[1] - (f[1] - b[1]) / 6)} ${n(e[0])} ${n(e[1])}`
  }
  return isClosed ? `${d}Z` : d
}

export const polygon = (points: readonly Point[]): string => `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`

/** A body along a spine: `half` is half its width from head (0) to tail (1). */
export function ribbon(spine: (t: number) => Point, half: (t: number) => number, steps = 28): Point[] {
  const left: Point[] = []
  const right: Point[] = []
  for (let k = 0; k <= steps; k += 1) {
    const t = k / steps
    const [x, y] = spine(t)
    const [ahead, behind] = [spine(Math.min(1, t + 0.01)), spine(Math.max(0, t - 0.01))]
    const length = Math.hypot(ahead[0] - behind[0], ahead[1] - behind[1]) || 1
    const [nx, ny] = [-(ahead[1] - behind[1]) / length, (ahead[0] - behind[0]) / length]
    left.push([x + nx * half(t), y + ny * half(t)])
    right.unshift([x - nx * half(t), y - ny * half(t)])
  }
  return [...left, ...right]
}
