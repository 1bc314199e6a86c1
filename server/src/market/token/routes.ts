import { ensure } from '@kura/contract/errors'
import * as contract from '@kura/contract/market/token'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { listTokenHistory, listTokens } from './list-tokens.ts'
import * as tokens from './view-queries.ts'

/** Tokens: lists and one of them with its history. */
export const tokenRoutes = (deps: Pick<Deps, 'sql'>): Route[] => [
  on(contract.listTokens, ({ query }) => listTokens(deps, query)),
  on(contract.showToken, async ({ params }) => {
    const [found] = await tokens.findToken(deps.sql, params.tokenId)
    ensure(found, 'NOT_FOUND')
    return { rawJson: found.token }
  }),
  on(contract.listTokenHistory, (input) => listTokenHistory(deps, input)),
]
