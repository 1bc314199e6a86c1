import { exportRowsAtOnce } from '../platform/export/part.ts'
import type { ExportPart } from '../platform/export/part.ts'

const favorites: ExportPart = {
  name: 'favorites',
  title: { ja: 'お気に入り', en: 'Favourites' },
  about: { ja: 'お気に入りに入れたものです。', en: 'What you keep in mind.' },
  tables: ['favorites'],
  fields: {
    kind: { ja: '種類', en: 'Kind', kind: 'code' },
    name: { ja: '名前', en: 'Name' },
    noticeBelowYen: { ja: 'お知らせする価格', en: 'Notice below', kind: 'yen' },
    favoritedAt: { ja: '追加日時', en: 'Added', kind: 'time' },
  },
  read: (db, { id }) =>
    db`
    select f.kind, json_build_object('ja', coalesce(i.name_ja, r.name_ja, p.name_ja), 'en', coalesce(i.name_en, r.name_en, p.name_en)) as name,
           f.notice_below_yen as "noticeBelowYen", f.created_at as "favoritedAt"
      from favorites f left join items i on i.id = f.item_id left join series r on r.id = f.series_id left join packs p on p.id = f.pack_id
     where f.member_id = ${id} order by f.number desc`.cursor(exportRowsAtOnce),
}

/** Who follows the member is in here as a number alone: their names are theirs. */
const follows: ExportPart = {
  name: 'follows',
  title: { ja: 'フォロー', en: 'Following' },
  about: { ja: 'フォローしている会員とシリーズです。', en: 'The members and series you follow.' },
  tables: ['member_follows', 'series_follows', 'follow_counts'],
  fields: {
    kind: { ja: '種類', en: 'Kind', kind: 'code' },
    name: { ja: '名前', en: 'Name' },
    followedAt: { ja: 'フォロー日時', en: 'Followed', kind: 'time' },
  },
  read: (db, { id }) =>
    db`
    select u.kind, u.name, u.at as "followedAt" from (
      select 'member' as kind, json_build_object('ja', h.handle, 'en', h.handle) as name, f.created_at as at
        from member_follows f left join member_handles h on h.member_id = f.target_id and h.left_at is null
       where f.follower_id = ${id}
      union all
      select 'series', json_build_object('ja', r.name_ja, 'en', r.name_en), f.created_at
        from series_follows f join series r on r.id = f.series_id where f.member_id = ${id}) u
     order by u.at desc`.cursor(exportRowsAtOnce),
}

const showcase: ExportPart = {
  name: 'showcase',
  title: { ja: 'プロフィールの展示', en: 'Showcase' },
  about: { ja: 'プロフィールの最初に飾っているアイテムです。', en: 'The pieces you show first on your profile.' },
  tables: ['showcases'],
  fields: {
    place: { ja: '順番', en: 'Place' },
    name: { ja: 'アイテム', en: 'Item' },
    tokenId: { ja: 'トークンID', en: 'Token' },
  },
  read: (db, { id }) =>
    db`
    select s.place, s.token_id::text as "tokenId",
           json_build_object('ja', i.name_ja || ' #' || t.serial, 'en', i.name_en || ' #' || t.serial) as name
      from showcases s left join tokens t on t.id = s.token_id left join items i on i.id = t.item_id
     where s.member_id = ${id} order by s.place`.cursor(exportRowsAtOnce),
}

/** What discovery knows about a member. */
export const discoveryParts: readonly ExportPart[] = [favorites, follows, showcase]
