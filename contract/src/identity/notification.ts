import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant, lineOf, listOf, pageQuery, plainText, Uuid, Words } from '../ids.ts'
import { paths } from '../paths.ts'
import { notificationKinds } from './notification-kinds.ts'

const Kind = z.enum(notificationKinds)

/**
 * `path` leads to what it is about, on this site. `count` is how many events of one subject are
 * joined in it.
 */
export const NotificationView = z.object({
  id: Uuid,
  kind: Kind,
  title: Words,
  body: Words,
  path: z.string(),
  count: z.int(),
  at: Instant,
  isRead: z.boolean(),
})
export type NotificationView = z.infer<typeof NotificationView>

export const listNotifications = endpoint(paths.listNotifications, {
  summary:
    'The member’s notifications, newest first. Those that were read are deleted after 90 days, all others after a year.',
  query: z.object(pageQuery),
  output: listOf(NotificationView),
})

export const checkNotifications = endpoint(paths.checkNotifications, {
  summary: 'How many notifications are unread; counted up to 100. Cheap enough to be asked once a minute.',
  output: z.object({ unread: z.int(), hasUnread: z.boolean() }),
})

export const readNotification = endpoint(paths.readNotification, {
  summary: 'Marks a notification as read. Doing it again changes nothing.',
  params: z.object({ notificationId: Uuid }),
  output: z.object({}),
  errors: ['NOT_FOUND'],
})

export const readNotifications = endpoint(paths.readNotifications, {
  summary: 'Marks every notification up to `until` as read (the time of the newest one on the screen), or all.',
  body: z.strictObject({ until: Instant.optional() }),
  output: z.object({ read: z.int() }),
})

/** Minutes of the day: 0 is midnight, 1439 a minute before it. The end may be on the next day. */
const DayMinute = z.int().min(0).max(1439)
const QuietHours = z.strictObject({
  fromMinute: DayMinute,
  toMinute: DayMinute,
  timeZone: lineOf(64).default('Asia/Tokyo'),
})

/**
 * `mail` is `always` where mails cannot be switched off: they confirm a purchase or protect the
 * account.
 */
export const KindSettingView = z.object({
  kind: Kind,
  mail: z.enum(['always', 'on', 'off']),
  push: z.boolean(),
  isUrgent: z.boolean(),
})
export const NotificationSettingsView = z.object({
  kinds: z.array(KindSettingView),
  quietHours: QuietHours.nullable(),
  /** The public key that a browser subscribes with; empty where the site sends no pushes. */
  pushKey: z.string(),
  /** Whether this device takes pushes. */
  isPushed: z.boolean(),
})
export type NotificationSettingsView = z.infer<typeof NotificationSettingsView>

export const showNotificationSettings = endpoint(paths.showNotificationSettings, {
  summary: 'What the member is mailed and pushed, kind by kind. The list always has everything.',
  output: NotificationSettingsView,
})

export const setNotificationSettings = endpoint(paths.setNotificationSettings, {
  summary:
    'Changes the fields that are sent. `isOn: false` ends the quiet hours. The mail of `announcement` is `isSubscribed` of the profile. INVALID_INPUT names a kind whose mails cannot be switched off, an unknown time zone, or quiet hours without a length.',
  body: z.strictObject({
    kinds: z
      .array(z.strictObject({ kind: Kind, mail: z.boolean().optional(), push: z.boolean().optional() }))
      .max(notificationKinds.length)
      .optional(),
    quietHours: QuietHours.extend({ isOn: z.boolean().default(true) }).optional(),
  }),
  output: NotificationSettingsView,
  errors: ['INVALID_INPUT'],
})

export const subscribePush = endpoint(paths.subscribePush, {
  summary:
    'Registers where the browser of this session takes pushes, as its PushManager says. One per device; signing out ends it. INVALID_INPUT: the endpoint is no push service that this site knows.',
  body: z.strictObject({
    endpoint: plainText(1000),
    keys: z.strictObject({
      p256dh: z.string().regex(/^[A-Za-z0-9_-]{86,88}$/),
      auth: z.string().regex(/^[A-Za-z0-9_-]{22,24}$/),
    }),
  }),
  output: z.object({}),
  errors: ['INVALID_INPUT'],
})

export const unsubscribePush = endpoint(paths.unsubscribePush, {
  summary: 'Ends the pushes of this device. Doing it again changes nothing.',
  output: z.object({}),
})

export const unsubscribeMail = endpoint(paths.unsubscribeMail, {
  summary:
    'One click (RFC 8058): the kind of mail that the signed token names is mailed no more. Mail programs post here without a session; the body is not read. The page of the same address asks before it posts. Returns the kind.',
  query: z.object({ token: z.string().max(200) }),
  output: z.object({ kind: Kind }),
  errors: ['TOKEN_NOTFOUND'],
})
