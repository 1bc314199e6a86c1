import type { ApiOutput } from '@kura/contract/api'
import type { ProfileView } from '@kura/contract/identity/member'
import { limits } from '@kura/contract/limits'
import { orNothing, orThrow } from '../../platform/page-data.ts'
import type { pageApi } from '../../platform/page-data.ts'
import { cursorParam, oneOf } from '../../ui/page-search.ts'

export const profileTabs = ['collection', 'favorites', 'followings', 'followers'] as const
export type ProfileTab = (typeof profileTabs)[number]

/** The address of a tab; the collection is the page itself. */
export const tabHref = (here: string, tab: ProfileTab): string =>
  tab === 'collection' ? here : `${here}${here.includes('?') ? '&' : '?'}tab=${tab}`

/** What every address of a profile reads. */
export const profileSearch = { tab: oneOf(profileTabs), cursor: cursorParam }

const seriesShown = 6
const none = { items: [] }

type Api = ReturnType<typeof pageApi>
type List<K extends 'listTokens' | 'listFavorites' | 'listFollowings'> = ApiOutput<K> | null
export type ProfilePageData = {
  profile: ProfileView
  count: number
  follows: ApiOutput<'countFollows'> | null
  showcase: ApiOutput<'showShowcase'>['items']
  series: ApiOutput<'listOwnedSeries'>
  tab: ProfileTab
  cursor: string | null
  /** The list of the tab; null where the member does not show it. */
  tokens: List<'listTokens'>
  favorites: List<'listFavorites'>
  members: List<'listFollowings'>
}

/** A profile as everybody sees it, with the list of one tab. */
export async function loadProfile(
  api: Api,
  profile: ProfileView,
  given: { get: (name: 'tab' | 'cursor') => string | null },
): Promise<ProfilePageData> {
  const { userId, showsCollection } = profile
  const tab = (given.get('tab') ?? 'collection') as ProfileTab
  const cursor = given.get('cursor')
  const page = { limit: limits.pageSize, ...(cursor === null ? {} : { cursor }) }
  const params = { userId }
  const isFollows = tab === 'followings' || tab === 'followers'
  const [count, follows, showcase, series, tokens, favorites, members] = await Promise.all([
    api('countTokens', { params }),
    api('countFollows', { params }),
    api('showShowcase', { params }),
    showsCollection ? api('listOwnedSeries', { query: { userId, limit: seriesShown } }) : undefined,
    tab === 'collection' && showsCollection ? api('listTokens', { query: { userId, ...page } }) : undefined,
    tab === 'favorites' ? api('listFavorites', { params, query: page }) : undefined,
    isFollows ? api('listFollowings', { params, query: { ...page, direction: tab } }) : undefined,
  ])
  return {
    profile,
    count: orThrow(count).count,
    follows: orNothing(follows),
    showcase: orThrow(showcase).items,
    series: series ? orThrow(series) : none,
    tab,
    cursor,
    tokens: tokens ? orThrow(tokens) : null,
    favorites: favorites ? orNothing(favorites) : null,
    members: members ? orNothing(members) : null,
  }
}
