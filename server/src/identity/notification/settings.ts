import { AppError } from '@kura/contract/errors'
import type { ParsedOf } from '@kura/contract/endpoint'
import type * as contract from '@kura/contract/identity/notification'
import type { NotificationSettingsView } from '@kura/contract/identity/notification'
import { kindRules, notificationKinds } from '@kura/contract/identity/notification-kinds'
import type { NotificationKind } from '@kura/contract/identity/notification-kinds'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/connect.ts'
import { newId } from '../../platform/db/id.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { limitRate } from '../../platform/http/limit-rate.ts'
import type { Viewer } from '../../platform/http/on.ts'
import { ensureOpen } from '../member/ensure-full-member.ts'
import { deleteSubscriptionOf, isSubscribed, keepSubscription } from './push-queries.ts'
import * as settings from './settings-queries.ts'
import type { Channel } from './settings-queries.ts'

/** What the member is mailed and pushed, with the defaults where nothing was chosen. */
export async function showSettings(
  { sql, env }: Pick<Deps, 'sql' | 'env'>,
  { memberId, familyId }: Viewer,
): Promise<NotificationSettingsView> {
  const choices = await settings.listChoices(sql, memberId)
  const chosen = (kind: NotificationKind, channel: Channel) =>
    choices.find((choice) => choice.kind === kind && choice.channel === channel)?.isOn
  const isNewsMailed = await settings.isNewsMailed(sql, memberId)
  const mailOf = (kind: NotificationKind): 'always' | 'on' | 'off' => {
    const { mail } = kindRules[kind]
    if (mail === 'always') return mail
    return (kind === 'announcement' ? isNewsMailed : (chosen(kind, 'mail') ?? mail)) ? 'on' : 'off'
  }
  const quiet = await settings.findQuietHours(sql, memberId)
  return {
    kinds: notificationKinds.map((kind) => ({
      kind,
      mail: mailOf(kind),
      push: chosen(kind, 'push') ?? kindRules[kind].push,
      isUrgent: kindRules[kind].isUrgent,
    })),
    quietHours: quiet ?? null,
    pushKey: env.VAPID_PUBLIC_KEY,
    isPushed: await isSubscribed(sql, familyId),
  }
}

/** Changes the fields that are sent, all or none. Fails with INVALID_INPUT. */
export async function setSettings(
  deps: Pick<Deps, 'sql' | 'env'>,
  viewer: Viewer,
  { body: { kinds = [], quietHours } }: ParsedOf<typeof contract.setNotificationSettings>,
): Promise<NotificationSettingsView> {
  const { memberId } = viewer
  await transaction(deps.sql, async (db) => {
    await ensureOpen(db, memberId)
    for (const { kind, mail, push } of kinds) {
      if (mail !== undefined) await setMail(db, memberId, kind, mail)
      if (push !== undefined) await settings.keepChoice(db, memberId, { kind, channel: 'push', isOn: push })
    }
    if (quietHours?.isOn === false) await settings.deleteQuietHours(db, memberId)
    else if (quietHours !== undefined) {
      if (quietHours.fromMinute === quietHours.toMinute) throw wrong('quietHours.toMinute', 'same_as_current')
      if (!(await settings.isTimeZone(db, quietHours.timeZone))) throw wrong('quietHours.timeZone', 'unknown')
      await settings.keepQuietHours(db, memberId, quietHours)
    }
  })
  return showSettings(deps, viewer)
}

async function setMail(db: Db, memberId: string, kind: NotificationKind, isOn: boolean): Promise<void> {
  if (kindRules[kind].mail === 'always') {
    if (!isOn) throw wrong('kinds', 'not_allowed')
    return
  }
  if (kind === 'announcement') await settings.setNewsMailed(db, memberId, isOn)
  else await settings.keepChoice(db, memberId, { kind, channel: 'mail', isOn })
}

const wrong = (field: string, fault: string): AppError => new AppError('INVALID_INPUT', { details: [{ field, fault }] })

/**
 * Keeps where the browser of this session takes pushes. Fails with INVALID_INPUT for an endpoint
 * that is at no push service we know: we call it later.
 */
export async function subscribePush(
  deps: Pick<Deps, 'sql' | 'push'>,
  { memberId, familyId }: Viewer,
  { body: { endpoint, keys } }: ParsedOf<typeof contract.subscribePush>,
): Promise<Record<string, never>> {
  await limitRate(deps, 'pushPerMember', memberId)
  if (!deps.push.isKnown(endpoint)) throw wrong('endpoint', 'unknown')
  const isKept = await transaction(deps.sql, async (db) => {
    await ensureOpen(db, memberId)
    return keepSubscription(db, { id: newId(), memberId, familyId, endpoint, ...keys })
  })
  if (!isKept) throw new AppError('INVALID_SESSION')
  return {}
}

/** Ends the pushes of this device. */
export async function unsubscribePush(
  { sql }: Pick<Deps, 'sql'>,
  { familyId }: Viewer,
): Promise<Record<string, never>> {
  await deleteSubscriptionOf(sql, familyId)
  return {}
}
