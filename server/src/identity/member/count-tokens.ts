import { ensure } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'
import { countByOwner } from './profile-queries.ts'

/** How many tokens lie in the vault of a member; 0 without a wallet. Fails with NOT_FOUND. */
export async function countTokens({ sql }: Pick<Deps, 'sql'>, userId: string): Promise<{ count: number }> {
  const counted = await countByOwner(sql, userId)
  ensure(counted, 'NOT_FOUND')
  return counted
}
