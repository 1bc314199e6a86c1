import type { OpeningState } from '@kura/contract/states'

export type OpeningStage =
  | 'loading'
  | 'failed'
  | 'missing'
  | 'closed'
  | 'tearing'
  | 'minting'
  | 'stuck'
  | 'refunded'
  | 'reveal'
  | 'cards'

type Known = { hasOrder: boolean; opening: OpeningState | undefined; isMissing: boolean; hasFailed: boolean }
type Show = {
  /** The pack was torn here, and the tear has been seen to its end. */
  isTorn: boolean
  isTearOver: boolean
  isSkipped: boolean
  /** This page has seen the pack before its cards were there. */
  wasUnsealed: boolean
}

/** What an opening shows, from what the server knows and how far the show has come. */
export function openingStage(known: Known, show: Show): OpeningStage {
  if (known.isMissing) return 'missing'
  if (known.hasFailed) return 'failed'
  if (!known.hasOrder) return 'loading'
  if (show.isTorn && !show.isTearOver && !show.isSkipped) return 'tearing'
  switch (known.opening) {
    case undefined:
      return show.isTorn ? 'minting' : 'closed'
    case 'opened':
    case 'minting':
      return 'minting'
    case 'stuck':
      return 'stuck'
    case 'refunded':
      return 'refunded'
    case 'sealed':
      return show.wasUnsealed && !show.isSkipped ? 'reveal' : 'cards'
  }
}
