import { FlowAddress, UserId } from '@kura/contract/ids'
import { limits } from '@kura/contract/limits'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { limitRate, sourceOf } from '../../platform/http/limit-rate.ts'
import type { RawJson } from '../../platform/http/on.ts'
import { CursorNumber, decodeCursor, rawList } from '../../platform/http/paging.ts'
import * as members from './search-queries.ts'

type Query = {
  q?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
  cursor?: string | undefined
}

/** How many members one search finds at most: who needs more types more. */
const foundMost = 200
const Keys = z.tuple([CursorNumber.max(foundMost)])

/** Members who are named exactly so, or are the one of this handle, wallet or id. */
export async function searchPerfect(deps: Pick<Deps, 'sql'>, query: Query, ip: string): Promise<RawJson> {
  const text = read(query.q)
  const address = FlowAddress.safeParse(text.toLowerCase())
  const id = UserId.safeParse(text.toLowerCase())
  return search(deps, query, ip, (page) =>
    members.listPerfect(deps.sql, { text, address: address.data ?? null, id: id.data ?? null }, page),
  )
}

/** Members whose name or handle contains the text, those that begin with it first. */
export const searchPartial = (deps: Pick<Deps, 'sql'>, query: Query, ip: string): Promise<RawJson> =>
  search(deps, query, ip, (page) => members.listPartial(deps.sql, read(query.q), page))

async function search(
  { sql }: Pick<Deps, 'sql'>,
  query: Query,
  ip: string,
  list: (page: members.SearchPage) => Promise<{ items: string; last: number[] | null; total: number }[]>,
): Promise<RawJson> {
  const [after] = decodeCursor(query.cursor, Keys) ?? []
  await limitRate({ sql }, 'searchUsersPerSource', sourceOf(ip))
  if (read(query.q) === '') return rawList({ items: '[]', last: null, total: 0 })
  const [page] = await list({ limit: query.limit ?? limits.pageSize, offset: after ?? query.offset ?? 0, foundMost })
  return rawList(page ?? { items: '[]', last: null, total: 0 })
}

/** A handle is often typed with an at sign. */
const read = (q = ''): string => q.normalize('NFKC').trim().replace(/^@/, '')
