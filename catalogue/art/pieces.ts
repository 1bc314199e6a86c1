import { bannerPieces } from './banners.ts'
import { moonPieces } from './moon.ts'
import { packPieces } from './packs.ts'
import { paradePieces } from './parade.ts'
import type { Piece } from './piece.ts'
import { seasonPieces } from './seasons.ts'
import { waterPieces } from './water.ts'
import { weavePieces } from './weave.ts'

/** Every picture of the demo catalogue. */
export const allPieces: Piece[] = [
  ...moonPieces,
  ...waterPieces,
  ...paradePieces,
  ...seasonPieces,
  ...weavePieces,
  ...packPieces,
  ...bannerPieces,
]
