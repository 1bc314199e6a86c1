import type { Deps } from '../../deps.ts'
import { forgetCollection, keepCollection } from './queries.ts'

/** Keeps what the chain said of a member's collection: a yes counts for a while, a no ends an earlier yes. */
export async function noteCollection(
  { sql }: Pick<Deps, 'sql'>,
  memberId: string,
  { address, isThere }: { address: string; isThere: boolean },
): Promise<void> {
  await (isThere ? keepCollection(sql, memberId, address) : forgetCollection(sql, memberId, address))
}
