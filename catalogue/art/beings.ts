import { at, circle, clip, ellipse, group, linear, n, path, polygon, radial, rect, ribbon, smooth } from './canvas.ts'
import type { Canvas, Point } from './canvas.ts'
import { pattern } from './patterns.ts'

type KoiColours = { body: string; patch: string; fin: string; line: string }

/** A carp seen from above, about 600 long, head up, bent by `bend`. */
export function koi(c: Canvas, { body, patch, fin, line }: KoiColours, bend: number): string {
  const { between } = c.random
  const spine = (t: number): Point => [Math.sin(t * 3.6 - 0.6) * bend * (0.25 + t), -290 + t * 520]
  const half = (t: number): number => (t < 0.12 ? 52 * Math.sqrt(t / 0.12) * 0.92 + 4 : 54 * (1 - ((t - 0.12) / 0.88) ** 1.7) + 11)
  const outline = smooth(ribbon(spine, half), true)
  const cut = clip(c, `<path d="${outline}"/>`)
  const [tx, ty] = spine(1)
  const [bx, by] = spine(0.9)
  const tailTurn = (Math.atan2(ty - by, tx - bx) * 180) / Math.PI - 90
  const veil = linear(c, [[0, fin, 0.95], [1, fin, 0.15]])
  const tail = at(tx, ty, 1, tailTurn, path('M-8 -14C-60 40 -110 110 -78 190C-50 130 -20 110 0 96C22 116 60 132 92 186C112 104 60 40 8 -14Z', veil), ...[-60, -36, -14, 14, 40, 66].map((x) => path(`M0 0Q${x * 0.6} 70 ${x} 150`, 'none', { stroke: line, 'stroke-width': 1.6, opacity: 0.35 })))
  const fins = [-1, 1].map((side) => {
    const [x, y] = spine(0.27)
    const [x2, y2] = spine(0.62)
    const rays = [0.3, 0.5, 0.7].map((k) => path(`M0 0Q${side * 60 * k} ${30 + 30 * k} ${side * 118 * k} ${70 + 40 * (1 - k)}`, 'none', { stroke: line, 'stroke-width': 1.5, opacity: 0.35 }))
    return at(x + side * 40, y, 1, 0, path(`M0 -16C${side * 60} -10 ${side * 130} 40 ${side * 112} 104C${side * 70} 96 ${side * 20} 60 0 26Z`, veil), ...rays) + at(x2 + side * 30, y2, 0.55, side * -8, path(`M0 -16C${side * 60} -10 ${side * 110} 40 ${side * 92} 104C${side * 60} 96 ${side * 20} 60 0 26Z`, veil))
  })
  const patches = [0.12, 0.36, 0.6, 0.82].map((t) => {
    const [x, y] = spine(t)
    const points = Array.from({ length: 9 }, (_, k): Point => [x + between(-20, 20) + Math.cos(k * 0.698) * between(34, 62), y + Math.sin(k * 0.698) * between(36, 70)])
    return path(smooth(points, true), patch)
  })
  const scales = rect(-200, -240, 400, 520, pattern(c, 'seigaiha', 26, line, 'none', 0.05), { opacity: 0.28 })
  const shade = linear(c, [[0, '#000', 0.22], [0.4, '#fff', 0.16], [0.6, '#fff', 0.05], [1, '#000', 0.3]], 0)
  const [hx, hy] = spine(0.07)
  const face = [-1, 1].map((side) => circle(hx + side * 34, hy + 18, 8, '#1a1412') + circle(hx + side * 35, hy + 16, 2.6, '#fff') + path(`M${hx + side * 16} ${hy - 28}Q${hx + side * 46} ${hy - 50} ${hx + side * 54} ${hy - 18}`, 'none', { stroke: fin, 'stroke-width': 5, 'stroke-linecap': 'round' }))
  const dorsal = smooth(ribbon((t) => spine(0.34 + t * 0.34), (t) => 11 * Math.sin(t * 3.1), 12), true)
  return [tail, ...fins, path(outline, body), group({ 'clip-path': cut }, ...patches, scales, rect(-220, -320, 440, 640, shade)), path(dorsal, fin, { opacity: 0.9 }), ...face].join('')
}

/** A crane in flight, about 700 wide, flying to the left with wings raised. */
export function crane(c: Canvas, white: string, ink: string, crown: string): string {
  const wing = (lift: number, count: number, reach: number): string => {
    const parts: string[] = []
    for (let k = 0; k < count; k += 1) {
      const t = k / (count - 1)
      const turn = lift + t * 74
      const length = reach * (1 - 0.45 * t)
      parts.push(at(40 + t * 60, -6 + t * 8, 1, turn, path(`M0 0C${length * 0.3} -26 ${length * 0.8} -24 ${length} -2C${length * 0.8} 14 ${length * 0.3} 18 0 10Z`, t < 0.42 ? ink : white, { stroke: t < 0.42 ? 'none' : ink, 'stroke-opacity': 0.28, 'stroke-width': 1.5 })))
    }
    for (let k = 0; k < 7; k += 1) {
      const t = k / 6
      parts.push(at(34 + t * 50, -4, 1, lift + 2 + t * 60, path(`M0 0C${reach * 0.2} -20 ${reach * 0.42} -18 ${reach * 0.52} -2C${reach * 0.4} 12 ${reach * 0.2} 14 0 10Z`, white, { stroke: ink, 'stroke-opacity': 0.22, 'stroke-width': 1.3 })))
    }
    return parts.join('')
  }
  const legs = path('M150 26L392 96M148 34L384 112', 'none', { stroke: ink, 'stroke-width': 5, 'stroke-linecap': 'round' })
  const tail = [0, 14, 28].map((turn) => at(120, 10, 1, turn - 8, path('M0 -10C50 -22 100 -12 130 6C90 16 40 20 0 14Z', ink))).join('')
  const body = path('M-60 -6C-10 -44 90 -40 150 8C110 44 0 52 -60 22C-86 8 -86 0 -60 -6Z', white, { stroke: ink, 'stroke-opacity': 0.25, 'stroke-width': 1.5 })
  const neck = path('M-52 8C-120 22 -150 -34 -214 -30C-240 -28 -262 -18 -282 -16', 'none', { stroke: white, 'stroke-width': 19, 'stroke-linecap': 'round' }) + path('M-104 12C-142 6 -160 -34 -214 -31', 'none', { stroke: ink, 'stroke-width': 15, 'stroke-linecap': 'round' })
  const head = ellipse(-284, -17, 22, 13, white) + ellipse(-287, -25, 14, 6, crown) + path('M-302 -20L-366 -6L-302 -10Z', '#c9a35a') + circle(-290, -17, 2.6, '#111')
  return legs + group({ opacity: 0.96 }, wing(-128, 13, 330)) + tail + body + neck + head + wing(-100, 13, 360)
}

/** A fox mask, about 400 wide. */
export function foxMask(c: Canvas, white: string, red: string, gold: string): string {
  const paint = radial(c, [[0, '#ffffff'], [0.65, white], [1, '#cbb8a4']], [0.5, 0.4], 0.7)
  const face = 'M0 250C-40 232 -66 180 -104 130C-160 96 -196 30 -190 -50C-196 -130 -204 -210 -186 -268C-140 -240 -96 -190 -72 -146C-40 -160 40 -160 72 -146C96 -190 140 -240 186 -268C204 -210 196 -130 190 -50C196 30 160 96 104 130C66 180 40 232 0 250Z'
  const half = [
    path('M-176 -232C-150 -214 -118 -178 -100 -142C-128 -128 -152 -108 -168 -82C-176 -130 -184 -186 -176 -232Z', red),
    path('M-152 -10C-120 -50 -70 -44 -38 8C-76 2 -118 8 -152 -10Z', '#1b1210'),
    path('M-158 -14C-124 -62 -66 -54 -30 8', 'none', { stroke: red, 'stroke-width': 9, 'stroke-linecap': 'round' }),
    ellipse(-92, -14, 10, 12, gold),
    path('M-176 40C-140 40 -120 52 -104 72M-178 66C-150 68 -130 78 -116 94M-170 92C-150 94 -136 102 -124 114', 'none', { stroke: red, 'stroke-width': 8, 'stroke-linecap': 'round' }),
    path('M-60 -84C-48 -112 -34 -122 -18 -126C-22 -104 -32 -90 -48 -78Z', red),
    path('M0 176C-22 176 -44 168 -58 148', 'none', { stroke: '#1b1210', 'stroke-width': 5, 'stroke-linecap': 'round' }),
  ].join('')
  return [path(face, paint, { stroke: '#3a2a22', 'stroke-width': 3 }), half, group({ transform: 'scale(-1 1)' }, half), path('M0 -140C-16 -106 -14 -70 0 -50C14 -70 16 -106 0 -140Z', gold), path('M-24 118C-12 108 12 108 24 118C18 140 8 150 0 152C-8 150 -18 140 -24 118Z', '#1b1210'), path('M0 152V176', 'none', { stroke: '#1b1210', 'stroke-width': 5 })].join('')
}

/** An ogre's face with horns, about 420 wide. */
export function oni(c: Canvas, skin: string, dark: string, gold: string): string {
  const paint = radial(c, [[0, skin], [0.7, skin], [1, dark]], [0.5, 0.42], 0.68)
  const { between } = c.random
  const hair = Array.from({ length: 26 }, (_, k) => {
    const a = Math.PI + (Math.PI * (k + 0.5)) / 26
    const [x, y] = [Math.cos(a) * 176, -50 + Math.sin(a) * 150]
    return circle(x, y, between(38, 54), '#17100f')
  }).join('')
  const half = [
    path('M-120 -150C-170 -210 -166 -290 -120 -350C-112 -280 -92 -226 -50 -186Z', linear(c, [[0, gold], [1, '#5d3a17']])),
    path('M-156 -66C-120 -108 -66 -92 -26 -46L-36 -22C-74 -56 -112 -62 -150 -40Z', '#17100f'),
    ellipse(-82, -6, 46, 34, '#fff3d6') + circle(-74, -2, 19, '#b3151b') + circle(-74, -2, 9, '#120b0a') + circle(-80, -9, 5, '#fff'),
    path('M-134 52C-110 36 -70 44 -50 66', 'none', { stroke: dark, 'stroke-width': 8, 'stroke-linecap': 'round' }),
    path('M-92 122L-74 62L-52 124Z', '#fff8e6') + path('M-44 168L-32 128L-18 170Z', '#fff8e6'),
  ].join('')
  return [
    hair,
    path('M0 240C-110 240 -190 160 -196 20C-200 -90 -120 -170 0 -170C120 -170 200 -90 196 20C190 160 110 240 0 240Z', paint),
    path('M-128 120C-80 96 80 96 128 120C116 186 60 214 0 214C-60 214 -116 186 -128 120Z', '#2a0a0c'),
    path('M-100 124C-50 112 50 112 100 124L92 140C50 132 -50 132 -92 140Z', '#fff8e6'),
    half,
    group({ transform: 'scale(-1 1)' }, half),
    path('M-46 66C-40 20 -20 0 0 0C20 0 40 20 46 66C30 84 12 78 0 78C-12 78 -30 84 -46 66Z', dark, { opacity: 0.85 }),
    circle(-18, 62, 8, '#17100f') + circle(18, 62, 8, '#17100f'),
    path('M-40 -118C-20 -132 20 -132 40 -118M-30 -98C-14 -108 14 -108 30 -98', 'none', { stroke: dark, 'stroke-width': 8, 'stroke-linecap': 'round' }),
  ].join('')
}

/** A paper umbrella that came alive: one eye, one leg, about 420 wide. */
export function karakasa(c: Canvas, paper: string, dark: string, red: string): string {
  const ribs = Array.from({ length: 9 }, (_, k) => {
    const x = -210 + (420 * k) / 8
    return path(`M0 -300Q${x * 0.75} -170 ${x} 70`, 'none', { stroke: dark, 'stroke-width': 4, opacity: 0.6 })
  }).join('')
  const hem = Array.from({ length: 8 }, (_, k) => `Q${-210 + 420 * ((k + 0.5) / 8)} 40 ${-210 + (420 * (k + 1)) / 8} 70`).join('')
  const canopy = `M0 -300C-110 -230 -190 -90 -210 70${hem}C190 -90 110 -230 0 -300Z`
  return [
    path('M0 40V300', 'none', { stroke: '#e8c39a', 'stroke-width': 34, 'stroke-linecap': 'round' }) + path('M-34 306H46', 'none', { stroke: '#2a1712', 'stroke-width': 18, 'stroke-linecap': 'round' }) + rect(-26, 312, 16, 24, '#2a1712') + rect(22, 312, 16, 24, '#2a1712'),
    path(canopy, linear(c, [[0, red], [0.32, red], [0.34, paper], [0.62, paper], [0.64, red], [1, dark]])),
    ribs,
    path('M0 -330V-296', 'none', { stroke: dark, 'stroke-width': 18, 'stroke-linecap': 'round' }),
    ellipse(0, -70, 92, 70, '#fffaf0', { stroke: dark, 'stroke-width': 6 }) + circle(12, -64, 40, '#2b1a3a') + circle(12, -64, 20, '#0b0710') + circle(-4, -82, 11, '#fff'),
    path('M-104 -146Q0 -196 104 -146', 'none', { stroke: dark, 'stroke-width': 12, 'stroke-linecap': 'round' }),
    path('M-70 18Q0 60 70 18', 'none', { stroke: dark, 'stroke-width': 9, 'stroke-linecap': 'round' }) + path('M-6 36C0 100 -20 150 22 176C56 170 50 100 38 34Z', '#e2495b') + path('M18 50C20 96 12 130 24 156', 'none', { stroke: '#a32036', 'stroke-width': 4 }),
  ].join('')
}

/** A cat with two tails, sitting with its back to us, about 360 wide. */
export function twoTailedCat(c: Canvas, fur: string, rim: string, eye: string): string {
  const paint = linear(c, [[0, fur], [1, '#05030a']])
  const tail = (side: number): string =>
    path(smooth(ribbon((t) => [side * (50 + t * 150 + Math.sin(t * 3.1) * 60), 200 - t * 420 - Math.sin(t * 6.2) * 46], (t) => 25 * (1 - t * 0.35)), true), paint, { stroke: rim, 'stroke-width': 2.5 })
  const body = 'M0 -150C70 -150 118 -60 128 60C140 160 120 226 0 230C-120 226 -140 160 -128 60C-118 -60 -70 -150 0 -150Z'
  const head = 'M-96 -226C-96 -262 -110 -316 -100 -342C-74 -330 -52 -302 -38 -284C-14 -292 14 -292 38 -284C52 -302 74 -330 100 -342C110 -316 96 -262 96 -226C100 -150 50 -126 0 -126C-50 -126 -100 -150 -96 -226Z'
  const eyes = [-1, 1].map((side) => path(`M${side * 64} -214Q${side * 40} -246 ${side * 16} -210Q${side * 40} -194 ${side * 64} -214Z`, eye) + ellipse(side * 40, -214, 5, 15, '#120a16')).join('')
  const whiskers = [-1, 1].map((side) => path(`M${side * 30} -176L${side * 120} -190M${side * 30} -168L${side * 122} -164`, 'none', { stroke: rim, 'stroke-width': 2, opacity: 0.8 })).join('')
  return [tail(-1), tail(1), path(body, paint, { stroke: rim, 'stroke-width': 2.5 }), path(head, paint, { stroke: rim, 'stroke-width': 2.5 }), eyes, path('M-10 -186H10L0 -174Z', eye), whiskers, path('M-52 -120Q0 -92 52 -120', 'none', { stroke: '#c8323c', 'stroke-width': 14 }) + circle(0, -98, 15, '#e6b94f') + rect(-10, -98, 20, 3, '#6b4a12')].join('')
}

/** A rabbit sitting, about 300 wide. */
export function rabbit(c: Canvas, fur: string, shade: string): string {
  const paint = radial(c, [[0, fur], [0.7, fur], [1, shade]], [0.4, 0.35], 0.8)
  const ear = (turn: number, inner: string): string => at(-72, -96, 1, turn, path('M0 0C-34 -50 -34 -150 0 -184C34 -150 34 -50 0 0Z', paint), path('M0 -20C-14 -60 -14 -130 0 -156C14 -130 14 -60 0 -20Z', inner))
  return [ear(8, '#eeb9ae'), ear(34, '#eeb9ae'), path('M-20 -20C60 -70 160 -20 170 80C176 140 130 160 40 160H-90C-70 60 -60 10 -20 -20Z', paint), circle(168, 110, 34, paint), ellipse(-82, -58, 74, 60, paint), ellipse(-80, 150, 40, 16, shade), ellipse(90, 152, 74, 22, shade, { opacity: 0.8 }), circle(-108, -66, 9, '#b3202c'), circle(-111, -69, 3, '#fff'), path('M-154 -48Q-146 -40 -136 -44', 'none', { stroke: '#7b5a52', 'stroke-width': 3 }), path('M20 40C60 20 110 40 120 96', 'none', { stroke: shade, 'stroke-width': 4, opacity: 0.8 })].join('')
}

/** A daruma doll, about 360 wide. */
export function daruma(c: Canvas, red: string, dark: string, gold: string): string {
  const paint = radial(c, [[0, red], [0.6, red], [1, dark]], [0.42, 0.36], 0.75)
  const eye = (x: number, isOpen: boolean): string => circle(x, -54, 36, '#fffaf0') + (isOpen ? circle(x, -54, 20, '#191212') : '')
  const folds = [-1, 1].map((s) => path(`M${s * 30} 210C${s * 120} 190 ${s * 150} 110 ${s * 140} 30M${s * 60} 222C${s * 150} 190 ${s * 176} 110 ${s * 166} 40`, 'none', { stroke: gold, 'stroke-width': 9, 'stroke-linecap': 'round' })).join('')
  const brows = [-1, 1].map((s) => path(`M${s * 12} -104C${s * 40} -140 ${s * 90} -136 ${s * 112} -96C${s * 80} -112 ${s * 44} -110 ${s * 12} -92Z`, '#191212') + path(`M${s * 20} 4C${s * 50} -6 ${s * 92} 6 ${s * 104} 40C${s * 80} 26 ${s * 44} 20 ${s * 20} 24Z`, '#191212')).join('')
  return [path('M0 -230C130 -230 190 -120 186 20C184 150 110 236 0 236C-110 236 -184 150 -186 20C-190 -120 -130 -230 0 -230Z', paint), ellipse(0, -30, 132, 112, '#f3d3b0'), eye(-52, true), eye(52, false), brows, path('M-24 -8Q0 12 24 -8', 'none', { stroke: '#8a5a3a', 'stroke-width': 6, 'stroke-linecap': 'round' }), path('M-34 38Q0 20 34 38Q0 56 -34 38Z', '#b02a2a'), folds, path('M-40 130C-20 112 20 112 40 130C26 168 -26 168 -40 130Z', gold), path(polygon([[-30, 206], [0, 170], [30, 206]]), gold, { opacity: 0.9 })].join('')
}

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
  const head = at(hx, hy, 1.25, -12, ...[-40, -20, 0, 20, 40].map((a) => at(30, -30, 1, a - 20, path('M0 -18C50 -40 110 -30 150 0C100 0 50 14 0 18Z', mane))), path('M60 -60C0 -110 -70 -100 -110 -60C-150 -50 -190 -40 -200 -10C-190 14 -150 20 -110 16C-90 50 -30 66 30 56C80 40 90 -20 60 -60Z', body), path('M-196 4C-150 34 -110 30 -60 40L-70 58C-120 62 -176 46 -196 4Z', belly), path('M-20 -86C-10 -150 40 -190 100 -200C60 -170 50 -130 50 -76Z M-60 -96C-70 -150 -40 -190 0 -212C-20 -170 -10 -130 -10 -96Z', belly), circle(-72, -46, 20, '#fff6d8'), circle(-78, -44, 10, '#180d0d'), circle(-186, -20, 7, '#1b1010'), whisker('M-180 6C-260 20 -270 90 -220 130'), whisker('M-176 -26C-260 -50 -300 -10 -320 40'), path('M-150 20L-142 42L-132 22ZM-120 22L-112 44L-102 24Z', '#fff6e0'))
  return [back, path(outline, linear(c, [[0, body], [1, mane]])), group({ 'clip-path': cut }, rect(-400, -400, 800, 900, pattern(c, 'seigaiha', 44, belly, 'none', 0.07), { opacity: 0.7 })), path(outline, 'none', { stroke: belly, 'stroke-width': 3, opacity: 0.8 }), head].join('')
}
