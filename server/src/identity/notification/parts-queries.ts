import type { ExportPart, ExportRow } from '../../platform/export/part.ts'
import { exportRowsAtOnce } from '../../platform/export/part.ts'
import { isEvent, textOf } from './notification-texts.ts'
import type { Facts } from './notification-texts.ts'

type Row = { event: string; facts: Facts; count: number; at: Date; readAt: Date | null; mailedAt: Date | null }

const notifications: ExportPart = {
  name: 'notifications',
  title: { ja: '通知', en: 'Notifications' },
  about: {
    ja: '通知の一覧です。既読のものは90日、そのほかは1年で削除されます。',
    en: 'What you were told. Read ones are deleted after 90 days, all others after a year.',
  },
  tables: ['notifications', 'notification_causes'],
  fields: {
    title: { ja: '件名', en: 'Title' },
    body: { ja: '内容', en: 'Text' },
    events: { ja: '件数', en: 'Events' },
    at: { ja: '日時', en: 'Time', kind: 'time' },
    readAt: { ja: '既読', en: 'Read', kind: 'time' },
    mailedAt: { ja: 'メール', en: 'Mailed', kind: 'time' },
  },
  async *read(db, { id }): AsyncIterable<ExportRow[]> {
    const pages = db<Row[]>`
      select event, facts, count, changed_at as at, read_at as "readAt", mailed_at as "mailedAt"
        from notifications where member_id = ${id} order by changed_at desc, id desc`.cursor(exportRowsAtOnce)
    for await (const rows of pages)
      yield rows.map(({ event, facts, count, ...row }) => {
        const text = isEvent(event) ? textOf(event, facts, count) : undefined
        return { title: text?.title ?? event, body: text?.body ?? '', events: count, ...row }
      })
  },
}

const notificationSettings: ExportPart = {
  name: 'notification-settings',
  title: { ja: '通知の設定', en: 'Notification settings' },
  about: {
    ja: '選んだ設定、おやすみ時間、プッシュ通知を受け取る端末です。',
    en: 'What you chose, your quiet hours, and the devices that take pushes.',
  },
  tables: ['notification_choices', 'quiet_hours', 'push_subscriptions'],
  fields: {
    kind: { ja: '種類', en: 'Kind' },
    channel: { ja: '方法', en: 'Channel' },
    value: { ja: '設定', en: 'Setting' },
    since: { ja: '登録日時', en: 'Since', kind: 'time' },
  },
  read: (db, { id }) =>
    db`
    select kind, channel, is_on::text as value, null::timestamptz as since from notification_choices where member_id = ${id}
    union all
    select 'quiet-hours', time_zone, to_char(make_time(from_minute / 60, from_minute % 60, 0), 'HH24:MI') || '-'
                                     || to_char(make_time(to_minute / 60, to_minute % 60, 0), 'HH24:MI'), null
      from quiet_hours where member_id = ${id}
    union all
    select 'push', 'push', endpoint, created_at from push_subscriptions where member_id = ${id}
     order by 1, 2`.cursor(exportRowsAtOnce),
}

/** What notifications know about a member. */
export const notificationParts: readonly ExportPart[] = [notifications, notificationSettings]
