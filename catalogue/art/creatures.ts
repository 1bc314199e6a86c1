import { at, circle, clip, ellipse, group, linear, path, radial, rect, ribbon, smooth } from './canvas.ts'
import type { Canvas, Point } from './canvas.ts'
import { pattern } from './patterns.ts'

type KoiColours = { body: string; patch: string; fin: string; line: string }

/** A carp seen from above, about 600 long, head up, bent by `bend`. */
export function koi(c: Canvas, { body, patch, fin, line }: KoiColours, bend: number): string {
  const { between } = c.random
  const spine = (t: number): Point => [Math.sin(t * 3.6 - 0.6) * bend * (0.25 + t), -290 + t * 520]
  const half = (t: number): number =>
    t < 0.12 ? 52 * Math.sqrt(t / 0.12) * 0.92 + 4 : 54 * (1 - ((t - 0.12) / 0.88) ** 1.7) + 11
  const outline = smooth(ribbon(spine, half), true)
  const cut = clip(c, `<path d="${outline}"/>`)
  const [tx, ty] = spine(1)
  const [bx, by] = spine(0.9)
  const tailTurn = (Math.atan2(ty - by, tx - bx) * 180) / Math.PI - 90
  const veil = linear(c, [
    [0, fin, 0.95],
    [1, fin, 0.15],
  ])
  const tail = at(
    tx,
    ty,
    1,
    tailTurn,
    path('M-8 -14C-60 40 -110 110 -78 190C-50 130 -20 110 0 96C22 116 60 132 92 186C112 104 60 40 8 -14Z', veil),
    ...[-60, -36, -14, 14, 40, 66].map((x) =>
      path(`M0 0Q${x * 0.6} 70 ${x} 150`, 'none', { stroke: line, 'stroke-width': 1.6, opacity: 0.35 }),
    ),
  )
  const fins = koiFins(spine, veil, line)
  const patches = [0.12, 0.36, 0.6, 0.82].map((t) => {
    const [x, y] = spine(t)
    const points = Array.from({ length: 9 }, (_, k): Point => [
      x + between(-20, 20) + Math.cos(k * 0.698) * between(34, 62),
      y + Math.sin(k * 0.698) * between(36, 70),
    ])
    return path(smooth(points, true), patch)
  })
  const scales = rect(-200, -240, 400, 520, pattern(c, 'seigaiha', 26, line, 'none', 0.05), { opacity: 0.28 })
  const shade = linear(
    c,
    [
      [0, '#000', 0.22],
      [0.4, '#fff', 0.16],
      [0.6, '#fff', 0.05],
      [1, '#000', 0.3],
    ],
    0,
  )
  const [hx, hy] = spine(0.07)
  const face = [-1, 1].map(
    (side) =>
      circle(hx + side * 34, hy + 18, 8, '#1a1412') +
      circle(hx + side * 35, hy + 16, 2.6, '#fff') +
      path(`M${hx + side * 16} ${hy - 28}Q${hx + side * 46} ${hy - 50} ${hx + side * 54} ${hy - 18}`, 'none', {
        stroke: fin,
        'stroke-width': 5,
        'stroke-linecap': 'round',
      }),
  )
  const dorsal = smooth(
    ribbon(
      (t) => spine(0.34 + t * 0.34),
      (t) => 11 * Math.sin(t * 3.1),
      12,
    ),
    true,
  )
  return [
    tail,
    ...fins,
    path(outline, body),
    group({ 'clip-path': cut }, ...patches, scales, rect(-220, -320, 440, 640, shade)),
    path(dorsal, fin, { opacity: 0.9 }),
    ...face,
  ].join('')
}

/** Two pairs of fins, the front ones with rays. */
function koiFins(spine: (t: number) => Point, veil: string, line: string): string[] {
  return [-1, 1].map((side) => {
    const [x, y] = spine(0.27)
    const [x2, y2] = spine(0.62)
    const rays = [0.3, 0.5, 0.7].map((k) =>
      path(`M0 0Q${side * 60 * k} ${30 + 30 * k} ${side * 118 * k} ${70 + 40 * (1 - k)}`, 'none', {
        stroke: line,
        'stroke-width': 1.5,
        opacity: 0.35,
      }),
    )
    return (
      at(
        x + side * 40,
        y,
        1,
        0,
        path(`M0 -16C${side * 60} -10 ${side * 130} 40 ${side * 112} 104C${side * 70} 96 ${side * 20} 60 0 26Z`, veil),
        ...rays,
      ) +
      at(
        x2 + side * 30,
        y2,
        0.55,
        side * -8,
        path(`M0 -16C${side * 60} -10 ${side * 110} 40 ${side * 92} 104C${side * 60} 96 ${side * 20} 60 0 26Z`, veil),
      )
    )
  })
}

/** A crane in flight, about 700 wide, flying to the left with wings raised. */
export function crane(white: string, ink: string, crown: string): string {
  const wing = (lift: number, count: number, reach: number): string => {
    const parts: string[] = []
    for (let k = 0; k < count; k += 1) {
      const t = k / (count - 1)
      const turn = lift + t * 74
      const length = reach * (1 - 0.45 * t)
      parts.push(
        at(
          40 + t * 60,
          -6 + t * 8,
          1,
          turn,
          path(
            `M0 0C${length * 0.3} -26 ${length * 0.8} -24 ${length} -2C${length * 0.8} 14 ${length * 0.3} 18 0 10Z`,
            t < 0.42 ? ink : white,
            { stroke: t < 0.42 ? 'none' : ink, 'stroke-opacity': 0.28, 'stroke-width': 1.5 },
          ),
        ),
      )
    }
    for (let k = 0; k < 7; k += 1) {
      const t = k / 6
      parts.push(
        at(
          34 + t * 50,
          -4,
          1,
          lift + 2 + t * 60,
          path(
            `M0 0C${reach * 0.2} -20 ${reach * 0.42} -18 ${reach * 0.52} -2C${reach * 0.4} 12 ${reach * 0.2} 14 0 10Z`,
            white,
            { stroke: ink, 'stroke-opacity': 0.22, 'stroke-width': 1.3 },
          ),
        ),
      )
    }
    return parts.join('')
  }
  const legs = path('M150 26L392 96M148 34L384 112', 'none', {
    stroke: ink,
    'stroke-width': 5,
    'stroke-linecap': 'round',
  })
  const tail = [0, 14, 28]
    .map((turn) => at(120, 10, 1, turn - 8, path('M0 -10C50 -22 100 -12 130 6C90 16 40 20 0 14Z', ink)))
    .join('')
  const body = path('M-60 -6C-10 -44 90 -40 150 8C110 44 0 52 -60 22C-86 8 -86 0 -60 -6Z', white, {
    stroke: ink,
    'stroke-opacity': 0.25,
    'stroke-width': 1.5,
  })
  const neck =
    path('M-52 8C-120 22 -150 -34 -214 -30C-240 -28 -262 -18 -282 -16', 'none', {
      stroke: white,
      'stroke-width': 19,
      'stroke-linecap': 'round',
    }) +
    path('M-104 12C-142 6 -160 -34 -214 -31', 'none', { stroke: ink, 'stroke-width': 15, 'stroke-linecap': 'round' })
  const head =
    ellipse(-284, -17, 22, 13, white) +
    ellipse(-287, -25, 14, 6, crown) +
    path('M-302 -20L-366 -6L-302 -10Z', '#c9a35a') +
    circle(-290, -17, 2.6, '#111')
  return legs + group({ opacity: 0.96 }, wing(-128, 13, 330)) + tail + body + neck + head + wing(-100, 13, 360)
}

/** A cat with two tails, sitting with its back to us, about 360 wide. */
export function twoTailedCat(c: Canvas, fur: string, rim: string, eye: string): string {
  const paint = linear(c, [
    [0, fur],
    [1, '#05030a'],
  ])
  const tail = (side: number): string =>
    path(
      smooth(
        ribbon(
          (t) => [side * (40 + 215 * Math.sin(t * 2.3)), 205 - 420 * t * t - 30 * Math.sin(t * 6.28)],
          (t) => 25 * (1 - t * 0.72),
        ),
        true,
      ),
      paint,
      { stroke: rim, 'stroke-width': 2.5 },
    )
  const body =
    'M0 -150C70 -150 118 -60 128 60C140 160 120 226 0 230C-120 226 -140 160 -128 60C-118 -60 -70 -150 0 -150Z'
  const head =
    'M-96 -226C-96 -262 -110 -316 -100 -342C-74 -330 -52 -302 -38 -284C-14 -292 14 -292 38 -284C52 -302 74 -330 100 -342C110 -316 96 -262 96 -226C100 -150 50 -126 0 -126C-50 -126 -100 -150 -96 -226Z'
  const eyes = [-1, 1]
    .map(
      (side) =>
        path(`M${side * 64} -214Q${side * 40} -246 ${side * 16} -210Q${side * 40} -194 ${side * 64} -214Z`, eye) +
        ellipse(side * 40, -214, 5, 15, '#120a16'),
    )
    .join('')
  const whiskers = [-1, 1]
    .map((side) =>
      path(`M${side * 30} -176L${side * 120} -190M${side * 30} -168L${side * 122} -164`, 'none', {
        stroke: rim,
        'stroke-width': 2,
        opacity: 0.8,
      }),
    )
    .join('')
  return [
    tail(-1),
    tail(1),
    path(body, paint, { stroke: rim, 'stroke-width': 2.5 }),
    path(head, paint, { stroke: rim, 'stroke-width': 2.5 }),
    eyes,
    path('M-10 -186H10L0 -174Z', eye),
    whiskers,
    path('M-52 -120Q0 -92 52 -120', 'none', { stroke: '#c8323c', 'stroke-width': 14 }) +
      circle(0, -98, 15, '#e6b94f') +
      rect(-10, -98, 20, 3, '#6b4a12'),
  ].join('')
}

/** A rabbit sitting, about 300 wide. */
export function rabbit(c: Canvas, fur: string, shade: string): string {
  const paint = radial(
    c,
    [
      [0, fur],
      [0.7, fur],
      [1, shade],
    ],
    [0.4, 0.35],
    0.8,
  )
  const ear = (turn: number, inner: string): string =>
    at(
      -72,
      -96,
      1,
      turn,
      path('M0 0C-34 -50 -34 -150 0 -184C34 -150 34 -50 0 0Z', paint),
      path('M0 -20C-14 -60 -14 -130 0 -156C14 -130 14 -60 0 -20Z', inner),
    )
  return [
    ear(8, '#eeb9ae'),
    ear(34, '#eeb9ae'),
    path('M-20 -20C60 -70 160 -20 170 80C176 140 130 160 40 160H-90C-70 60 -60 10 -20 -20Z', paint),
    circle(168, 110, 34, paint),
    ellipse(-82, -58, 74, 60, paint),
    ellipse(-80, 150, 40, 16, shade),
    ellipse(90, 152, 74, 22, shade, { opacity: 0.8 }),
    circle(-108, -66, 9, '#b3202c'),
    circle(-111, -69, 3, '#fff'),
    path('M-154 -48Q-146 -40 -136 -44', 'none', { stroke: '#7b5a52', 'stroke-width': 3 }),
    path('M20 40C60 20 110 40 120 96', 'none', { stroke: shade, 'stroke-width': 4, opacity: 0.8 }),
  ].join('')
}
