import { firstLoads } from '../first-load.ts'
import { plainFigure } from '../measure/figure.ts'
import type { Figure } from '../measure/figure.ts'

/** JavaScript of a first visit. */
export async function firstLoadBench(): Promise<Figure[]> {
  const loads = await firstLoads()
  return loads.map(({ page, bytes }) =>
    plainFigure({ name: `first load of ${page}, gzip`, unit: 'kB', goal: { atMost: 180 } }, [bytes / 1000]),
  )
}
