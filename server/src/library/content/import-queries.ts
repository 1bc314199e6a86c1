import type { Words } from '@kura/contract/ids'
import { updateIfChanged } from '../../platform/db/connect.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { MadePage } from './make-page.ts'

export type EbookImport = {
  id: string
  itemId: string
  /** The one token it opens to; undefined for every token of the item. */
  serial: number | undefined
  name: Words
  direction: 'rtl' | 'ltr'
}

/** The items among these of which every token opens a content. */
export const listItemsWithContents = (db: Db, itemIds: string[]) => db<{ itemId: string }[]>`
  select distinct item_id as "itemId" from contents where serial is null and item_id = any(${itemIds})`

/** Those of these page files that an ebook names. */
export async function listNamedFiles(db: Db, files: string[]): Promise<string[]> {
  const rows = await db<{ file: string }[]>`select distinct file from content_pages where file = any(${files})`
  return rows.map(({ file }) => file)
}

/** Writes an ebook and its pages in their order. Returns whether anything changed. */
export async function upsertEbook(db: Db, ebook: EbookImport, pages: MadePage[]): Promise<boolean> {
  const columns = ['kind', 'item_id', 'serial', 'name_ja', 'name_en', 'direction']
  const { id, itemId, serial = null, name, direction } = ebook
  const changed = await db`
    insert into contents as t (id, kind, item_id, serial, name_ja, name_en, direction)
    values (${id}, 'ebook', ${itemId}, ${serial}, ${name.ja}, ${name.en}, ${direction})
    on conflict (id) ${updateIfChanged(db, columns)}`
  const [count] = await db<[{ gone: number; put: number }]>`
    with given as (
      select ordinality::integer as page, file, width, height
        from rows from (jsonb_to_recordset(${db.json(pages)}) as (file text, width int, height int)) with ordinality
             as e (file, width, height, ordinality)),
    gone as (
      delete from content_pages where content_id = ${id} and page > (select count(*) from given) returning 1),
    put as (
      insert into content_pages as p (content_id, page, file, width, height)
      select ${id}, page, file, width, height from given
      on conflict (content_id, page) do update set file = excluded.file, width = excluded.width, height = excluded.height
       where p.file <> excluded.file
      returning 1)
    select (select count(*)::int from gone) as gone, (select count(*)::int from put) as put`
  if (count.gone + count.put === 0) return changed.length > 0
  await db`update contents set imported_at = kura_now() where id = ${id}`
  return true
}
