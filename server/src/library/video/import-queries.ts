import type { Words } from '@kura/contract/ids'
import { updateIfChanged } from '../../platform/db/connect.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { MadeVideo } from './package-video.ts'

export type VideoImport = { id: string; itemId: string; serial: number | undefined; name: Words }

/** Writes a video, and its poster as the one page of the content. Returns whether anything changed. */
export async function upsertVideo(
  db: Db,
  video: VideoImport,
  made: MadeVideo,
  poster: { file: string; width: number; height: number } | undefined,
): Promise<boolean> {
  const { id, itemId, serial = null, name } = video
  const changed = await db`
    insert into contents as t (id, kind, item_id, serial, name_ja, name_en)
    values (${id}, 'video', ${itemId}, ${serial}, ${name.ja}, ${name.en})
    on conflict (id) ${updateIfChanged(db, ['kind', 'item_id', 'serial', 'name_ja', 'name_en'])}`
  const replaced = await db`
    insert into content_videos as t (content_id, folder, seconds) values (${id}, ${made.folder}, ${made.seconds})
    on conflict (content_id) do update set folder = excluded.folder, seconds = excluded.seconds
     where t.folder <> excluded.folder returning 1`
  const file = poster?.file ?? null
  const dropped = await db`
    delete from content_pages where content_id = ${id} and (page > 1 or file is distinct from ${file}) returning 1`
  if (poster)
    await db`
      insert into content_pages (content_id, page, file, width, height)
      values (${id}, 1, ${poster.file}, ${poster.width}, ${poster.height}) on conflict do nothing`
  if (replaced.length + dropped.length === 0) return changed.length > 0
  await db`update contents set imported_at = kura_now() where id = ${id}`
  return true
}
