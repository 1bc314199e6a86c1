import { limits } from '@kura/contract/limits'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { isFamilyYoung } from './queries.ts'

/** Whether this device signed in a moment ago. A refresh goes on with the session and makes it no younger. */
export const isFreshSignIn = ({ sql }: Pick<Deps, 'sql'>, { familyId }: Pick<Viewer, 'familyId'>): Promise<boolean> =>
  isFamilyYoung(sql, familyId, limits.freshSignInMinutes)
