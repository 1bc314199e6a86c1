import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { safeRedirect } from '@kura/contract/redirect'
import { useSession } from '../../platform/session.ts'
import { links } from '../../platform/links.ts'
import { declareSearch, useSearch } from '../../ui/page-search.ts'

export const redirectSearch = declareSearch({ redirect: 'browser' })

/** Where to go after signing in: the `redirect` of the address when it stays on this site, else `/`. */
export const useRedirectTarget = (): string => safeRedirect(useSearch(redirectSearch).get('redirect'))

/** Leaves a screen for guests as soon as there is a session: after signing in here, in another tab, or before. */
export function useLeaveWhenMember(target: string): void {
  const isMember = useSession() !== undefined
  const navigate = useNavigate()
  useEffect(() => {
    if (isMember) void navigate(target, { replace: true })
  }, [isMember, navigate, target])
}

/**
 * A new member continues to where they came from, or to their own page, which shows what to do
 * first.
 */
export const afterSignUp = (target: string): string => (target === links.home ? links.mypage : target)
