import { useLocation, useNavigate } from 'react-router'
import { call } from '../../platform/api.ts'
import { links, withRedirect } from '../../platform/links.ts'
import { useSession } from '../../platform/session.ts'
import { useWork } from '../../platform/use-work.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import { useMarks } from './use-marks.ts'
import '../../words/fan-words.ts'

/** Follows a series, or no more: its new works and packs are news for those who do. */
export function FollowSeries({ seriesId, name }: { seriesId: string; name: string }) {
  const { t } = useWords()
  const isMember = useSession() !== undefined
  const marks = useMarks()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { work } = useWork()
  const mark = marks.find('follow', 'series', seriesId)

  const handleClick = async (): Promise<void> => {
    if (!isMember) return void navigate(withRedirect(links.login, pathname + search))
    await work(async () => {
      const next = { mark: 'follow' as const, kind: 'series' as const, id: seriesId, noticeBelowYen: null }
      marks.show('follow', 'series', seriesId, mark ? undefined : next)
      const result = mark
        ? await call('unfollowSeries', { params: { seriesId } })
        : await call('followSeries', { body: { seriesId } })
      if (result.ok) return
      marks.show('follow', 'series', seriesId, mark)
      toasts.show({ status: 'error', title: t(`error.${result.body.errorCode}`) })
    })
  }

  return (
    <Button
      look={mark ? 'secondary' : 'primary'}
      aria-pressed={mark !== undefined}
      aria-label={t(mark ? 'follow.unfollow' : 'follow.follow-name', { name })}
      title={t('follow.series-hint')}
      onClick={() => void handleClick()}
    >
      <Icon name={mark ? 'check' : 'plus'} className="size-5" />
      {t(mark ? 'follow.following' : 'follow.follow')}
    </Button>
  )
}
