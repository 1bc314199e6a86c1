import { ensure } from '@kura/contract/errors'
import type { ProfileView } from '@kura/contract/identity/member'
import type { Deps } from '../../deps.ts'
import { readAddress } from '../../platform/flow/read-address.ts'
import { findProfile, findProfileByAddress } from './profile-queries.ts'

/** What everybody may see of a member. Fails with NOT_FOUND, also for members who are banned or gone. */
export async function showUser({ sql }: Pick<Deps, 'sql'>, userId: string): Promise<ProfileView> {
  const profile = await findProfile(sql, userId)
  ensure(profile, 'NOT_FOUND')
  return profile
}

/** The member whose wallet this is. Fails with INVALID_INPUT on a mistyped address, with NOT_FOUND on a stranger's. */
export async function showUserByAddress(deps: Pick<Deps, 'sql' | 'chain'>, flowAddress: string): Promise<ProfileView> {
  const profile = await findProfileByAddress(deps.sql, readAddress(deps, flowAddress))
  ensure(profile, 'NOT_FOUND')
  return profile
}
