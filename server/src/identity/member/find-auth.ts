import type { Deps } from '../../deps.ts'
import * as members from './queries.ts'
import type { AuthRow } from './queries.ts'

/** What re-authentication needs to know of a member, for the nouns that ask for it. */
export const findAuth = ({ sql }: Pick<Deps, 'sql'>, memberId: string): Promise<AuthRow | undefined> =>
  members.findAuth(sql, memberId)
