import { redirect } from 'react-router'
import type { Route } from './+types/member-screen.ts'
import { links } from '../../platform/links.ts'
import { orNotFound, pageApi } from '../../platform/page-data.ts'
import { loadBy } from '../../ui/page-search.ts'
import { loadProfile, profileSearch } from './load-profile.ts'
import { ProfilePage } from './profile-page.tsx'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The public profile at its readable address. A former handle, another spelling of it, and the id
 * of a member with a handle lead to the current one.
 */
export const loader = loadBy(profileSearch, async ({ context, params }: Route.LoaderArgs, given) => {
  const api = pageApi(context)
  const { handle } = params
  const isId = uuid.test(handle)
  const profile = orNotFound(
    isId
      ? await api('showUser', { params: { userId: handle } })
      : await api('showUserByHandle', { params: { handle: handle.slice(0, 40) } }),
  )
  if (profile.handle !== null && profile.handle !== handle) throw redirect(links.member(profile))
  return { page: await loadProfile(api, profile, given) }
})

export default function MemberScreen({ loaderData: { page } }: Route.ComponentProps) {
  return <ProfilePage page={page} here={links.member(page.profile)} />
}
