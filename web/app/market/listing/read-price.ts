export type PriceBounds = { least: number; most: number }
export type PriceFault = 'empty' | 'whole' | 'too-low' | 'too-high'
export type ReadPrice = { yen: number; fault?: undefined } | { yen?: undefined; fault: PriceFault }

/** A price as it was typed: whole yen, also in full-width digits, with separators or a sign of the yen. */
export function readPrice(text: string, { least, most }: PriceBounds): ReadPrice {
  const typed = text.normalize('NFKC').replace(/[\s,、¥円\\]/g, '')
  if (typed === '') return { fault: 'empty' }
  if (!/^\d+$/.test(typed)) return { fault: 'whole' }
  const yen = Number(typed)
  if (yen < least) return { fault: 'too-low' }
  return yen > most ? { fault: 'too-high' } : { yen }
}

export type PricePick = { kind: 'now' | 'floor' | 'under' | 'last'; yen: number }

type Known = { now: number | null; floor: number | null; last: number | null } & PriceBounds

/** Prices to choose from by one press: within the bounds, each amount once. A little below the floor is one per cent, ten yen at least. */
export function listPicks({ now, floor, last, least, most }: Known): PricePick[] {
  // the own offer is nothing to go below
  const under = floor === null || floor === now ? null : floor - Math.max(10, Math.floor(floor / 1000) * 10)
  const all: { kind: PricePick['kind']; yen: number | null }[] = [
    { kind: 'now', yen: now },
    { kind: 'floor', yen: floor },
    { kind: 'under', yen: under },
    { kind: 'last', yen: last },
  ]
  const picks = all.filter((pick): pick is PricePick => pick.yen !== null && pick.yen >= least && pick.yen <= most)
  return picks.filter(({ yen }, index) => picks.findIndex((other) => other.yen === yen) === index)
}
