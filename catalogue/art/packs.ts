import { at, circle, clip, group, linear, n, path, polygon, radial, rect } from './canvas.ts'
import type { Canvas, Point } from './canvas.ts'
import { crane, foxMask, koi, oni, rabbit } from './beings.ts'
import { breaker, disc, fuji, glow, mistBars, sky } from './land.ts'
import { pattern } from './patterns.ts'
import type { PatternName } from './patterns.ts'
import type { Piece } from './piece.ts'
import { blossom, fan, kura, maple } from './things.ts'

type Foil = { light: string; mid: string; dark: string; cloth: PatternName; window: 'round' | 'diamond' | 'arch' | 'fan'; inside: (c: Canvas) => string }

const size = { width: 800, height: 1120 } as const

/** The opening in the foil through which the picture is seen. */
const windows: Record<Foil['window'], string> = {
  round: 'M400 260A290 290 0 1 1 399.9 260Z',
  diamond: 'M400 210L700 560L400 910L100 560Z',
  arch: 'M140 880V500A260 260 0 0 1 660 500V880Z',
  fan: 'M90 470C230 260 570 260 710 470L560 880C480 830 320 830 240 880Z',
}

/** A sealed wrapper of metal foil: brushed light across it, a pattern pressed in, crimped ends, and a picture behind a window. */
function drawFoil(c: Canvas, { light, mid, dark, cloth, window, inside }: Foil): void {
  const shine = linear(c, [[0, dark], [0.16, mid], [0.3, light], [0.4, mid], [0.58, dark], [0.74, mid], [0.84, light], [1, dark]], 24)
  c.add(rect(0, 0, c.width, c.height, dark))
  const edge: Point[] = []
  const teeth = 40
  for (let k = 0; k <= teeth; k += 1) edge.push([(c.width * k) / teeth, k % 2 ? 2 : 18])
  for (let k = teeth; k >= 0; k -= 1) edge.push([(c.width * k) / teeth, c.height - (k % 2 ? 2 : 18)])
  const body = polygon(edge)
  const cut = clip(c, `<path d="${body}"/>`)
  c.add(group({ 'clip-path': cut }, rect(0, 0, c.width, c.height, shine), rect(0, 0, c.width, c.height, pattern(c, cloth, 108, '#ffffff', 'none', 0.025), { opacity: 0.34 }), rect(3, 3, c.width, c.height, pattern(c, cloth, 108, '#000000', 'none', 0.02), { opacity: 0.16 })))
  for (const y of [34, c.height - 104]) {
    c.add(group({ 'clip-path': cut }, rect(0, y, c.width, 70, dark, { opacity: 0.45 }), ...Array.from({ length: 54 }, (_, k) => rect(6 + k * 15, y, 5, 70, light, { opacity: 0.35 }))))
  }
  const hole = clip(c, `<path d="${windows[window]}"/>`)
  c.add(path(windows[window], '#000', { opacity: 0.35, transform: 'translate(8 14)' }), group({ 'clip-path': hole }, inside(c)))
  c.add(path(windows[window], 'none', { stroke: dark, 'stroke-width': 26 }), path(windows[window], 'none', { stroke: light, 'stroke-width': 15 }), path(windows[window], 'none', { stroke: '#ffffff', 'stroke-width': 3, opacity: 0.8 }))
  c.add(seal(c, 400, 960, light, dark), sweep(c, cut))
}

/** The crest of the shop: a storehouse in a ring. */
function seal(c: Canvas, x: number, y: number, light: string, dark: string): string {
  const paint = linear(c, [[0, '#ffffff'], [0.4, light], [1, dark]], 50)
  return at(x, y, 1, 0, circle(0, 0, 52, dark), circle(0, 0, 47, paint), circle(0, 0, 38, 'none', { stroke: dark, 'stroke-width': 3 }), path('M-26 24V-6L0 -26L26 -6V24ZM-9 24V6H9V24Z', dark, { 'fill-rule': 'evenodd' }), path('M-34 -2L0 -30L34 -2', 'none', { stroke: dark, 'stroke-width': 6, 'stroke-linecap': 'round' }))
}

/** Light that slides over the wrapper. */
const sweep = (c: Canvas, cut: string): string =>
  group({ 'clip-path': cut }, path(`M-60 ${n(c.height * 0.62)}L${c.width * 0.78} -60H${c.width + 80}L-60 ${n(c.height * 0.98)}Z`, linear(c, [[0, '#fff', 0], [0.5, '#fff', 0.3], [1, '#fff', 0]], 40)), rect(0, 14, 30, c.height - 28, '#fff', { opacity: 0.16 }), rect(c.width - 30, 14, 30, c.height - 28, '#000', { opacity: 0.18 }))

const pond = (c: Canvas): string => rect(0, 0, 800, 1120, radial(c, [[0, '#18a09a'], [1, '#032f38']])) + rect(0, 0, 800, 1120, pattern(c, 'seigaiha', 90, '#d9fff2'), { opacity: 0.2 })
const rays = (x: number, y: number, colour: string): string =>
  Array.from({ length: 16 }, (_, k) => path(`M${x} ${y}L${n(x + Math.cos(k * 0.3927) * 900)} ${n(y + Math.sin(k * 0.3927) * 900)}L${n(x + Math.cos(k * 0.3927 + 0.19) * 900)} ${n(y + Math.sin(k * 0.3927 + 0.19) * 900)}Z`, colour, { opacity: 0.35 })).join('')

const foils: Record<string, Foil> = {
  moon: { light: '#dfe7fb', mid: '#6d83c4', dark: '#1a2657', cloth: 'asanoha', window: 'round', inside: (c) => sky(c, [[0.2, '#0b1536'], [0.8, '#3f62a5']]) + disc(c, 520, 420, 100, '#f7e9bd', '#fff0b8') + at(390, 850, 0.72, 0, kura(c, { plaster: '#eef0f2', shade: '#8a97b8', tile: '#222a40', light: '#ffb454' })) },
  water: { light: '#d8fff4', mid: '#2fb0a6', dark: '#06434d', cloth: 'seigaiha', window: 'diamond', inside: (c) => pond(c) + at(330, 520, 0.82, 24, koi(c, { body: '#fff6ea', patch: '#e2452c', fin: '#ffd9c4', line: '#7a2a1c' }, 60)) + at(520, 640, 0.62, 205, koi(c, { body: '#f2b33c', patch: '#fbe3a0', fin: '#ffe9b8', line: '#7a4a10' }, -50)) },
  parade: { light: '#ffd9a0', mid: '#c8452c', dark: '#3a0f24', cloth: 'uroko', window: 'arch', inside: (c) => sky(c, [[0.2, '#2a0f3a'], [0.8, '#e0623a']]) + rays(400, 580, '#ffb86b') + at(400, 590, 1.08, 0, oni(c, '#d8352c', '#7a1220', '#f0c14d')) },
  fox: { light: '#fff0d6', mid: '#e28a3c', dark: '#7a2a18', cloth: 'kanoko', window: 'arch', inside: (c) => rect(0, 0, 800, 1120, radial(c, [[0, '#ffd08a'], [1, '#5b1b4b']])) + rays(400, 560, '#fff0c8') + at(400, 600, 1.08, 0, foxMask(c, '#fbf1e2', '#d8342c', '#e3b04b')) },
  season: { light: '#fff3c8', mid: '#d3a544', dark: '#6b4612', cloth: 'shippo', window: 'fan', inside: (c) => sky(c, [[0.2, '#f6e6bd'], [0.8, '#e0a95a']]) + circle(560, 440, 110, '#d2341f') + at(400, 560, 0.78, -8, crane(c, '#fffdf8', '#20242c', '#d2341f')) + [0, 1, 2, 3, 4, 5].map((k) => at(170 + k * 92, 780 + (k % 2) * 50, 0.9, k * 50, maple(['#c8281e', '#e2571f', '#f08a24'][k % 3] ?? '#c8281e', '#ffcf8a'))).join('') },
  spring: { light: '#fff0f4', mid: '#ea9ab2', dark: '#8a2f55', cloth: 'asanoha', window: 'round', inside: (c) => sky(c, [[0.2, '#b9d9e6'], [0.7, '#fbe3e6']]) + fuji(c, 400, 430, 760, 360, '#7c95b8', '#ffffff', '#f3dfe2') + mistBars(c, 720, '#ffffff', 4, 0.9) + [[210, 420], [280, 350], [620, 700], [560, 780], [660, 620], [180, 520], [400, 800]].map(([x = 0, y = 0], k) => at(x, y, 1.2, k * 33, blossom('#fbd0da', '#d65c7c'))).join('') },
  weave: { light: '#f2e6c9', mid: '#4a6f63', dark: '#14302c', cloth: 'sayagata', window: 'diamond', inside: (c) => rect(0, 0, 800, 1120, '#e9dcc0') + rect(0, 0, 800, 1120, pattern(c, 'ichimatsu', 80, '#c9b58a')) + at(400, 720, 1, 0, fan(c, '#f3e2b3', '#5a2a1a', rect(-340, -340, 680, 340, '#143e66') + rect(-340, -340, 680, 340, pattern(c, 'seigaiha', 70, '#e9d79a', '#143e66', 0.05)) + circle(90, -240, 60, '#e2452c'))) },
  robe: { light: '#f0e2ff', mid: '#7a4fb0', dark: '#241046', cloth: 'shippo', window: 'arch', inside: (c) => rect(0, 0, 800, 1120, linear(c, [[0.2, '#16204a'], [0.8, '#9a2f6a']])) + rect(0, 0, 800, 1120, pattern(c, 'kanoko', 40, '#ffffff'), { opacity: 0.16 }) + Array.from({ length: 26 }, (_, k) => at(170 + ((k * 137) % 470), 300 + ((k * 211) % 580), 0.7 + (k % 4) * 0.25, k * 40, blossom(['#fff3f0', '#f7c6cf', '#ffe3b0'][k % 3] ?? '#fff', '#c8325a'))).join('') },
  rabbit: { light: '#ffffff', mid: '#b9b4c9', dark: '#3d3a55', cloth: 'kanoko', window: 'round', inside: (c) => rect(0, 0, 800, 1120, '#243766') + circle(400, 540, 230, '#f8e6ac') + circle(400, 540, 230, pattern(c, 'seigaiha', 70, '#d7a945'), { opacity: 0.35 }) + at(400, 640, 1, 0, rabbit(c, '#fffaf2', '#b9a9ad')) },
  wave: { light: '#e6f6ff', mid: '#3b87b0', dark: '#0b2f4f', cloth: 'tatewaku', window: 'fan', inside: (c) => sky(c, [[0.2, '#f4ead2'], [0.7, '#cfe0d8']]) + disc(c, 590, 440, 70, '#e2452c', '#f2a07a', 0.4) + at(370, 640, 1.1, 0, breaker(c, '#0d4766', '#3b93ab', '#fbfffb')) + rect(0, 850, 800, 200, '#0d4766') + glow(c, 400, 600, 300, '#ffffff', 0.15) },
}

/** The fronts of the packs. */
export const packPieces: Piece[] = Object.entries(foils).map(([name, foil]) => ({ name: `pack-${name}`, ...size, draw: (c) => drawFoil(c, foil) }))
