import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { testDatabase } from '@kura/db/test-database'
import sharp from 'sharp'
import { categoryRoutes } from '../catalogue/category/routes.ts'
import { connect } from '../platform/db/connect.ts'
import type { Sql } from '../platform/db/connect.ts'
import { localApi } from '../platform/http/call-runner.ts'
import type { LocalApi } from '../platform/http/call-runner.ts'
import { itemRoutes } from '../catalogue/item/routes.ts'
import { noticeRoutes } from '../catalogue/notice/routes.ts'
import { packRoutes } from '../shop/pack/routes.ts'
import { seriesRoutes } from '../catalogue/series/routes.ts'
import { tokenRoutes } from '../market/token/routes.ts'

export type CatalogueWorld = {
  url: string
  sql: Sql
  call: LocalApi
  home: string
  mediaDir: string
  /**
   * Writes a catalogue folder: the small right one, with some files replaced (or left out: null).
   * Gives its path.
   */
  folder: (files?: Record<string, string | Buffer | null>) => Promise<string>
  moveClock: (by: string) => Promise<void>
}

/**
 * A database of its own with the public reads over it; no outside world, because the catalogue
 * needs none.
 */
export async function catalogueWorld(t: { after: (end: () => Promise<void>) => void }): Promise<CatalogueWorld> {
  const database = await testDatabase()
  const sql = connect(database.url, 4)
  const home = await mkdtemp(join(tmpdir(), 'kura-catalogue-'))
  t.after(async () => {
    await sql.end()
    await database.close()
    await rm(home, { recursive: true, force: true })
  })
  const routes = [itemRoutes, seriesRoutes, categoryRoutes, packRoutes, noticeRoutes, tokenRoutes]
  return {
    url: database.url,
    sql,
    call: localApi(routes.flatMap((routesOf) => routesOf({ sql }))),
    home,
    mediaDir: join(home, 'media'),
    folder: async (files = {}) => {
      const folder = await mkdtemp(join(home, 'folder-'))
      for (const [name, content] of Object.entries({ ...(await smallCatalogue()), ...files })) {
        if (content === null) continue
        await mkdir(dirname(join(folder, name)), { recursive: true })
        await writeFile(join(folder, name), content)
      }
      return folder
    },
    moveClock: async (by) => void (await sql`update kura_clock set time_offset = time_offset + ${by}::interval`),
  }
}

/** A plain picture; another `shade` is another picture. */
export const plainPicture = (shade: number): Promise<Buffer> =>
  sharp({ create: { width: 200, height: 240, channels: 3, background: { r: shade, g: 90, b: 120 } } })
    .png()
    .toBuffer()

async function smallCatalogue(): Promise<Record<string, string | Buffer>> {
  return {
    'a.png': await plainPicture(10),
    'b.png': await plainPicture(200),
    'series.yaml': '- id: s\n  name: { ja: 見本, en: Sample }\n  cap: 100\n',
    'categories.yaml': '- slug: c\n  name: { ja: 分類, en: Category }\n',
    'items.yaml': `- id: one
  series: s
  name: { ja: 月夜の鯉, en: Carp by Moonlight }
  rarity: rare
  editions: 10
  categories: [c]
  traits: { 技法: 木版 }
  picture: a.png
- id: two
  series: s
  name: { ja: アサギリの塔, en: Tower in Mist }
  editions: 20
  picture: b.png
`,
    'packs.yaml': `- id: mixed
  series: s
  name: { ja: 組, en: Set }
  picture: a.png
  kind: random
  price: 500
  cards: 2
  packs: 9
  limit: 9
  contents:
    - item: one
      copies: 6
      odds: 33.3
    - item: two
      copies: 12
      odds: 66.7
`,
    'banners.yaml': '- id: b\n  title: { ja: 旗, en: Banner }\n  picture: a.png\n  link: /packs/mixed\n',
    'announcements.yaml': '- id: n\n  title: { ja: 知らせ, en: News }\n  published: 2026-01-01\n',
  }
}
