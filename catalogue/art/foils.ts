import { at, circle, linear, n, path, radial, rect } from './canvas.ts'
import type { Canvas } from './canvas.ts'
import { crane, koi, rabbit } from './creatures.ts'
import { disc, fuji, glow, mistBars, sky } from './land.ts'
import { foxMask, oni } from './masks.ts'
import { pattern } from './patterns.ts'
import type { PatternName } from './patterns.ts'
import { blossom, maple } from './plants.ts'
import { breaker } from './sea.ts'
import { fan, kura } from './things.ts'

export type Foil = {
  light: string
  mid: string
  dark: string
  cloth: PatternName
  window: 'round' | 'diamond' | 'arch' | 'fan'
  /** Where the light falls on the foil, in degrees. */ turn: number
  inside: (c: Canvas) => string
}

const pond = (c: Canvas): string =>
  rect(
    0,
    0,
    800,
    1120,
    radial(c, [
      [0, '#18a09a'],
      [1, '#032f38'],
    ]),
  ) + rect(0, 0, 800, 1120, pattern(c, 'seigaiha', 90, '#d9fff2'), { opacity: 0.2 })
const rays = (x: number, y: number, colour: string): string =>
  Array.from({ length: 16 }, (_, k) =>
    path(
      `M${x} ${y}L${n(x + Math.cos(k * 0.3927) * 900)} ${n(y + Math.sin(k * 0.3927) * 900)}L${n(x + Math.cos(k * 0.3927 + 0.19) * 900)} ${n(y + Math.sin(k * 0.3927 + 0.19) * 900)}Z`,
      colour,
      { opacity: 0.35 },
    ),
  ).join('')

export const foils: Record<string, Foil> = {
  moon: {
    light: '#dfe7fb',
    mid: '#6d83c4',
    dark: '#1a2657',
    cloth: 'asanoha',
    window: 'round',
    turn: 24,
    inside: (c) =>
      sky(c, [
        [0.2, '#0b1536'],
        [0.8, '#3f62a5'],
      ]) +
      disc(c, 520, 420, 100, '#f7e9bd', '#fff0b8') +
      at(390, 850, 0.72, 0, kura(c, { plaster: '#eef0f2', shade: '#8a97b8', tile: '#222a40', light: '#ffb454' })),
  },
  water: {
    light: '#d8fff4',
    mid: '#2fb0a6',
    dark: '#06434d',
    cloth: 'seigaiha',
    window: 'diamond',
    turn: -38,
    inside: (c) =>
      pond(c) +
      at(330, 520, 0.82, 24, koi(c, { body: '#fff6ea', patch: '#e2452c', fin: '#ffd9c4', line: '#7a2a1c' }, 60)) +
      at(520, 640, 0.62, 205, koi(c, { body: '#f2b33c', patch: '#fbe3a0', fin: '#ffe9b8', line: '#7a4a10' }, -50)),
  },
  parade: {
    light: '#ffd9a0',
    mid: '#c8452c',
    dark: '#3a0f24',
    cloth: 'uroko',
    window: 'arch',
    turn: 62,
    inside: (c) =>
      sky(c, [
        [0.2, '#2a0f3a'],
        [0.8, '#e0623a'],
      ]) +
      rays(400, 580, '#ffb86b') +
      at(400, 590, 1.08, 0, oni(c, '#d8352c', '#7a1220', '#f0c14d')),
  },
  fox: {
    light: '#fff0d6',
    mid: '#e28a3c',
    dark: '#7a2a18',
    cloth: 'kanoko',
    window: 'arch',
    turn: 148,
    inside: (c) =>
      rect(
        0,
        0,
        800,
        1120,
        radial(c, [
          [0, '#ffd08a'],
          [1, '#5b1b4b'],
        ]),
      ) +
      rays(400, 560, '#fff0c8') +
      at(400, 600, 1.08, 0, foxMask(c, '#fbf1e2', '#d8342c', '#e3b04b')),
  },
  season: {
    light: '#fff3c8',
    mid: '#d3a544',
    dark: '#6b4612',
    cloth: 'shippo',
    window: 'fan',
    turn: -70,
    inside: (c) =>
      sky(c, [
        [0.2, '#f6e6bd'],
        [0.8, '#e0a95a'],
      ]) +
      circle(560, 440, 110, '#d2341f') +
      at(400, 560, 0.78, -8, crane('#fffdf8', '#20242c', '#d2341f')) +
      [0, 1, 2, 3, 4, 5]
        .map((k) =>
          at(
            170 + k * 92,
            780 + (k % 2) * 50,
            0.9,
            k * 50,
            maple(['#c8281e', '#e2571f', '#f08a24'][k % 3] ?? '#c8281e', '#ffcf8a'),
          ),
        )
        .join(''),
  },
  spring: {
    light: '#fff0f4',
    mid: '#ea9ab2',
    dark: '#8a2f55',
    cloth: 'asanoha',
    window: 'round',
    turn: 8,
    inside: (c) =>
      sky(c, [
        [0.2, '#b9d9e6'],
        [0.7, '#fbe3e6'],
      ]) +
      fuji(c, 400, 430, 760, 360, '#7c95b8', '#ffffff', '#f3dfe2') +
      mistBars(c, 720, '#ffffff', 4, 0.9) +
      [
        [210, 420],
        [280, 350],
        [620, 700],
        [560, 780],
        [660, 620],
        [180, 520],
        [400, 800],
      ]
        .map(([x = 0, y = 0], k) => at(x, y, 1.2, k * 33, blossom('#fbd0da', '#d65c7c')))
        .join(''),
  },
  weave: {
    light: '#f2e6c9',
    mid: '#4a6f63',
    dark: '#14302c',
    cloth: 'sayagata',
    window: 'diamond',
    turn: 100,
    inside: (c) =>
      rect(0, 0, 800, 1120, '#e9dcc0') +
      rect(0, 0, 800, 1120, pattern(c, 'ichimatsu', 80, '#c9b58a')) +
      at(
        400,
        720,
        1,
        0,
        fan(
          c,
          '#f3e2b3',
          '#5a2a1a',
          rect(-340, -340, 680, 340, '#143e66') +
            rect(-340, -340, 680, 340, pattern(c, 'seigaiha', 70, '#e9d79a', '#143e66', 0.05)) +
            circle(90, -240, 60, '#e2452c'),
        ),
      ),
  },
  robe: {
    light: '#f0e2ff',
    mid: '#7a4fb0',
    dark: '#241046',
    cloth: 'shippo',
    window: 'arch',
    turn: 200,
    inside: (c) =>
      rect(
        0,
        0,
        800,
        1120,
        linear(c, [
          [0.2, '#16204a'],
          [0.8, '#9a2f6a'],
        ]),
      ) +
      rect(0, 0, 800, 1120, pattern(c, 'kanoko', 40, '#ffffff'), { opacity: 0.16 }) +
      Array.from({ length: 26 }, (_, k) =>
        at(
          170 + ((k * 137) % 470),
          300 + ((k * 211) % 580),
          0.7 + (k % 4) * 0.25,
          k * 40,
          blossom(['#fff3f0', '#f7c6cf', '#ffe3b0'][k % 3] ?? '#fff', '#c8325a'),
        ),
      ).join(''),
  },
  rabbit: {
    light: '#ffffff',
    mid: '#b9b4c9',
    dark: '#3d3a55',
    cloth: 'kanoko',
    window: 'round',
    turn: -20,
    inside: (c) =>
      rect(0, 0, 800, 1120, '#243766') +
      circle(400, 540, 230, '#f8e6ac') +
      circle(400, 540, 230, pattern(c, 'seigaiha', 70, '#d7a945'), { opacity: 0.35 }) +
      at(400, 640, 1, 0, rabbit(c, '#fffaf2', '#b9a9ad')),
  },
  wave: {
    light: '#e6f6ff',
    mid: '#3b87b0',
    dark: '#0b2f4f',
    cloth: 'tatewaku',
    window: 'fan',
    turn: 125,
    inside: (c) =>
      sky(c, [
        [0.2, '#f4ead2'],
        [0.7, '#cfe0d8'],
      ]) +
      disc(c, 590, 440, 70, '#e2452c', '#f2a07a', 0.4) +
      at(370, 640, 1.1, 0, breaker(c, '#0d4766', '#3b93ab', '#fbfffb')) +
      rect(0, 850, 800, 200, '#0d4766') +
      glow(c, 400, 600, 300, '#ffffff', 0.15),
  },
}
