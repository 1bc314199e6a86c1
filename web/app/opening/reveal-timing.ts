/** The whole of an opening nobody skips, from the tear to the last card. */
const mostMs = 6000
export const tearMs = 900
const cardMs = 1000

/** Milliseconds each card is shown before the next one comes by itself: five cards and the tear take at most six seconds. */
export const msPerCard = (count: number): number =>
  count <= 0 ? 0 : Math.min(cardMs, Math.floor((mostMs - tearMs) / count))
