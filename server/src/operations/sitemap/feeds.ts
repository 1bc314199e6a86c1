import type { FastifyInstance } from 'fastify'
import type { Words } from '@kura/contract/ids'
import type { Deps } from '../../deps.ts'
import type { LocalApi } from '../../platform/http/call-runner.ts'
import { keptTexts } from './kept-texts.ts'
import { xmlText } from './xml.ts'

type Entry = { id: string; title: string; text: string; path: string; at: string | null }
type Language = keyof Words
const names = {
  packs: { ja: '新しいパック', en: 'New packs' },
  announcements: { ja: 'お知らせ', en: 'Notices' },
} as const satisfies Record<string, Words>
type Feed = keyof typeof names

/** `/feeds/<packs|announcements>.xml?lang=<ja|en>`: RSS of packs on sale or soon, and of announcements. */
export async function feedsPlugin(
  app: FastifyInstance,
  { deps, api }: { deps: Pick<Deps, 'env'>; api: LocalApi },
): Promise<void> {
  const kept = keptTexts({ most: 8, maxAgeMs: 60_000 })
  for (const feed of Object.keys(names) as Feed[])
    app.get<{ Querystring: { lang?: string } }>(`/feeds/${feed}.xml`, async (request, reply) => {
      const language = request.query.lang === 'en' ? 'en' : 'ja'
      const text = await kept(`${feed} ${language}`, async () => {
        const entries = await (feed === 'packs' ? packEntries(api, language) : newsEntries(api, language))
        return write(deps.env, feed, language, entries)
      })
      return reply
        .headers({ 'content-type': 'application/rss+xml; charset=utf-8', 'cache-control': 'public, max-age=60' })
        .send(text)
    })
}

async function packEntries(api: LocalApi, language: Language): Promise<Entry[]> {
  const found = await api('listPacks', { query: { state: ['on', 'before'], limit: 50 } })
  if (!found.ok) throw new Error(`packs: ${found.body.errorCode}`)
  return found.data.items.map(({ packId, name, priceYen, saleStartsAt }) => ({
    id: `pack:${packId}`,
    title: name[language],
    text: language === 'ja' ? `${priceYen.toLocaleString('en')}円` : `${priceYen.toLocaleString('en')} yen`,
    path: `/packs/${packId}`,
    at: saleStartsAt,
  }))
}

async function newsEntries(api: LocalApi, language: Language): Promise<Entry[]> {
  const found = await api('listAnnouncements', { query: {} })
  if (!found.ok) throw new Error(`announcements: ${found.body.errorCode}`)
  return found.data.items.map(({ id, title, body, publishedAt }) => ({
    id: `announcement:${id}`,
    title: title[language],
    text: body[language],
    path: `/announcements#${id}`,
    at: publishedAt,
  }))
}

function write({ SITE_NAME, PUBLIC_URL }: Deps['env'], feed: Feed, language: Language, entries: Entry[]): string {
  const base = PUBLIC_URL.replace(/\/$/, '')
  const items = entries.map(
    ({ id, title, text, path, at }) => `<item>
<title>${xmlText(title)}</title>
<link>${xmlText(base + path)}</link>
<guid isPermaLink="false">${xmlText(id)}</guid>
<description>${xmlText(text)}</description>${at === null ? '' : `\n<pubDate>${new Date(at).toUTCString()}</pubDate>`}
</item>`,
  )
  const name = names[feed][language]
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0">
<channel>
<title>${xmlText(`${name} | ${SITE_NAME}`)}</title>
<link>${xmlText(`${base}/${feed}`)}</link>
<description>${xmlText(name)}</description>
<language>${language}</language>
${items.join('\n')}
</channel>
</rss>
`
}
