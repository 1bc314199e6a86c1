import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../../platform/api.ts'
import { links, withRedirect } from '../../platform/links.ts'
import { useSession } from '../../platform/session.ts'
import { useCall } from '../../platform/swr.ts'
import { useWork } from '../../platform/use-work.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toasts } from '../../ui/toast-queue.ts'
import { useWords } from '../../words/use-words.ts'
import '../../words/fan-words.ts'

/**
 * Follows a member, or no more: it shows at once. `isFollowing`: what a list already knows; else it
 * is read. Not there on the own profile.
 */
export function FollowButton({
  userId,
  name,
  isFollowing: known,
  onChange,
}: {
  userId: string
  name: string
  isFollowing?: boolean
  onChange?: (isFollowing: boolean) => void
}) {
  const { t } = useWords()
  const self = useSession()?.userId
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { work } = useWork()
  const mayRead = self !== undefined && self !== userId && known === undefined
  const found = useCall('showFollowing', mayRead ? { params: { userId: self, targetId: userId } } : null)
  const [chosen, setChosen] = useState<boolean>()
  if (self === userId) return null
  const isFollowing = chosen ?? known ?? found.data?.isFollowing ?? false

  const handleClick = async (): Promise<void> => {
    if (self === undefined) return void navigate(withRedirect(links.login, pathname + search))
    await work(async () => {
      setChosen(!isFollowing)
      const result = isFollowing
        ? await call('unfollowMember', { params: { targetId: userId } })
        : await call('followMember', { body: { targetUserId: userId } })
      if (result.ok) return onChange?.(result.data.isFollowing)
      setChosen(isFollowing)
      toasts.show({ status: 'error', title: t(`error.${result.body.errorCode}`) })
    })
  }

  return (
    <Button
      look={isFollowing ? 'secondary' : 'primary'}
      aria-pressed={isFollowing}
      aria-label={t(isFollowing ? 'follow.unfollow' : 'follow.follow-name', { name })}
      onClick={() => void handleClick()}
    >
      <Icon name={isFollowing ? 'check' : 'plus'} className="size-5" />
      {t(isFollowing ? 'follow.following' : 'follow.follow')}
    </Button>
  )
}
