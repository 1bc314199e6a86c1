import type { audiences } from '../identity/notification/notify.ts'
import { listAudience } from './favorite/queries.ts'
import type { FavoriteKind } from './favorite/queries.ts'
import { listFollowersOfSeries } from './follow/queries.ts'

type Audiences = typeof audiences.call
type ListAudience = NonNullable<Audiences['everybody']>

const favoritesOf =
  (kind: FavoriteKind, priceOf: (facts: Parameters<ListAudience>[1]['facts']) => number | undefined): ListAudience =>
  async (db, { id, facts, after, limit }) => {
    const options = { afterNumber: after ?? '0', most: limit, priceYen: priceOf(facts) }
    const page = await listAudience(db, { kind, id }, options)
    return page.map(({ memberId, number }) => ({ memberId, key: number }))
  }

/** Who hears of what happens to a favourite or a followed series. */
export const discoveryAudiences: Audiences = {
  'pack-favorites': favoritesOf('pack', () => undefined),
  'item-favorites': favoritesOf('item', () => undefined),
  'price-watchers': favoritesOf('item', ({ priceYen }) => Number(priceYen)),
  'series-followers': async (db, { id, after, limit }) => {
    const page = await listFollowersOfSeries(db, id, after ?? '0', limit)
    return page.map(({ memberId, number }) => ({ memberId, key: number }))
  },
}
