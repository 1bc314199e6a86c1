import type { StoredCard } from '@kura/contract/money/card'
import type { Deps } from '../../deps.ts'
import type { Viewer } from '../../platform/http/on.ts'
import * as cards from './queries.ts'

/** The stored cards of the member, latest first. */
export const listCards = async (deps: Pick<Deps, 'sql'>, viewer: Viewer): Promise<{ items: StoredCard[] }> => ({
  items: [...(await cards.listOwn(deps.sql, viewer.memberId))],
})
