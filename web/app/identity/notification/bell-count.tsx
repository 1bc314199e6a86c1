import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { limits } from '@kura/contract/limits'
import { useCall } from '../../platform/swr.ts'
import { useWords } from '../../words/use-words.ts'

/** A minute, and only while the page is visible; a page that opens or becomes visible asks at once. */
const refreshMs = 60_000

/** How many notifications are unread, as a badge on the bell. */
export function BellCount() {
  const { t } = useWords()
  const { data, mutate } = useCall('checkNotifications', {}, { refreshInterval: refreshMs })
  const { pathname } = useLocation()
  const counted = useRef(pathname)
  useEffect(() => {
    if (counted.current === pathname) return
    counted.current = pathname
    void mutate()
  }, [pathname, mutate])
  const unread = data?.unread ?? 0
  if (unread === 0) return null
  const count = unread >= limits.notificationCountMost ? `${limits.notificationCountMost - 1}+` : String(unread)
  return (
    <span className="tabular absolute top-0.5 right-0.5 min-w-4.5 rounded-full bg-attention-text px-1 text-center text-10 leading-[1.125rem] font-bold text-surface">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{t('notification.unread', { count })}</span>
    </span>
  )
}
