import type { OwnProfileView, ProfileView } from '@kura/contract/identity/member'
import type { Db } from '../../platform/db/connect.ts'
import { pictureJson } from '../../platform/media/queries.ts'
import { handleOf, handleRestsUntil, isHandleOf } from './handle-queries.ts'

const shown = (
  db: Db,
) => db`p.id as "userId", p.display_name as "displayName", ${handleOf(db, 'p')} as handle, p.description,
  coalesce(p.flow_address, '') as "flowAddress", p.shows_collection as "showsCollection", p.shows_follows as "showsFollows",
  p.shows_favorites as "showsFavorites",
  case when m.id is null then null else ${pictureJson(db)} end as thumbnail`
const withPicture = (db: Db) => db`members p left join media m on m.id = p.thumbnail`
const isHere = (db: Db) => db`p.banned_at is null and p.deleted_at is null`

export async function findProfile(db: Db, userId: string): Promise<ProfileView | undefined> {
  const [row] = await db<ProfileView[]>`
    select ${shown(db)} from ${withPicture(db)} where p.id = ${userId} and ${isHere(db)}`
  return row
}

export async function findProfileByAddress(db: Db, address: string): Promise<ProfileView | undefined> {
  const [row] = await db<ProfileView[]>`
    select ${shown(db)} from ${withPicture(db)} where p.flow_address = ${address} and ${isHere(db)}`
  return row
}

export async function findProfileByHandle(db: Db, handle: string): Promise<ProfileView | undefined> {
  const [row] = await db<ProfileView[]>`
    select ${shown(db)} from ${withPicture(db)} where ${isHandleOf(db, 'p', handle)} and ${isHere(db)}`
  return row
}

export async function findOwnProfile(db: Db, memberId: string): Promise<OwnProfileView | undefined> {
  const [row] = await db<OwnProfileView[]>`
    select ${shown(db)}, coalesce(p.email, '') as email, p.is_subscribed as "isSubscribed", p.locale,
           to_json(${handleRestsUntil(db, 'p')})#>>'{}' as "handleRestsUntil"
      from ${withPicture(db)} where p.id = ${memberId}`
  return row
}

/** How many tokens a member's address holds; undefined when there is no such member. */
export async function countByOwner(db: Db, userId: string): Promise<{ count: number } | undefined> {
  const [row] = await db<{ count: number }[]>`
    select coalesce((select sum(h.tokens)::int from series_holdings h where h.owner_address = p.flow_address), 0) as count
      from members p where p.id = ${userId} and ${isHere(db)}`
  return row
}

export type ProfileChange = {
  displayName?: string | undefined
  description?: string | undefined
  isSubscribed?: boolean | undefined
  locale?: 'ja' | 'en' | undefined
  thumbnail?: string | undefined
  showsCollection?: boolean | undefined
  showsFollows?: boolean | undefined
  showsFavorites?: boolean | undefined
}

/** Changes what is given and leaves the rest. */
export const update = (db: Db, memberId: string, change: ProfileChange): Promise<unknown> => db`
  update members set display_name = coalesce(${change.displayName ?? null}, display_name),
                     description = coalesce(${change.description ?? null}, description),
                     is_subscribed = coalesce(${change.isSubscribed ?? null}, is_subscribed),
                     locale = coalesce(${change.locale ?? null}, locale),
                     shows_collection = coalesce(${change.showsCollection ?? null}, shows_collection),
                     shows_follows = coalesce(${change.showsFollows ?? null}, shows_follows),
                     shows_favorites = coalesce(${change.showsFavorites ?? null}, shows_favorites),
                     thumbnail = coalesce(${change.thumbnail ?? null}, thumbnail)
   where id = ${memberId} and deleted_at is null`

/** The member's picture, locked with the member until the transaction ends; undefined for one who is gone. */
export async function lockPicture(db: Db, memberId: string): Promise<{ thumbnail: string | null } | undefined> {
  const [row] = await db<{ thumbnail: string | null }[]>`
    select thumbnail from members
     where id = ${memberId} and banned_at is null and deleted_at is null for no key update`
  return row
}

export const removeThumbnail = (db: Db, memberId: string): Promise<unknown> =>
  db`update members set thumbnail = null where id = ${memberId}`
