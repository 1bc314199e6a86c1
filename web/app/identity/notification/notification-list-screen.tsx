import { Link } from 'react-router'
import { useSWRConfig } from 'swr'
import type { NotificationView } from '@kura/contract/identity/notification'
import { call } from '../../platform/api.ts'
import { formatMoment } from '../../platform/format.ts'
import { links } from '../../platform/links.ts'
import { isAbout, useCall } from '../../platform/swr.ts'
import { useWork } from '../../platform/use-work.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon.tsx'
import type { PageHandle } from '../../ui/page-search.ts'
import { EmptyState } from '../../ui/states.tsx'
import { useWords } from '../../words/use-words.ts'
import { MemberList } from '../member/member-list.tsx'
import { MypageHead } from '../member/member-only.tsx'
import '../../words/notification-words.ts'

const limit = 20
const icons: Record<NotificationView['kind'], IconName> = {
  account: 'settings',
  order: 'order',
  delivery: 'vault',
  sale: 'card',
  payout: 'card',
  gift: 'gift',
  airdrop: 'gift',
  offer: 'card',
  reminder: 'clock',
  favorite: 'heart',
  follow: 'item',
  announcement: 'info',
}

export const handle = { title: 'notification.title' } satisfies PageHandle

/** The member's notifications; opening one marks it as read. */
export default function NotificationListScreen() {
  const { t } = useWords()
  const { mutate } = useSWRConfig()
  const { isBusy, work } = useWork()
  const list = useCall('listNotifications', { query: { limit } })
  const renew = () => mutate(isAbout(['listNotifications', 'checkNotifications']))
  const newest = list.data?.items[0]?.at
  const hasUnread = list.data?.items.some(({ isRead }) => !isRead) ?? false
  const readAll = (): Promise<unknown> =>
    work(async () => {
      await call('readNotifications', { body: newest === undefined ? {} : { until: newest } })
      await renew()
    })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <MypageHead title={t('notification.title')} />
        <div className="flex flex-wrap gap-2">
          {hasUnread && (
            <Button look="secondary" isBusy={isBusy} onClick={() => void readAll()}>
              {t('notification.read-all')}
            </Button>
          )}
          <LinkButton to={links.notificationSettings} look="quiet">
            <Icon name="settings" className="size-5" />
            {t('notification.settings')}
          </LinkButton>
        </div>
      </div>
      <MemberList
        name="notifications"
        list={list}
        loadNext={(cursor) => call('listNotifications', { query: { limit, cursor } })}
        empty={
          <EmptyState icon="bell" title={t('notification.empty')} text={t('notification.empty-text')}>
            <LinkButton to={links.packs}>{t('collection.to-packs')}</LinkButton>
          </EmptyState>
        }
      >
        {(notifications) => (
          <ul className="divide-y divide-line rounded-card border border-line bg-surface">
            {notifications.map((notification) => (
              <Row
                key={notification.id}
                notification={notification}
                onOpen={() => {
                  if (notification.isRead) return
                  void call('readNotification', { params: { notificationId: notification.id } }).then(renew)
                }}
              />
            ))}
          </ul>
        )}
      </MemberList>
    </>
  )
}

function Row({ notification, onOpen }: { notification: NotificationView; onOpen: () => void }) {
  const { t, pick, language } = useWords()
  const { kind, title, body, path, at, isRead } = notification
  return (
    <li
      className={classes(
        'relative flex items-start gap-3 p-4 transition-colors first:rounded-t-card last:rounded-b-card hover:bg-ground sm:px-6',
        !isRead && 'bg-indigo-ground',
      )}
    >
      <Icon name={icons[kind]} className={classes('mt-0.5 size-5', isRead ? 'text-sub-text' : 'text-indigo-text')} />
      <div className="grid min-w-0 grow gap-0.5">
        <Link
          to={path}
          onClick={onOpen}
          className={classes('stretched text-14 leading-[1.5] text-ink', isRead ? 'font-medium' : 'font-semibold')}
        >
          {!isRead && <span className="sr-only">{t('notification.is-unread')} </span>}
          {pick(title)}
        </Link>
        <p className="text-14 wrap-anywhere text-main">{pick(body)}</p>
        <p className="tabular text-12 text-sub-text">{formatMoment(at, language)}</p>
      </div>
      {!isRead && <span aria-hidden="true" className="mt-2 size-2 shrink-0 rounded-full bg-attention" />}
    </li>
  )
}
