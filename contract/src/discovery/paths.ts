import type { PathSpec } from '../path-spec.ts'

/**
 * Calls about search, follows, favourites and collections. Paths as the specification spells them.
 */
export const discoveryPaths = {
  search: { method: 'GET', path: '/api/search', auth: 'none' },
  countFollows: { method: 'GET', path: '/api/users/:userId/follow-count', auth: 'optional' },
  listFollowings: { method: 'GET', path: '/api/users/:userId/followings', auth: 'optional' },
  showFollowing: { method: 'GET', path: '/api/users/:userId/followings/:targetId', auth: 'optional' },
  followMember: { method: 'POST', path: '/api/users/self/followings', body: 'form', auth: 'member' },
  unfollowMember: { method: 'DELETE', path: '/api/users/self/followings/:targetId', auth: 'member' },
  followSeries: { method: 'POST', path: '/api/users/self/series-followings', body: 'form', auth: 'member' },
  unfollowSeries: { method: 'DELETE', path: '/api/users/self/series-followings/:seriesId', auth: 'member' },
  listFollowedSeries: { method: 'GET', path: '/api/users/self/series-followings', auth: 'member' },
  listFavorites: { method: 'GET', path: '/api/users/:userId/favorites', auth: 'optional' },
  addFavorite: { method: 'POST', path: '/api/users/self/favorites', body: 'json', auth: 'member' },
  deleteFavorite: { method: 'DELETE', path: '/api/users/self/favorites/:itemId', auth: 'member' },
  listOwnMarks: { method: 'GET', path: '/api/users/self/marks', auth: 'member' },
  countMarks: { method: 'GET', path: '/api/marks/:kind/:subject', auth: 'none' },
  listOwnedSeries: { method: 'GET', path: '/api/v1/item-ownership/series-summaries', auth: 'optional' },
  showOwnedSeries: { method: 'GET', path: '/api/v1/item-ownership/series-summaries/:seriesId', auth: 'optional' },
  showOwnershipConditions: { method: 'GET', path: '/api/v1/item-ownership/conditions', auth: 'optional' },
  listSeriesSellingPacks: { method: 'GET', path: '/api/v1/series-sellingPack', auth: 'none' },
  showSeriesCollectors: { method: 'GET', path: '/api/v1/series-collector/series-summaries/:seriesId', auth: 'none' },
  showShowcase: { method: 'GET', path: '/api/users/:userId/showcase', auth: 'none' },
  setShowcase: { method: 'PUT', path: '/api/users/self/showcase', body: 'json', auth: 'member' },
  listCategoryItems: { method: 'GET', path: '/api/v1/display-categories/-/items', auth: 'none' },
  listCategoryTokens: { method: 'GET', path: '/api/v1/display-categories/-/tokens', auth: 'none' },
  listSuggestions: { method: 'GET', path: '/api/search/suggestions', auth: 'none' },
} as const satisfies Record<string, PathSpec>
