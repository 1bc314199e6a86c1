import { exportRowsAtOnce } from '../platform/export/part.ts'
import type { ExportPart } from '../platform/export/part.ts'

const places: ExportPart = {
  name: 'reading',
  title: { ja: '読みかけのページ', en: 'Reading' },
  about: { ja: 'ライブラリで最後に開いたページです。', en: 'Where you left off in the library.' },
  tables: ['content_places'],
  fields: {
    name: { ja: '作品', en: 'Work' },
    page: { ja: 'ページ', en: 'Page' },
    second: { ja: '秒', en: 'Second' },
    keptAt: { ja: '日時', en: 'When', kind: 'time' },
  },
  read: (db, { id }) =>
    db`
    select json_build_object('ja', c.name_ja, 'en', c.name_en) as name, k.page, k.second, k.kept_at as "keptAt"
      from content_places k join contents c on c.id = k.content_id
     where k.member_id = ${id} order by k.kept_at desc`.cursor(exportRowsAtOnce),
}

/** What the library knows about a member. */
export const libraryParts: readonly ExportPart[] = [places]
