import type { Deps } from '../../deps.ts'
import { insertNamed } from '../../money/payment/notice-queries.ts'
import { newId } from '../../platform/db/id.ts'
import type { Gateway } from './difference.ts'
import { readList } from './read-list.ts'

const namedAtOnce = 1000

/**
 * Takes the payments of a list from the gateway's screens into the next comparison; answers how many it names. Fails with
 * ListRefusedError, and then takes none.
 */
export async function namePayments(deps: Pick<Deps, 'sql'>, gateway: Gateway, bytes: Uint8Array): Promise<number> {
  const keys = readList(gateway, bytes)
  for (let first = 0; first < keys.length; first += namedAtOnce) {
    const named = keys.slice(first, first + namedAtOnce).map((ref) => ({ id: newId(), ref }))
    await insertNamed(deps.sql, gateway, named)
  }
  return keys.length
}
