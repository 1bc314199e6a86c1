import { at, circle, clip, group, linear, n, path, rect, ribbon, smooth } from './canvas.ts'
import type { Canvas, Point } from './canvas.ts'
import { pattern } from './patterns.ts'

/** A dragon's body winding through clouds: `turns` coils from top to bottom, drawn in a box of 800 × 1000 around the origin. */
export function dragon(c: Canvas, body: string, belly: string, mane: string): string {
  const spine = (t: number): Point => [Math.sin(t * 8.2 + 0.4) * (250 - t * 60), -330 + t * 760]
  const half = (t: number): number => 62 * (1 - t) ** 0.7 + 8
  const outline = smooth(ribbon(spine, half, 60), true)
  const cut = clip(c, `<path d="${outline}"/>`)
  const back = Array.from({ length: 34 }, (_, k) => {
    const t = 0.03 + k / 36
    const [x, y] = spine(t)
    const [x2, y2] = spine(t + 0.01)
    const turn = (Math.atan2(y2 - y, x2 - x) * 180) / Math.PI
    return at(x, y, 1, turn, path(`M-16 ${-half(t)}L2 ${n(-half(t) - 30 * (1 - t * 0.6))}L14 ${-half(t)}Z`, mane))
  }).join('')
  const [hx, hy] = spine(0)
  const whisker = (d: string): string => path(d, 'none', { stroke: mane, 'stroke-width': 7, 'stroke-linecap': 'round' })
  const head = at(
    hx,
    hy,
    1.25,
    -12,
    ...[-40, -20, 0, 20, 40].map((a) =>
      at(30, -30, 1, a - 20, path('M0 -18C50 -40 110 -30 150 0C100 0 50 14 0 18Z', mane)),
    ),
    path(
      'M60 -60C0 -110 -70 -100 -110 -60C-150 -50 -190 -40 -200 -10C-190 14 -150 20 -110 16C-90 50 -30 66 30 56C80 40 90 -20 60 -60Z',
      body,
    ),
    path('M-196 4C-150 34 -110 30 -60 40L-70 58C-120 62 -176 46 -196 4Z', belly),
    path(
      'M-20 -86C-10 -150 40 -190 100 -200C60 -170 50 -130 50 -76Z M-60 -96C-70 -150 -40 -190 0 -212C-20 -170 -10 -130 -10 -96Z',
      belly,
    ),
    circle(-72, -46, 20, '#fff6d8'),
    circle(-78, -44, 10, '#180d0d'),
    circle(-186, -20, 7, '#1b1010'),
    whisker('M-180 6C-260 20 -270 90 -220 130'),
    whisker('M-176 -26C-260 -50 -300 -10 -320 40'),
    path('M-150 20L-142 42L-132 22ZM-120 22L-112 44L-102 24Z', '#fff6e0'),
  )
  return [
    back,
    path(
      outline,
      linear(c, [
        [0, body],
        [1, mane],
      ]),
    ),
    group(
      { 'clip-path': cut },
      rect(-400, -400, 800, 900, pattern(c, 'seigaiha', 44, belly, 'none', 0.05), { opacity: 0.5 }),
    ),
    path(outline, 'none', { stroke: belly, 'stroke-width': 3, opacity: 0.8 }),
    head,
  ].join('')
}
