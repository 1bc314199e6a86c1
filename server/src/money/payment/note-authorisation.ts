import type { Deps } from '../../deps.ts'
import { newId } from '../../platform/db/id.ts'
import { insertNotice } from './notice-queries.ts'

/** Remembers that there is an authorisation at the provider, as a notice would: it is looked after until it is used or closed. */
export const noteAuthorisation = (deps: Pick<Deps, 'sql'>, payId: string): Promise<unknown> =>
  insertNotice(deps.sql, { id: newId(), gateway: 'paidy', ref: payId, origin: 'checkout' })
