import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant, listOf, pageQuery, Picture, SeriesId, UserId, Words } from '../ids.ts'
import { MemberCardView } from '../identity/member.ts'
import { limits } from '../limits.ts'
import { paths } from '../paths.ts'

export const countFollows = endpoint(paths.countFollows, {
  summary:
    'How many members this one follows and is followed by. NOT_FOUND also when the member does not show it to others.',
  params: z.object({ userId: UserId }),
  output: z.object({ followings: z.int(), followers: z.int() }),
  errors: ['NOT_FOUND'],
})

/** A member in a list of follows, and what is between them and the one of `selfUserId`. */
export const FollowView = MemberCardView.extend({ isFollowing: z.boolean(), isFollower: z.boolean() })
export type FollowView = z.infer<typeof FollowView>

export const followDirections = ['followings', 'followers'] as const
export const listFollowings = endpoint(paths.listFollowings, {
  summary:
    'Whom a member follows (`direction=followings`, the default) or who follows them (`followers`), latest first. `isFollowing` and `isFollower` are about the member of `selfUserId`, and false unless that one is signed in or shows their follows. NOT_FOUND, which a client reads as an empty list, also when the member does not show theirs.',
  params: z.object({ userId: UserId }),
  query: z.object({
    ...pageQuery,
    selfUserId: UserId.optional(),
    direction: z.enum(followDirections).optional(),
  }),
  output: listOf(FollowView),
  errors: ['NOT_FOUND'],
})

const OneFollowing = z.object({ userId: UserId, targetUserId: UserId, isFollowing: z.boolean() })
export const showFollowing = endpoint(paths.showFollowing, {
  summary: 'Whether one member follows another. The two of them always see it.',
  params: z.object({ userId: UserId, targetId: UserId }),
  output: OneFollowing,
  errors: ['NOT_FOUND'],
})

export const followMember = endpoint(paths.followMember, {
  summary: `Follows a member; again changes nothing. INVALID_INPUT: \`yourself\`. At most ${limits.followingsMost} in all (FOLLOWS_FULL).`,
  body: z.strictObject({ targetUserId: UserId }),
  output: OneFollowing,
  errors: ['NOT_FOUND', 'INVALID_INPUT', 'FOLLOWS_FULL'],
})

export const unfollowMember = endpoint(paths.unfollowMember, {
  summary: 'Follows a member no more; again changes nothing.',
  params: z.object({ targetId: UserId }),
  output: OneFollowing,
  errors: ['NOT_FOUND'],
})

const OneSeries = z.object({ seriesId: SeriesId, isFollowing: z.boolean() })
export const followSeries = endpoint(paths.followSeries, {
  summary: `Follows a series: its new works and packs are news. Again changes nothing. At most ${limits.followedSeriesMost} in all (FOLLOWS_FULL).`,
  body: z.strictObject({ seriesId: SeriesId }),
  output: OneSeries,
  errors: ['NOT_FOUND', 'FOLLOWS_FULL'],
})
export const unfollowSeries = endpoint(paths.unfollowSeries, {
  summary: 'Follows a series no more; again changes nothing.',
  params: z.object({ seriesId: SeriesId }),
  output: OneSeries,
  errors: ['NOT_FOUND'],
})
export const listFollowedSeries = endpoint(paths.listFollowedSeries, {
  summary: 'The series the member follows, latest first.',
  query: z.object(pageQuery),
  output: listOf(
    z.object({ seriesId: SeriesId, name: Words, picture: Picture.nullable(), itemCount: z.int(), followedAt: Instant }),
  ),
})
