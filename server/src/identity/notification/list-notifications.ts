import { ensure } from '@kura/contract/errors'
import type { ParsedOf } from '@kura/contract/endpoint'
import type * as contract from '@kura/contract/identity/notification'
import type { NotificationView } from '@kura/contract/identity/notification'
import { limits } from '@kura/contract/limits'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { CursorText, decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { isEvent, textOf } from './notification-texts.ts'
import { countUnread, listOwn, markAllRead, markRead } from './queries.ts'
import type { NotificationRow } from './queries.ts'

type ReadDeps = Pick<Deps, 'sql'>
// the time as the database wrote it, to the microsecond
const Key = z.tuple([CursorText.regex(/^\d{4,5}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/), z.uuid()])

/** The member's notifications, newest first. */
export async function listNotifications(
  { sql }: ReadDeps,
  { memberId }: Viewer,
  { query: { limit = limits.pageSize, offset = 0, cursor } }: ParsedOf<typeof contract.listNotifications>,
): Promise<{ items: NotificationView[]; cursor?: string }> {
  const after = decodeCursor(cursor, Key)
  const rows = await listOwn(sql, memberId, { limit, offset, after })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    items: shown.flatMap(presentNotification),
    ...(last ? { cursor: encodeCursor([last.key, last.id]) } : {}),
  }
}

/** Nothing for an event that this version has no words for. */
function presentNotification({ id, kind, event, facts, count, at, isRead }: NotificationRow): NotificationView[] {
  if (!isEvent(event)) return []
  return [{ id, kind, ...textOf(event, facts, count), count, at: at.toISOString(), isRead }]
}

/** How many are unread. One read of an index, whatever the length of the list. */
export async function checkNotifications(
  { sql }: ReadDeps,
  { memberId }: Viewer,
): Promise<{ unread: number; hasUnread: boolean }> {
  const unread = await countUnread(sql, memberId)
  return { unread, hasUnread: unread > 0 }
}

/** Marks one as read. Fails with NOT_FOUND. */
export async function readNotification(
  { sql }: ReadDeps,
  { memberId }: Viewer,
  id: string,
): Promise<Record<string, never>> {
  ensure(await markRead(sql, memberId, id), 'NOT_FOUND')
  return {}
}

/** Marks all as read, or those up to a time. Returns how many were not. */
export const readNotifications = async (
  { sql }: ReadDeps,
  { memberId }: Viewer,
  { until }: { until?: string | undefined },
): Promise<{ read: number }> => ({ read: await markAllRead(sql, memberId, until ?? null) })
