import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { links, withRedirect } from '../../platform/links.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { useIsHydrated, useSession } from '../../platform/session.ts'
import { Skeleton } from '../../ui/states.tsx'

/**
 * Shows its children to members; guests are sent to sign in and come back afterwards. `title`: for
 * a page whose children set their own title once they load.
 */
export function MemberOnly({ title, children }: { title?: string; children: ReactNode }) {
  const isMember = useSession() !== undefined
  const isGuest = useIsHydrated() && !isMember
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (isGuest) void navigate(withRedirect(links.login, pathname + search), { replace: true })
  }, [isGuest, navigate, pathname, search])
  if (isMember) return children
  return (
    <>
      {title !== undefined && <PageHead title={title} isHidden />}
      <Waiting />
    </>
  )
}

/** The placeholder of content that only a member's browser can load. */
function Waiting() {
  return (
    <div className="grid gap-4 py-6" aria-hidden="true">
      <Skeleton className="h-8 w-2/5" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-24 w-full" />
    </div>
  )
}

/** Title and heading of an own page; `note` stands next to the heading, such as a count. */
export function MypageHead({ title, note }: { title: string; note?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <PageHead title={title} isHidden />
      <h1 className="text-24">{title}</h1>
      {note != null && <p className="tabular text-14 text-sub-text">{note}</p>}
    </div>
  )
}
