import type { Canvas } from './canvas.ts'

/** One picture of the catalogue: its file's name, its size, and what is drawn. */
export type Piece = { name: string; width: number; height: number; draw: (c: Canvas) => void }

export const portrait = { width: 960, height: 1280 } as const
export const tall = { width: 840, height: 1280 } as const
export const square = { width: 1080, height: 1080 } as const
export const landscape = { width: 1280, height: 880 } as const
export const scroll = { width: 1280, height: 640 } as const
