import { AppError, ensure } from '@kura/contract/errors'
import type { Words } from '@kura/contract/ids'
import type { Deps } from '../../deps.ts'
import { ensureOpen } from '../../identity/member/ensure-full-member.ts'
import { announce } from '../../identity/notification/notify.ts'
import type { AudienceName } from '../../identity/notification/notify.ts'
import type { NotificationEvent } from '../../identity/notification/notification-texts.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Viewer } from '../../platform/http/on.ts'
import * as reminders from './reminder-queries.ts'

type ReminderView = { isSet: boolean }

/** Whether the member is reminded of this pack. Fails with NOT_FOUND. */
export async function showReminder(
  { sql }: Pick<Deps, 'sql'>,
  { memberId }: Viewer,
  packId: string,
): Promise<ReminderView> {
  const isSet = await reminders.findReminder(sql, packId, memberId)
  ensure(isSet !== undefined, 'NOT_FOUND')
  return { isSet }
}

/**
 * Reminds the member shortly before the sale of a pack begins. Fails with NOT_FOUND, and with
 * PACK_SELLING_TERM_AFTER when no start lies ahead.
 */
export async function setReminder(
  { sql }: Pick<Deps, 'sql'>,
  { memberId }: Viewer,
  packId: string,
): Promise<ReminderView> {
  const isSet = await transaction(sql, async (db) => {
    await ensureOpen(db, memberId)
    return reminders.insertReminder(db, packId, memberId)
  })
  if (isSet) return { isSet }
  ensure((await reminders.findReminder(sql, packId, memberId)) !== undefined, 'NOT_FOUND')
  throw new AppError('PACK_SELLING_TERM_AFTER')
}

/** Reminds no more. Doing it again changes nothing. Fails with NOT_FOUND. */
export async function deleteReminder(
  { sql }: Pick<Deps, 'sql'>,
  { memberId }: Viewer,
  packId: string,
): Promise<ReminderView> {
  ensure((await reminders.findReminder(sql, packId, memberId)) !== undefined, 'NOT_FOUND')
  await reminders.deleteReminder(sql, packId, memberId)
  return { isSet: false }
}

/**
 * Announces sales that are about to begin to those who asked, and sales that began to those whose
 * favourites they are; each start once.
 */
export async function announceSales({ sql }: Pick<Deps, 'sql'>): Promise<void> {
  for (const { packId, name, startKey, hasBegun } of await reminders.listStarting(sql))
    await transaction(sql, async (db) => {
      await announcePack(db, { packId, name, startKey }, 'sale-soon', 'pack-reminders')
      if (hasBegun) await announceFavorite(db, { packId, name, startKey }, 'favorite-on-sale')
    })
}

/**
 * An operator began the sale early, or sells a pack again that was closed. In the transaction that
 * opens it.
 */
export async function announceOpened(
  db: Db,
  { packId, isAgain, startKey }: { packId: string; isAgain: boolean; startKey: string },
): Promise<void> {
  const name = await reminders.findPackName(db, packId)
  if (!name) return
  const pack = { packId, name, startKey }
  await announceFavorite(db, pack, isAgain ? 'favorite-restocked' : 'favorite-on-sale')
  if (!isAgain) await announcePack(db, pack, 'sale-begun', 'pack-reminders')
}

type PackStart = { packId: string; name: Words; startKey: string }

/** To those whose favourite is the pack, or an item that may lie in it; each of them once. */
async function announceFavorite(db: Db, pack: PackStart, event: NotificationEvent): Promise<void> {
  await announcePack(db, pack, event, 'pack-favorites')
  for (const { itemId } of await reminders.listItemsOf(db, pack.packId))
    await announcePack(db, pack, event, 'item-favorites', itemId)
}

const announcePack = (
  db: Db,
  { packId, name, startKey }: PackStart,
  event: NotificationEvent,
  audience: AudienceName,
  audienceId = packId,
): Promise<void> =>
  announce(db, {
    event,
    subject: `pack:${packId}`,
    cause: `${event}:${packId}:${startKey}`,
    facts: { name, packId },
    audience,
    audienceId,
  })
