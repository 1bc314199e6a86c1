import type { Deps } from '../../deps.ts'
import { deleteOld } from './queries.ts'

/** Removes rows of sessions, codes, nonces, bot tokens and rate limits that can decide nothing any more. Run it daily. */
export const sweepIdentity = ({ sql }: Pick<Deps, 'sql'>): Promise<void> => deleteOld(sql)
