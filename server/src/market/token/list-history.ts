import { ensure } from '@kura/contract/errors'
import type { ParsedOf } from '@kura/contract/endpoint'
import { limits } from '@kura/contract/limits'
import type { listTokenHistory as endpoint } from '@kura/contract/market/token'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { CursorInteger, CursorNumber, decodeCursor, rawList } from '../../platform/http/paging.ts'
import type { RawJson } from '../../platform/http/on.ts'
import { listHistory } from './history-queries.ts'

const Keys = z.tuple([CursorNumber, CursorInteger, CursorInteger])

/** What became of a token, newest first. Fails with NOT_FOUND. */
export async function listTokenHistory(
  { sql }: Pick<Deps, 'sql'>,
  { params, query }: ParsedOf<typeof endpoint>,
): Promise<RawJson> {
  const after = decodeCursor(query.cursor, Keys)
  const [page] = await listHistory(sql, params.tokenId, { limit: query.limit ?? limits.pageSize, after })
  ensure(page?.isKnown, 'NOT_FOUND')
  return rawList(page)
}
