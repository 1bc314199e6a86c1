import type { OpeningState } from '@kura/contract/states'
import type { Rarity } from '@kura/contract/catalogue/item'
import type { UnopenedPackView } from '@kura/contract/shop/opening'
import { rarities } from '../../catalogue/item/item-filters.ts'

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

/** The whole of an opening nobody skips, from the tear to the last card. */
const mostMs = 6000
export const tearMs = 900
const cardMs = 1000

/**
 * Milliseconds each card is shown before the next one comes by itself: five cards and the tear take
 * at most six seconds.
 */
export const msPerCard = (count: number): number =>
  count <= 0 ? 0 : Math.min(cardMs, Math.floor((mostMs - tearMs) / count))

/** The cards as they are shown: the rarest last, those of one rarity as they lie in the pack. */
export const inOrderOfShow = <T extends { rarity: Rarity }>(cards: readonly T[]): T[] =>
  cards.toSorted((a, b) => rarities.indexOf(a.rarity) - rarities.indexOf(b.rarity))

/**
 * Takes a pack out of a kept list of unopened ones, where there is one: the next answer of the
 * server may be seconds away.
 */
export const withoutPack =
  (unopenedPackId: string) =>
  <T extends { items: UnopenedPackView[] }>(list: T | undefined): T | undefined =>
    list && { ...list, items: list.items.filter((pack) => pack.unopenedPackId !== unopenedPackId) }
