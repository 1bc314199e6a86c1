import { kindRules } from '@kura/contract/identity/notification-kinds'
import type { NotificationKind } from '@kura/contract/identity/notification-kinds'
import { limits } from '@kura/contract/limits'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/connect.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { queueMail, siteLink } from '../../platform/mail/queue-mail.ts'
import { step } from '../../platform/step.ts'
import { isEvent, textOf } from './notification-texts.ts'
import { runFanOuts } from './notify.ts'
import { claimPushes, delayPush, deletePush, deleteSubscription, insertPushes } from './push-queries.ts'
import type { DuePush } from './push-queries.ts'
import { delayDelivery, lockDue, markDelivered } from './queries.ts'
import type { DueNotification } from './queries.ts'
import { unsubscribeLink } from './unsubscribe.ts'

const atOnce = 100

/**
 * Queues the mails and pushes that are due, as each member chose; in quiet hours what is not urgent
 * waits for their end. Marking a notification as mailed and queueing its mail are one transaction,
 * so none is mailed twice. Returns how many notifications it read.
 */
export async function deliverNotifications({ sql, env }: Pick<Deps, 'sql' | 'env'>): Promise<number> {
  let read = 0
  for (;;) {
    const count = await transaction(sql, 'notification.deliver', async (db) => {
      const due = await lockDue(db, atOnce)
      for (const notification of due) await deliverOne(db, env, notification)
      return due.length
    })
    read += count
    if (count < atOnce) return read
  }
}

async function deliverOne(db: Db, env: Deps['env'], row: DueNotification): Promise<void> {
  const { id, memberId, kind, event, email, locale, isPushed, quietUntil } = row
  const isMailed = row.isMailed && email !== null && kindRules[kind].mail !== 'always'
  if (!isEvent(event) || (!isMailed && !isPushed)) return void (await markDelivered(db, id, { isMailed: false }))
  if (quietUntil) return void (await delayDelivery(db, id, quietUntil))
  if (isMailed) {
    const { title, body, path } = textOf(event, row.facts, row.count)
    const mail = {
      recipient: email,
      locale,
      template: 'notification',
      words: {
        title: title[locale],
        body: body[locale],
        link: siteLink(env, path),
        settingsLink: siteLink(env, '/mypage/settings/notifications'),
        unsubscribe: unsubscribeLink(env, memberId, kind),
      },
    } as const
    await queueMail(db, mail, { isOnce: true })
  }
  if (isPushed) await insertPushes(db, id, memberId)
  await markDelivered(db, id, { isMailed })
}

type PushDeps = Pick<Deps, 'sql' | 'push' | 'log'>

/**
 * Sends the pushes that are due, a few at a time, until none is. A push is sent at least once: one
 * whose outcome is unknown is sent again under the same topic. Returns how many were tried.
 */
export async function sendPushes(deps: PushDeps): Promise<number> {
  let tried = 0
  for (;;) {
    const due = await claimPushes(deps.sql, limits.pushesAtOnce)
    await Promise.all(due.map((push) => sendOne(deps, push)))
    tried += due.length
    if (due.length < limits.pushesAtOnce) return tried
  }
}

async function sendOne({ sql, push, log }: PushDeps, row: DuePush): Promise<void> {
  if (!isEvent(row.event) || row.secondsLeft <= 0) return void (await deletePush(sql, row))
  const { title, body, path } = textOf(row.event, row.facts, row.count)
  const topic = row.notificationId.replaceAll('-', '')
  const payload = JSON.stringify({ title: title[row.locale], body: body[row.locale], path, tag: topic })
  const { isUrgent } = kindRules[row.kind as NotificationKind]
  const message = { payload, topic, isUrgent, ttlSeconds: row.secondsLeft }
  const outcome = await step('push.send', () => push.send(row, message))
  if (outcome === 'sent') return void (await deletePush(sql, row))
  if (outcome === 'gone') return void (await deleteSubscription(sql, row.subscriptionId))
  const isOver = outcome === 'refused' || row.attempts >= limits.pushTriesMost
  if (isOver) log.warn({ notificationId: row.notificationId, attempts: row.attempts }, 'a push will not be sent')
  if (isOver) return void (await deletePush(sql, row))
  const seconds = Math.max(outcome.retrySeconds ?? 0, Math.min(3600, 4 ** row.attempts))
  await delayPush(sql, row, seconds)
}

/** What the worker does for notifications, and how often. */
export const notificationJobs = [
  { name: 'fan-out-notifications', everySeconds: 2, run: (deps: Pick<Deps, 'sql'>) => runFanOuts(deps) },
  { name: 'deliver-notifications', everySeconds: 3, run: deliverNotifications },
  { name: 'send-pushes', everySeconds: 2, run: sendPushes },
] as const
