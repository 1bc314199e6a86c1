import type { Deps } from '../../deps.ts'
import { drawLines } from './draw-line.ts'
import { drawPacks } from './draw-packs.ts'
import { finishSales, touchAtEdges } from './draw-queries.ts'

/** How far back a look at the edges of terms reaches: workers pause a second or two, and one that stopped catches up. */
const edgeSeconds = 5

/** What the worker does for packs, and how often. */
export const packJobs: { name: string; everySeconds: number; run: (deps: Deps) => Promise<unknown> }[] = [
  { name: 'draw-packs', everySeconds: 0.5, run: drawPacks },
  { name: 'draw-lines', everySeconds: 1, run: drawLines },
  { name: 'pack-terms', everySeconds: 2, run: async ({ sql }) => touchAtEdges(sql, edgeSeconds) },
  { name: 'finish-sales', everySeconds: 5, run: async ({ sql }) => finishSales(sql) },
]
