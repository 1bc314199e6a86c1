import { data } from 'react-router'
import type { Route } from './+types/profile-screen.ts'
import { links } from '../../platform/links.ts'
import { orThrow, pageApi } from '../../platform/page-data.ts'
import type { PageFailure } from '../../platform/page-data.ts'
import { loadBy, matching } from '../../ui/page-search.ts'
import { loadProfile, profileSearch } from './load-profile.ts'
import { ProfilePage } from './profile-page.tsx'

/** The public profile behind a wallet address. Not kept: tokens come and go on chain. */
export const loader = loadBy(
  { id: matching(/^0x[0-9a-f]{16}$/i), ...profileSearch },
  async ({ context }: Route.LoaderArgs, given) => {
    const api = pageApi(context)
    const flowAddress = given.get('id')?.toLowerCase()
    if (flowAddress === undefined) throw data({ errorCode: 'INVALID_INPUT' } satisfies PageFailure, { status: 400 })
    const profile = orThrow(await api('showUserByAddress', { params: { flowAddress } }))
    return { flowAddress, page: await loadProfile(api, profile, given) }
  },
)

export default function ProfileScreen({ loaderData }: Route.ComponentProps) {
  return <ProfilePage page={loaderData.page} here={links.profile(loaderData.flowAddress)} />
}
