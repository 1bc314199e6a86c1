import { AppError, ensure } from '@kura/contract/errors'
import type { ParsedOf } from '@kura/contract/endpoint'
import type * as contract from '@kura/contract/discovery/favorite'
import { limits } from '@kura/contract/limits'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { ensureOpen } from '../../identity/member/ensure-full-member.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { RawJson, Viewer } from '../../platform/http/on.ts'
import { CursorNumber, decodeCursor, rawList } from '../../platform/http/paging.ts'
import * as favorites from './queries.ts'
import type { FavoriteKind, Subject } from './queries.ts'

type Sql = Pick<Deps, 'sql'>
type NewFavorite = ParsedOf<typeof contract.addFavorite>['body']

/**
 * Keeps a work, series or pack in mind, or changes the price of one that is. Fails with NOT_FOUND,
 * FAVORITES_FULL, and INVALID_INPUT when not exactly one thing is named, or a price for other than
 * a work.
 */
export async function addFavorite({ sql }: Sql, { memberId }: Viewer, body: NewFavorite) {
  const subject = readSubject(body)
  const noticeBelowYen = body.noticeBelowYen ?? null
  if (noticeBelowYen !== null && subject.kind !== 'item') throw refused('noticeBelowYen', 'items_only')
  await limitRate({ sql }, 'favoritePerMember', memberId)
  await transaction(sql, async (db) => {
    await ensureOpen(db, memberId)
    const isNew = !(await favorites.hasFavorite(db, memberId, subject))
    if (isNew) ensure((await favorites.countFavorites(db, memberId)) < limits.favoritesMost, 'FAVORITES_FULL')
    ensure(await favorites.upsertFavorite(db, memberId, subject, noticeBelowYen), 'NOT_FOUND')
  })
  return { ...subject, isFavorite: true, noticeBelowYen }
}

function readSubject({ itemId, seriesId, packId }: NewFavorite): Subject {
  const named: { kind: FavoriteKind; id: string | undefined }[] = [
    { kind: 'item', id: itemId },
    { kind: 'series', id: seriesId },
    { kind: 'pack', id: packId },
  ]
  const [subject, ...more] = named.filter((each): each is Subject => each.id !== undefined)
  if (subject === undefined || more.length > 0) throw refused('itemId', 'exactly_one')
  return subject
}

const refused = (field: string, fault: string) => new AppError('INVALID_INPUT', { details: [{ field, fault }] })

/** Keeps it in mind no more. Fails with NOT_FOUND when there is no such thing. */
export async function deleteFavorite({ sql }: Sql, { memberId }: Viewer, subject: Subject) {
  ensure(await favorites.deleteFavorite(sql, memberId, subject), 'NOT_FOUND')
  return { ...subject, isFavorite: false, noticeBelowYen: null }
}

const Keys = z.tuple([CursorNumber])

/** What a member keeps in mind. Fails with NOT_FOUND unless the viewer may see it. */
export async function listFavorites(
  { sql }: Sql,
  viewer: Viewer | undefined,
  { params: { userId }, query }: ParsedOf<typeof contract.listFavorites>,
): Promise<RawJson> {
  const [after] = decodeCursor(query.cursor, Keys) ?? []
  const isOwn = viewer?.memberId === userId
  const standing = await favorites.findStanding(sql, userId)
  ensure(standing && (standing.showsFavorites || isOwn), 'NOT_FOUND')
  const { kind, limit = limits.pageSize, offset = 0 } = query
  const [page] = await favorites.listFavorites(sql, { userId, kind, isOwn, limit, offset, after })
  return rawList(page ?? { items: '[]', last: null })
}
