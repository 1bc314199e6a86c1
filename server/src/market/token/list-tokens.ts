import { AppError, ensure } from '@kura/contract/errors'
import type { ParsedOf } from '@kura/contract/endpoint'
import { FlowAddress, TokenId, UserId } from '@kura/contract/ids'
import { limits } from '@kura/contract/limits'
import type * as contract from '@kura/contract/market/token'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { CursorInteger, CursorNumber, decodeCursor, rawList } from '../../platform/http/paging.ts'
import type { RawJson } from '../../platform/http/on.ts'
import * as tokens from './view-queries.ts'

type Query = ParsedOf<typeof contract.listTokens>['query']

const TokenKeys = z.tuple([CursorNumber, TokenId])
const HistoryKeys = z.tuple([CursorNumber, CursorInteger, CursorInteger])

/** Tokens of an owner or of an item. An unknown owner has none; a query for neither is refused. */
export async function listTokens({ sql }: Pick<Deps, 'sql'>, query: Query): Promise<RawJson> {
  const after = decodeCursor(query.cursor, TokenKeys)
  const filter = filterOf(query)
  const [page] = filter
    ? await tokens.listTokens(sql, filter, { limit: query.limit ?? limits.pageSize, offset: query.offset ?? 0, after })
    : []
  return rawList(page ?? { items: '[]', last: null, total: 0 })
}

function filterOf({ flowAddress, userId, itemId }: Query): tokens.TokenFilter | undefined {
  if (flowAddress !== undefined) {
    const address = FlowAddress.safeParse(flowAddress.toLowerCase())
    return address.success ? { flowAddress: address.data } : undefined
  }
  if (userId !== undefined) return UserId.safeParse(userId).success ? { memberId: userId } : undefined
  if (itemId !== undefined) return { itemId }
  throw new AppError('INVALID_REQUEST_FORMAT', {
    details: ['flowAddress', 'userId', 'itemId'].map((field) => ({ field, fault: 'one_required' })),
  })
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
