import type { ApiOutput } from '@kura/contract/api'

export type Chart = ApiOutput<'showItemChart'>
/** One day of the chart; prices are null where nothing was sold, the floor where nothing was offered. */
export type ChartDay = Chart['days'][number]

const dayMs = 86_400_000

/** Every day of a chart, also those the API leaves out because nothing happened: their floor is that of the day before. */
export function fillDays({ from, to, floorBefore, days }: Chart): ChartDay[] {
  const known = new Map(days.map((day) => [day.day, day]))
  const filled: ChartDay[] = []
  let floor = floorBefore
  for (let at = Date.parse(from); at <= Date.parse(to); at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10)
    const found = known.get(day)
    if (found) floor = found.floor
    filled.push(found ?? { day, sold: 0, volumeYen: 0, medianPrice: null, minPrice: null, maxPrice: null, floor })
  }
  return filled
}

/** Whether there is anything to draw. */
export const isBlank = (days: readonly ChartDay[]): boolean =>
  days.every(({ sold, floor }) => sold === 0 && floor === null)
