import type { Canvas } from './canvas.ts'
import { n } from './canvas.ts'

export type PatternName = 'seigaiha' | 'asanoha' | 'sayagata' | 'kanoko' | 'shippo' | 'uroko' | 'ichimatsu' | 'tatewaku'

const tile = (c: Canvas, w: number, h: number, body: string, turn = 0): string =>
  c.define(
    (id) =>
      `<pattern id="${id}" width="${n(w)}" height="${n(h)}" patternUnits="userSpaceOnUse" patternTransform="rotate(${turn})">${body}</pattern>`,
  )
const lines = (d: string, stroke: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"/>`

/** A traditional pattern as a paint: lines of `ink` (and `ground` where it has areas) on nothing, one repeat `size` wide. */
export function pattern(
  c: Canvas,
  name: PatternName,
  size: number,
  ink: string,
  ground = 'none',
  weight = 0.03,
): string {
  const w = size * weight
  switch (name) {
    case 'seigaiha':
      return seigaiha(c, size, ink, ground, w)
    case 'asanoha':
      return asanoha(c, size, ink, w)
    case 'sayagata':
      return sayagata(c, size, ink, w * 1.6)
    case 'kanoko':
      return kanoko(c, size, ink, ground)
    case 'shippo': {
      const r = size / 2
      const ring = (x: number, y: number): string =>
        `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${ink}" stroke-width="${w}"/>`
      const dots = [
        [0, r],
        [r, 0],
        [size, r],
        [r, size],
      ].map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${w * 1.6}" fill="${ink}"/>`)
      return tile(
        c,
        size,
        size,
        ring(0, 0) + ring(size, 0) + ring(0, size) + ring(size, size) + ring(r, r) + dots.join(''),
      )
    }
    case 'uroko': {
      const h = size * 0.866
      return tile(
        c,
        size,
        h * 2,
        `<path d="M0 ${n(h)}L${n(size / 2)} 0L${n(size)} ${n(h)}ZM${n(-size / 2)} ${n(h * 2)}L0 ${n(h)}L${n(size / 2)} ${n(h * 2)}ZM${n(size / 2)} ${n(h * 2)}L${n(size)} ${n(h)}L${n(size * 1.5)} ${n(h * 2)}Z" fill="${ink}"/>`,
      )
    }
    case 'ichimatsu':
      return tile(c, size, size, `<path d="M0 0H${size / 2}V${size}H${size}V${size / 2}H0Z" fill="${ink}"/>`)
    case 'tatewaku': {
      const q = size / 4
      const wave = (x: number, s: number): string =>
        `M${x} 0C${x + s * q} ${q} ${x + s * q} ${q} ${x + s * q} ${2 * q}S${x} ${3 * q} ${x} ${size}`
      return tile(
        c,
        size,
        size,
        lines(`${wave(q, -0.9)}${wave(3 * q, 0.9)}${wave(q * 0.8, 0.9)}${wave(3.2 * q, -0.9)}`, ink, w),
      )
    }
  }
}

function seigaiha(c: Canvas, size: number, ink: string, ground: string, w: number): string {
  const r = size / 2
  const scale = (x: number, y: number): string =>
    [1, 0.74, 0.48, 0.22]
      .map(
        (k, at) =>
          `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r * k)}" fill="${at === 0 ? ground : 'none'}" stroke="${ink}" stroke-width="${n(w)}"/>`,
      )
      .join('')
  const rows = [0, 1, 2].map((row) => {
    const y = row * (r / 2)
    return [-1, 0, 1, 2].map((k) => scale(k * size + (row % 2 ? r : 0), y + r / 2)).join('')
  })
  return tile(c, size, r, rows.join(''))
}

function asanoha(c: Canvas, size: number, ink: string, w: number): string {
  const h = size * 1.7320508
  const star = (x: number, y: number): string => {
    let d = ''
    for (let k = 0; k < 6; k += 1) {
      const a = (k * Math.PI) / 3 + Math.PI / 6
      const b = a + Math.PI / 3
      const [p, q] = [
        [x + (size / 1.7320508) * Math.cos(a), y + (size / 1.7320508) * Math.sin(a)],
        [x + (size / 1.7320508) * Math.cos(b), y + (size / 1.7320508) * Math.sin(b)],
      ] as const
      const m = a + Math.PI / 6
      const inner = [x + (size / 3) * Math.cos(m), y + (size / 3) * Math.sin(m)] as const
      d += `M${n(x)} ${n(y)}L${n(p[0])} ${n(p[1])}L${n(q[0])} ${n(q[1])}M${n(x)} ${n(y)}L${n(inner[0])} ${n(inner[1])}L${n(p[0])} ${n(p[1])}M${n(inner[0])} ${n(inner[1])}L${n(q[0])} ${n(q[1])}`
    }
    return d
  }
  const d = [star(0, 0), star(size, 0), star(size / 2, h / 2), star(0, h), star(size, h)].join('')
  return tile(c, size, h, lines(d, ink, w))
}

function sayagata(c: Canvas, size: number, ink: string, w: number): string {
  const u = size / 10
  const hook = 'M0 5H3V3H1V1H5V9H9V7H7V5H10M5 0V1M5 9V10M0 1H1M9 9H10'
  const d = hook.replace(/-?\d+/g, (digits) => n(Number(digits) * u)).replace(/([HV])/g, '$1')
  return tile(c, size, size, lines(d, ink, w), 45)
}

function kanoko(c: Canvas, size: number, ink: string, ground: string): string {
  const s = size / 2
  const dot = (x: number, y: number): string =>
    `<rect x="${n(x - s * 0.32)}" y="${n(y - s * 0.32)}" width="${n(s * 0.64)}" height="${n(s * 0.64)}" rx="${n(s * 0.2)}" fill="${ink}" transform="rotate(45 ${n(x)} ${n(y)})"/><circle cx="${n(x)}" cy="${n(y)}" r="${n(s * 0.13)}" fill="${ground}"/>`
  return tile(
    c,
    size,
    size,
    dot(s / 2, s / 2) +
      dot(s * 1.5, s * 1.5) +
      dot(s * 1.5, s / 2).replace('<rect', '<rect opacity=".55"') +
      dot(s / 2, s * 1.5).replace('<rect', '<rect opacity=".55"'),
  )
}
