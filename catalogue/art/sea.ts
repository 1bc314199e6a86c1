import { circle, linear, linearAt, n, path, smooth } from './canvas.ts'
import type { Canvas, Point } from './canvas.ts'

/** Rolling bands of water; each carries lines along its crest. */
export function sea(
  c: Canvas,
  from: number,
  colours: readonly string[],
  line: string,
  { bands = 6, swell = 0.025 } = {},
): string {
  const { between } = c.random
  const parts: string[] = []
  for (let k = 0; k < bands; k += 1) {
    const y = from + ((c.height - from) * k) / bands
    const amplitude = c.height * swell * (0.5 + k / bands)
    const phase = between(0, 6.3)
    const length = c.width / between(1.6, 3.2)
    const crest = (lift: number): Point[] =>
      Array.from({ length: 17 }, (_, s) => {
        const x = -60 + ((c.width + 120) * s) / 16
        return [
          x,
          y +
            lift +
            Math.sin((x / length) * 6.28 + phase) * amplitude +
            Math.sin((x / length) * 15 + phase * 2) * amplitude * 0.25,
        ]
      })
    const top = colours[Math.min(colours.length - 1, Math.floor((k * colours.length) / bands))] ?? '#000'
    const deep = colours[Math.min(colours.length - 1, Math.floor((k * colours.length) / bands) + 1)] ?? top
    parts.push(
      path(
        `${smooth(crest(0))}L${c.width + 60} ${c.height}L-60 ${c.height}Z`,
        linearAt(c, y - amplitude, y + c.height / bands, [
          [0, top],
          [1, deep],
        ]),
      ),
    )
    for (let s = 1; s <= 3; s += 1)
      parts.push(
        path(smooth(crest(s * c.height * 0.011)), 'none', {
          stroke: line,
          'stroke-width': n(c.height * 0.0022 * (4 - s) * 0.6),
          opacity: n(0.75 - s * 0.18),
        }),
      )
  }
  return parts.join('')
}

/** A breaking wave: a claw of water with foam, drawn around the origin about 400 wide. */
export function breaker(c: Canvas, dark: string, light: string, foam: string): string {
  const { between } = c.random
  const body =
    'M-320 260C-260 120 -190 -40 -40 -130C60 -190 180 -170 220 -90C235 -50 215 -10 180 0C200 -50 150 -80 95 -55C10 -20 -10 90 40 150C90 210 200 250 330 260Z'
  const paint = linear(c, [
    [0, light],
    [0.5, dark],
    [1, dark],
  ])
  const streaks = [0, 1, 2, 3, 4].map((k) =>
    path(
      `M${-270 + k * 42} 260C${-220 + k * 38} ${130 + k * 8} ${-160 + k * 34} ${-10 + k * 14} ${-20 + k * 22} ${-100 + k * 18}`,
      'none',
      { stroke: foam, 'stroke-width': 5 - k * 0.6, opacity: 0.8 - k * 0.12, 'stroke-linecap': 'round' },
    ),
  )
  const claws = Array.from({ length: 15 }, (_, k) => {
    const t = k / 14
    const x = -60 + 285 * t - 30 * Math.sin(t * 3)
    const y = -128 - 55 * Math.sin(t * 2.6) + 130 * t * t
    return circle(x, y, between(11, 22), foam) + circle(x + between(5, 30), y + between(14, 44), between(4, 10), foam)
  })
  const spray = Array.from({ length: 22 }, () =>
    circle(between(-60, 330), between(-290, -130), between(2, 6), foam, { opacity: 0.9 }),
  )
  return path(body, paint) + streaks.join('') + claws.join('') + spray.join('')
}
