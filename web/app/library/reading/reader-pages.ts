/** How pages are shown: one, two side by side as in a book, or all in a column. */
export const readingModes = ['single', 'double', 'scroll'] as const
export type ReadingMode = (typeof readingModes)[number]
export type Direction = 'rtl' | 'ltr'

export const zooms = [1, 1.5, 2, 3] as const
export type Zoom = (typeof zooms)[number]

/** The pages that are shown together. The first page of a book stands alone, as its cover. */
export function spreadOf(page: number, count: number, mode: ReadingMode): number[] {
  if (mode !== 'double' || page <= 1) return [page]
  const first = page - (page % 2)
  return first + 1 <= count ? [first, first + 1] : [first]
}

/** The page after or before what is shown, within the book. */
export function turned(page: number, count: number, mode: ReadingMode, by: 1 | -1): number {
  const shown = spreadOf(page, count, mode)
  const [first = 1] = shown
  const next = by > 0 ? (shown.at(-1) ?? first) + 1 : first - 1
  return next < 1 || next > count ? page : (spreadOf(next, count, mode)[0] ?? page)
}

/** The pages to load: what is shown, two spreads ahead and one behind. */
export function pagesToLoad(page: number, count: number, mode: ReadingMode): number[] {
  const next = turned(page, count, mode, 1)
  const spots = [page, next, turned(next, count, mode, 1), turned(page, count, mode, -1)]
  return [...new Set(spots.flatMap((spot) => spreadOf(spot, count, mode)))].toSorted((a, b) => a - b)
}

export type Act = 'next' | 'previous' | 'first' | 'last' | 'closer' | 'wider' | 'whole' | 'close'

/** What a key does. The arrow towards where reading goes turns to the next page. */
export function actOfKey({ key, shiftKey }: { key: string; shiftKey: boolean }, direction: Direction): Act | undefined {
  switch (key) {
    case 'ArrowLeft':
      return direction === 'rtl' ? 'next' : 'previous'
    case 'ArrowRight':
      return direction === 'rtl' ? 'previous' : 'next'
    case ' ':
      return shiftKey ? 'previous' : 'next'
    case 'PageDown':
      return 'next'
    case 'PageUp':
      return 'previous'
    case 'Home':
      return 'first'
    case 'End':
      return 'last'
    case '+':
    case ';':
    case '=':
      return 'closer'
    case '-':
      return 'wider'
    case '0':
      return 'whole'
    case 'Escape':
      return 'close'
    default:
      return undefined
  }
}

/** What a finger that went so far does: a swipe drags the next page in from its side. */
export function actOfSwipe(dx: number, dy: number, direction: Direction): Act | undefined {
  if (Math.abs(dx) < 48 || Math.abs(dx) < 1.5 * Math.abs(dy)) return undefined
  return dx > 0 === (direction === 'rtl') ? 'next' : 'previous'
}

/** What a tap at a part of the width (0 to 1) does; undefined in the middle. */
export function actOfTap(at: number, direction: Direction): Act | undefined {
  if (at > 0.33 && at < 0.67) return undefined
  return at < 0.5 === (direction === 'rtl') ? 'next' : 'previous'
}
