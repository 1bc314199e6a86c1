import type { Rarity } from '@kura/contract/catalogue/item'
import { rarities } from '../../catalogue/item/item-filters.ts'

/** The whole of an opening nobody skips, from the tear to the last card. */
const mostMs = 6000
export const tearMs = 900
const cardMs = 1000

/** Milliseconds each card is shown before the next one comes by itself: five cards and the tear take at most six seconds. */
export const msPerCard = (count: number): number =>
  count <= 0 ? 0 : Math.min(cardMs, Math.floor((mostMs - tearMs) / count))

/** The cards as they are shown: the rarest last, those of one rarity as they lie in the pack. */
export const inOrderOfShow = <T extends { rarity: Rarity }>(cards: readonly T[]): T[] =>
  cards.toSorted((a, b) => rarities.indexOf(a.rarity) - rarities.indexOf(b.rarity))
