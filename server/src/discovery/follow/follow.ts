import { AppError, ensure } from '@kura/contract/errors'
import type { ParsedOf } from '@kura/contract/endpoint'
import type * as contract from '@kura/contract/discovery/follow'
import { limits } from '@kura/contract/limits'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { ensureOpen } from '../../identity/member/ensure-full-member.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { RawJson, Viewer } from '../../platform/http/on.ts'
import { CursorNumber, decodeCursor, rawList } from '../../platform/http/paging.ts'
import * as follows from './queries.ts'

type Sql = Pick<Deps, 'sql'>

/**
 * Follows a member. Fails with INVALID_INPUT (`yourself`), with NOT_FOUND for one whom others do
 * not see, and with FOLLOWS_FULL.
 */
export async function followMember({ sql }: Sql, { memberId }: Viewer, { targetUserId }: { targetUserId: string }) {
  if (targetUserId === memberId)
    throw new AppError('INVALID_INPUT', { details: [{ field: 'targetUserId', fault: 'yourself' }] })
  await limitRate({ sql }, 'followPerMember', memberId)
  await transaction(sql, async (db) => {
    await ensureOpen(db, memberId)
    const isNew = !(await follows.isFollowing(db, memberId, targetUserId))
    if (isNew) ensure((await follows.countFollowed(db, memberId)).members < limits.followingsMost, 'FOLLOWS_FULL')
    ensure(await follows.insertFollow(db, memberId, targetUserId), 'NOT_FOUND')
  })
  return { userId: memberId, targetUserId, isFollowing: true }
}

/** Follows a member no more. Fails with NOT_FOUND where there never was one. */
export async function unfollowMember({ sql }: Sql, { memberId }: Viewer, targetId: string) {
  ensure(await follows.deleteFollow(sql, memberId, targetId), 'NOT_FOUND')
  return { userId: memberId, targetUserId: targetId, isFollowing: false }
}

/** Follows a series. Fails with NOT_FOUND and FOLLOWS_FULL. */
export async function followSeries({ sql }: Sql, { memberId }: Viewer, { seriesId }: { seriesId: string }) {
  await limitRate({ sql }, 'favoritePerMember', memberId)
  await transaction(sql, async (db) => {
    await ensureOpen(db, memberId)
    const isNew = !(await follows.isFollowingSeries(db, memberId, seriesId))
    if (isNew) ensure((await follows.countFollowed(db, memberId)).series < limits.followedSeriesMost, 'FOLLOWS_FULL')
    ensure(await follows.insertSeriesFollow(db, memberId, seriesId), 'NOT_FOUND')
  })
  return { seriesId, isFollowing: true }
}

/** Follows a series no more. Fails with NOT_FOUND. */
export async function unfollowSeries({ sql }: Sql, { memberId }: Viewer, seriesId: string) {
  ensure(await follows.deleteSeriesFollow(sql, memberId, seriesId), 'NOT_FOUND')
  return { seriesId, isFollowing: false }
}

/** Fails with NOT_FOUND unless the viewer may see the follows of this member. */
async function ensureVisible({ sql }: Sql, viewer: Viewer | undefined, userId: string): Promise<void> {
  const standing = await follows.findStanding(sql, userId)
  ensure(standing && (standing.showsFollows || viewer?.memberId === userId), 'NOT_FOUND')
}

/** How many a member follows and is followed by. Fails with NOT_FOUND. */
export async function countFollows({ sql }: Sql, viewer: Viewer | undefined, userId: string) {
  await ensureVisible({ sql }, viewer, userId)
  return follows.countFollows(sql, userId)
}

const Keys = z.tuple([CursorNumber])

/** Whom a member follows, or who follows them. Fails with NOT_FOUND. */
export async function listFollowings(
  { sql }: Sql,
  viewer: Viewer | undefined,
  { params: { userId }, query }: ParsedOf<typeof contract.listFollowings>,
): Promise<RawJson> {
  const [after] = decodeCursor(query.cursor, Keys) ?? []
  await ensureVisible({ sql }, viewer, userId)
  const { direction = 'followings', limit = limits.pageSize, offset = 0 } = query
  const selfId = await visibleSelf({ sql }, viewer, query.selfUserId)
  const [page] = await follows.listFollows(sql, { userId, direction, selfId, limit, offset, after })
  return rawList(page ?? { items: '[]', last: null })
}

/** Whose relations are shown: anybody can write any id, so not those of a member who hides them. */
async function visibleSelf({ sql }: Sql, viewer: Viewer | undefined, selfUserId: string | undefined) {
  if (selfUserId === undefined) return viewer?.memberId ?? null
  if (viewer?.memberId === selfUserId) return selfUserId
  return (await follows.findStanding(sql, selfUserId))?.showsFollows ? selfUserId : null
}

/** Whether one member follows another. Fails with NOT_FOUND unless the viewer may know. */
export async function showFollowing(
  { sql }: Sql,
  viewer: Viewer | undefined,
  { userId, targetId }: { userId: string; targetId: string },
) {
  const isParty = viewer !== undefined && [userId, targetId].includes(viewer.memberId)
  for (const id of [userId, targetId]) ensure(await follows.findStanding(sql, id), 'NOT_FOUND')
  if (!isParty) await ensureVisible({ sql }, viewer, userId)
  return { userId, targetUserId: targetId, isFollowing: await follows.isFollowing(sql, userId, targetId) }
}

/** The series the member follows, latest first. */
export async function listFollowedSeries(
  { sql }: Sql,
  { memberId }: Viewer,
  query: ParsedOf<typeof contract.listFollowedSeries>['query'],
): Promise<RawJson> {
  const [after] = decodeCursor(query.cursor, Keys) ?? []
  const { limit = limits.pageSize, offset = 0 } = query
  const [page] = await follows.listFollowedSeries(sql, memberId, { limit, offset, after })
  return rawList(page ?? { items: '[]', last: null })
}
