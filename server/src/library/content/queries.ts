import type { OwnedContentView } from '@kura/contract/library/content'
import type { Db, Fragment } from '../../platform/db/connect.ts'
import { pictureJson } from '../../platform/media/queries.ts'

type FileType = OwnedContentView['fileType']
/** A content as one token opens it. */
export type OwnedSubject = { memberId: string; refId: string; contentId: string }
export type Opened = { contentId: string; serial: number; kind: FileType }

/**
 * The tokens `t` that are in the hands of member `b` now, with the contents `c` that they open: by
 * the latest block we know, and for nobody who is banned or gone. Every right is read by it.
 */
export const opened = (db: Db, memberId: string | Fragment): Fragment => db`
  members b
  join tokens t on t.owner_address = b.flow_address and t.burned_at is null
  join contents c on c.item_id = t.item_id and (c.serial is null or c.serial = t.serial)
    and b.id = ${memberId} and b.banned_at is null and b.deleted_at is null`

/** Whether there are such a token and such a content of its item, opened to anybody or not. */
export async function isContentOf(db: Db, { refId, contentId }: Omit<OwnedSubject, 'memberId'>): Promise<boolean> {
  const rows = await db`
    select 1 from tokens t join contents c on c.item_id = t.item_id where t.ref_id = ${refId} and c.id = ${contentId}`
  return rows.length > 0
}

/** The content that a token opens to this member now; undefined when it opens nothing. */
export async function findOpened(db: Db, { memberId, refId, contentId }: OwnedSubject): Promise<Opened | undefined> {
  const [row] = await db<Opened[]>`
    select c.id as "contentId", t.serial, c.kind
      from ${opened(db, memberId)}
     where t.ref_id = ${refId} and c.id = ${contentId}`
  return row
}

const contentFields = (db: Db): Fragment => db`
  c.id as "contentId", c.item_id as "itemId", c.kind as "fileType", c.direction,
  json_build_object('ja', i.name_ja, 'en', i.name_en) as "itemName",
  json_build_object('ja', c.name_ja, 'en', c.name_en) as name, ${pictureJson(db)} as picture,
  (select count(*)::int from content_pages g where g.content_id = c.id) as "pageCount",
  (select v.seconds from content_videos v where v.content_id = c.id and c.kind = 'video') as seconds`

const ownedFields = (db: Db): Fragment => db`
  ${contentFields(db)}, t.ref_id || '_' || c.id as "ownerContentId", t.id::text as "tokenId",
  t.serial as "serialNumber", k.page, k.second`

/** What a member opens, each content once, those read last first. */
export const listOwned = (db: Db, memberId: string, { limit, offset }: { limit: number; offset: number }) =>
  db<OwnedContentView[]>`
    with firsts as (
      select distinct on (c.id) c.id as content_id, t.id as token_id
        from ${opened(db, memberId)} order by c.id, t.serial)
    select ${ownedFields(db)}
      from firsts f join contents c on c.id = f.content_id join tokens t on t.id = f.token_id
      join items i on i.id = c.item_id join media m on m.id = i.picture
      left join content_places k on k.member_id = ${memberId} and k.content_id = c.id
     order by k.kept_at desc nulls last, c.imported_at desc, c.id limit ${limit} offset ${offset}`

/** One content as one token opens it to a member now; undefined when it does not. */
export async function findOwned(
  db: Db,
  { memberId, refId, contentId }: OwnedSubject,
): Promise<OwnedContentView | undefined> {
  const [row] = await db<OwnedContentView[]>`
    select ${ownedFields(db)}
      from ${opened(db, memberId)} join items i on i.id = c.item_id join media m on m.id = i.picture
      left join content_places k on k.member_id = b.id and k.content_id = c.id
     where t.ref_id = ${refId} and c.id = ${contentId}`
  return row
}

type OfItem = Omit<OwnedContentView, 'ownerContentId' | 'tokenId' | 'serialNumber'> & {
  ownerContentId: string | null
  serialNumber: number | null
  onlySerialNumber: number | null
}

/** The contents of an item, each with the first token of the member that opens it. */
export const listOfItem = (db: Db, itemId: string, memberId: string | null) => db<OfItem[]>`
  select ${contentFields(db)}, c.serial as "onlySerialNumber", o.ref_id || '_' || c.id as "ownerContentId",
         o.serial as "serialNumber", k.page, k.second
    from contents c join items i on i.id = c.item_id join media m on m.id = i.picture
    left join lateral (
      select t.ref_id, t.serial from members b join tokens t on t.owner_address = b.flow_address
       where b.id = ${memberId}::uuid and b.banned_at is null and b.deleted_at is null
         and t.item_id = c.item_id and t.burned_at is null and (c.serial is null or c.serial = t.serial)
       order by t.serial limit 1) o on true
    left join content_places k on k.member_id = ${memberId}::uuid and k.content_id = c.id and o.ref_id is not null
   where c.item_id = ${itemId} order by c.serial nulls first, c.id`

type SerialContent = { serialNumber: number; contentId: string; fileType: FileType; ownerContentId: string }

/** The contents of each token of a member among those of an item; with `serial` of that one. */
export const listSerialContents = (
  db: Db,
  {
    memberId,
    itemId,
    fileType,
    serial,
    limit,
    offset,
  }: {
    memberId: string
    itemId: string
    fileType: FileType | undefined
    serial: number | undefined
    limit: number
    offset: number
  },
) => db<SerialContent[]>`
  select t.serial as "serialNumber", c.id as "contentId", c.kind as "fileType", t.ref_id || '_' || c.id as "ownerContentId"
    from ${opened(db, memberId)}
   where t.item_id = ${itemId} and (${fileType ?? null}::text is null or c.kind = ${fileType ?? null})
     and (${serial ?? null}::integer is null or t.serial = ${serial ?? null})
   order by t.serial, c.id limit ${limit} offset ${offset}`

/** Whether a serial number exists, and whether it is in the hands of the member. */
export async function findSerial(
  db: Db,
  { memberId, itemId, serial }: { memberId: string; itemId: string; serial: number },
): Promise<{ isOwn: boolean } | undefined> {
  const [row] = await db<{ isOwn: boolean }[]>`
    select exists (select 1 from members b where b.id = ${memberId} and b.flow_address = t.owner_address) as "isOwn"
      from tokens t where t.item_id = ${itemId} and t.serial = ${serial} and t.burned_at is null`
  return row
}

export async function hasItem(db: Db, itemId: string): Promise<boolean> {
  return (await db`select 1 from items where id = ${itemId}`).length > 0
}

export type PageFile = { file: string; width: number; height: number }

export async function findPage(db: Db, contentId: string, page: number): Promise<PageFile | undefined> {
  const [row] = await db<PageFile[]>`
    select file, width, height from content_pages where content_id = ${contentId} and page = ${page}`
  return row
}

/** The pages of a content in the order of reading, without their files. */
export const listPages = (db: Db, contentId: string) => db<{ page: number; width: number; height: number }[]>`
  select page, width, height from content_pages where content_id = ${contentId} order by page`

/** Keeps where a member reads. False when the content has no such page. */
export async function upsertPlace(db: Db, memberId: string, contentId: string, page: number): Promise<boolean> {
  const rows = await db`
    insert into content_places (member_id, content_id, page)
    select ${memberId}, content_id, page from content_pages where content_id = ${contentId} and page = ${page}
    on conflict (member_id, content_id) do update set page = excluded.page, second = null, kept_at = kura_now()
    returning 1`
  return rows.length > 0
}

/** Of a deleted member. */
export const deletePlacesOf = (db: Db, memberId: string): Promise<unknown> =>
  db`delete from content_places where member_id = ${memberId}`

/** The time by which addresses expire, in whole seconds. */
export async function readSeconds(db: Db): Promise<number> {
  const [row] = await db<[{ seconds: number }]>`
    select floor(extract(epoch from kura_now()))::float8 as seconds`
  return row.seconds
}
