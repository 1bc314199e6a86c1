import { ensure } from '@kura/contract/errors'
import * as contract from '@kura/contract/market/token'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route, RawJson, Viewer } from '../../platform/http/on.ts'
import { findBearer } from '../../identity/service/connections.ts'
import * as tokens from './view-queries.ts'
import type { ParsedOf } from '@kura/contract/endpoint'
import { FlowAddress, TokenId, UserId } from '@kura/contract/ids'
import { limits } from '@kura/contract/limits'
import { z } from 'zod'
import { CursorInteger, CursorNumber, decodeCursor, rawList } from '../../platform/http/paging.ts'

/** Tokens: lists and one of them with its history. */
export const tokenRoutes = (deps: Pick<Deps, 'sql'>): Route[] => [
  on(contract.listTokens, ({ query }, { viewer }) => listTokens(deps, viewer, query)),
  on(contract.showToken, async ({ params }) => {
    const [found] = await tokens.findToken(deps.sql, params.tokenId)
    ensure(found, 'NOT_FOUND')
    return { rawJson: found.token }
  }),
  on(contract.listConnectedPieces, ({ headers, query }) => listConnectedPieces(deps, headers.authorization, query)),
  on(contract.listTokenHistory, (input) => listTokenHistory(deps, input)),
]

type Query = ParsedOf<typeof contract.listTokens>['query']

const TokenKeys = z.tuple([CursorNumber, TokenId])
const HistoryKeys = z.tuple([CursorNumber, CursorInteger, CursorInteger])

/** Tokens of an owner, of an item or of everybody. An unknown owner has none. */
export async function listTokens(
  { sql }: Pick<Deps, 'sql'>,
  viewer: Viewer | undefined,
  query: Query,
): Promise<RawJson> {
  const after = decodeCursor(query.cursor, TokenKeys)
  const filter = filterOf(viewer, query)
  const [page] = filter
    ? await tokens.listTokens(sql, filter, {
        seriesId: query.seriesId,
        limit: query.limit ?? limits.pageSize,
        offset: query.offset ?? 0,
        after,
      })
    : []
  return rawList(page ?? { items: '[]', last: null, total: 0 })
}

/** The pieces of the member whose token a service sends. Fails as `findBearer` does. */
async function listConnectedPieces(
  { sql }: Pick<Deps, 'sql'>,
  authorization: string | undefined,
  { limit = limits.pageSize, cursor }: ParsedOf<typeof contract.listConnectedPieces>['query'],
): Promise<RawJson> {
  const after = decodeCursor(cursor, TokenKeys)
  const { memberId } = await findBearer({ sql }, authorization, 'pieces')
  const options = { seriesId: undefined, limit, offset: 0, after }
  const [page] = await tokens.listTokens(sql, { memberId, isOwn: true }, options)
  return rawList(page ?? { items: '[]', last: null, total: 0 })
}

function filterOf(viewer: Viewer | undefined, { flowAddress, userId, itemId }: Query): tokens.TokenFilter | undefined {
  if (flowAddress !== undefined) {
    const address = FlowAddress.safeParse(flowAddress.toLowerCase())
    return address.success ? { flowAddress: address.data } : undefined
  }
  if (userId !== undefined)
    return UserId.safeParse(userId).success ? { memberId: userId, isOwn: viewer?.memberId === userId } : undefined
  return itemId === undefined ? 'all' : { itemId }
}

/** The history of a token, newest first. Fails with NOT_FOUND. */
export async function listTokenHistory(
  { sql }: Pick<Deps, 'sql'>,
  { params, query }: ParsedOf<typeof contract.listTokenHistory>,
): Promise<RawJson> {
  const after = decodeCursor(query.cursor, HistoryKeys)
  const [page] = await tokens.listHistory(sql, params.tokenId, { limit: query.limit ?? limits.pageSize, after })
  ensure(page?.isKnown, 'NOT_FOUND')
  return rawList(page)
}
