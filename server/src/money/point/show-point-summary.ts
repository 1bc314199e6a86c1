import type { PointSummary } from '@kura/contract/money/point'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { summarise } from './view-queries.ts'

/** The points the member can spend now. What has expired is left out at once, whenever the sweep comes by. */
export const showPointSummary = ({ sql }: Pick<Deps, 'sql'>, { memberId }: Viewer): Promise<PointSummary> =>
  summarise(sql, memberId)
