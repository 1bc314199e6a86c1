import { AppError, ensure } from '@kura/contract/errors'
import type { ParsedOf } from '@kura/contract/endpoint'
import type * as contract from '@kura/contract/discovery/collection'
import { FlowAddress } from '@kura/contract/ids'
import { limits } from '@kura/contract/limits'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { ensureOpen } from '../../identity/member/ensure-full-member.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { RawJson, Viewer } from '../../platform/http/on.ts'
import { CursorNumber, CursorText, decodeCursor, rawList } from '../../platform/http/paging.ts'
import * as collections from './queries.ts'

type Sql = Pick<Deps, 'sql'>
type Whose = { userId?: string | undefined; flowAddress?: string | undefined }

const Keys = z.tuple([CursorNumber, CursorText])
const pageOf = ({ limit, offset }: { limit?: number | undefined; offset?: number | undefined }) => ({
  limit: limit ?? limits.pageSize,
  offset: offset ?? 0,
})

/**
 * Whose collection is meant: an address, or null for one that nobody may see or that has no wallet;
 * undefined when nobody is named.
 */
async function addressOf({ sql }: Sql, viewer: Viewer | undefined, { userId, flowAddress }: Whose) {
  if (flowAddress !== undefined) return FlowAddress.safeParse(flowAddress.toLowerCase()).data ?? null
  const memberId = userId ?? viewer?.memberId
  if (memberId === undefined) return undefined
  return collections.findAddress(sql, memberId, viewer?.memberId === memberId)
}

/** The series somebody holds something of; of nobody every series. */
export async function listOwnedSeries(
  { sql }: Sql,
  viewer: Viewer | undefined,
  { query }: ParsedOf<typeof contract.listOwnedSeries>,
): Promise<RawJson> {
  const page = { ...pageOf(query), after: decodeCursor(query.cursor, Keys) }
  const address = await addressOf({ sql }, viewer, query)
  if (address === null) return rawList({ items: '[]', last: null, total: 0 })
  const [found] =
    address === undefined
      ? await collections.listSeriesOfNobody(sql, page)
      : await collections.listOwnedSeries(sql, address, page)
  return rawList(found ?? { items: '[]', last: null })
}

/** One series in somebody's hands. Fails with NOT_FOUND. */
export async function showOwnedSeries(
  { sql }: Sql,
  viewer: Viewer | undefined,
  { params, query }: ParsedOf<typeof contract.showOwnedSeries>,
): Promise<RawJson> {
  const address = (await addressOf({ sql }, viewer, query)) ?? null
  const [found] = await collections.findOwnedSeries(sql, params.seriesId, address, pageOf(query))
  ensure(found, 'NOT_FOUND')
  return { rawJson: found.view }
}

/** By what somebody's collection can be narrowed. */
export async function showOwnershipConditions(
  { sql }: Sql,
  viewer: Viewer | undefined,
  query: Whose,
): Promise<RawJson> {
  const [found] = await collections.findConditions(sql, (await addressOf({ sql }, viewer, query)) ?? null)
  return { rawJson: found?.view ?? '{}' }
}

/** Series with packs on sale now. */
export async function listSeriesSellingPacks(
  { sql }: Sql,
  { query }: ParsedOf<typeof contract.listSeriesSellingPacks>,
): Promise<RawJson> {
  const page = { ...pageOf(query), after: decodeCursor(query.cursor, Keys) }
  const [found] = await collections.listSeriesSellingPacks(sql, query.seriesId, page)
  return rawList(found ?? { items: '[]', last: null })
}

/** One series with the ranking of its collectors. Fails with NOT_FOUND. */
export async function showSeriesCollectors(
  { sql }: Sql,
  { params, query }: ParsedOf<typeof contract.showSeriesCollectors>,
): Promise<RawJson> {
  const { sort = 'items', order = 'desc', user_id: userId } = query
  const ranking = { sort, isDescending: order === 'desc', userId, ...pageOf(query) }
  const [found] = await collections.findCollectors(sql, params.seriesId, ranking)
  ensure(found, 'NOT_FOUND')
  return { rawJson: found.view }
}

/** The pieces a member shows first. Fails with NOT_FOUND. */
export async function showShowcase({ sql }: Sql, userId: string): Promise<RawJson> {
  const [found] = await collections.findShowcase(sql, userId)
  ensure(found, 'NOT_FOUND')
  return { rawJson: `{"items":${found.items}}` }
}

/** Chooses the pieces shown first. Fails with INVALID_INPUT (`not_owner`, `twice`). */
export async function setShowcase(
  { sql }: Sql,
  { memberId }: Viewer,
  { tokenIds }: { tokenIds: string[] },
): Promise<{ tokenIds: string[] }> {
  const refused = (fault: string) => new AppError('INVALID_INPUT', { details: [{ field: 'tokenIds', fault }] })
  if (new Set(tokenIds).size < tokenIds.length) throw refused('twice')
  await limitRate({ sql }, 'favoritePerMember', memberId)
  await transaction(sql, async (db) => {
    await ensureOpen(db, memberId)
    if ((await collections.countOwned(db, memberId, tokenIds)) < tokenIds.length) throw refused('not_owner')
    await collections.replaceShowcase(db, memberId, tokenIds)
  })
  return { tokenIds }
}
