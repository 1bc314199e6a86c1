import type { FastifyInstance } from 'fastify'
import { ensure } from '@kura/contract/errors'
import { listCatalogueIds, listItemIds, listItemParts } from '../../catalogue/item/sitemap-queries.ts'
import type { Deps } from '../../deps.ts'
import { listProfileHandles, listProfileParts } from '../../identity/member/sitemap-queries.ts'
import type { Db } from '../../platform/db/connect.ts'
import { listSalePackIds } from '../../shop/pack/sitemap-queries.ts'
import { keptTexts } from './kept-texts.ts'
import { xmlText } from './xml.ts'

/** Addresses in one part; a sitemap may have 50,000, but a part is read and kept whole. */
const partSize = 5000

/** Pages that are always there. */
const fixedPaths = ['/', '/items', '/market', '/packs', '/series', '/airdrops', '/events', '/announcements', '/guide']

/**
 * `/sitemap.xml`, the index, and its parts `/sitemaps/<part>.xml`: the pages that search engines may
 * list. Parts of items and members begin at an id, so that a part stays the same while others grow.
 */
export async function sitemapPlugin(
  app: FastifyInstance,
  { deps, size = partSize }: { deps: Pick<Deps, 'sql' | 'env'>; size?: number },
): Promise<void> {
  const { sql, env } = deps
  const base = env.PUBLIC_URL.replace(/\/$/, '')
  const kept = keptTexts({ most: 16, maxAgeMs: 600_000 })
  const parts = async (): Promise<string[]> => (await kept('index', () => listParts(sql, size))).split(' ')

  app.get('/sitemap.xml', async (_request, reply) => {
    const lines = (await parts()).map(
      (part) => `<sitemap><loc>${xmlText(`${base}/sitemaps/${part}.xml`)}</loc></sitemap>`,
    )
    return reply.headers(headers).send(`${head}<sitemapindex xmlns="${space}">\n${lines.join('\n')}\n</sitemapindex>\n`)
  })
  app.get<{ Params: { file: string } }>('/sitemaps/:file', async (request, reply) => {
    const part = /^([a-z0-9_-]{1,80})\.xml$/.exec(request.params.file)?.[1]
    // only parts of the index: others would be read for nothing
    ensure(part !== undefined && (await parts()).includes(part), 'NOT_FOUND')
    const text = await kept(part, async () => {
      const lines = (await listPaths(sql, part, size)).map((path) => `<url><loc>${xmlText(base + path)}</loc></url>`)
      return `${head}<urlset xmlns="${space}">\n${lines.join('\n')}\n</urlset>\n`
    })
    return reply.headers(headers).send(text)
  })
}

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const space = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const headers = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=600' }

async function listParts(db: Db, size: number): Promise<string> {
  const [items, profiles] = await Promise.all([listItemParts(db, size), listProfileParts(db, size)])
  return [
    'pages',
    ...items.map(({ first }) => `items-${first}`),
    ...profiles.map(({ first }) => `members-${first}`),
  ].join(' ')
}

async function listPaths(db: Db, part: string, size: number): Promise<string[]> {
  const [, kind, first = ''] = /^(items|members)-(.+)$/.exec(part) ?? []
  if (kind === 'items') return (await listItemIds(db, first, size)).map(({ id }) => `/items/${id}`)
  if (kind === 'members') return (await listProfileHandles(db, first, size)).map(({ handle }) => `/u/${handle}`)
  const [packs, others] = await Promise.all([listSalePackIds(db), listCatalogueIds(db)])
  const places = { series: '/series', category: '/categories', event: '/events' } as const
  return [
    ...fixedPaths,
    ...packs.map(({ id }) => `/packs/${id}`),
    ...others.map(({ kind: of, id }) => `${places[of]}/${id}`),
  ]
}
