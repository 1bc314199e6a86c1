import type { Deps } from '../../deps.ts'
import { listOfOrders } from './queries.ts'
import type { OpeningDeps } from './settle-opening.ts'
import { startSoon } from './start-soon.ts'

/** So many mints are begun right after the answer; of larger grants the worker begins the rest. */
const most = 3

/** Starts the mints of packs that opened by themselves as they were given. */
export async function openSoon(deps: OpeningDeps & Pick<Deps, 'background'>, orderIds: string[]): Promise<void> {
  const ids = await listOfOrders(deps.sql, orderIds.slice(0, most))
  for (const id of ids) startSoon(deps, id)
}
