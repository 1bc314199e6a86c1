import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import Fastify from 'fastify'
import sharp from 'sharp'
import { addManyItems } from '../../testing/many-items.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { sitemapPlugin } from './sitemap.ts'

const locationsIn = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, path = '']) => path)

test('the sitemap names every item, series, pack and public profile once, in parts', async (t) => {
  const { deps, http } = await testWorld(t)
  const { sql, env } = deps
  await addManyItems(sql, { count: 7 })
  const shown = await seedMember(deps, { flowAddress: `0x${randomBytes(8).toString('hex')}` })
  await sql`insert into member_handles (form_hash, member_id, handle) values (${randomBytes(32)}, ${shown.memberId}, 'hanako')`
  await sql`update members set shows_collection = true where id = ${shown.memberId}`
  const hidden = await seedMember(deps)
  await sql`insert into member_handles (form_hash, member_id, handle) values (${randomBytes(32)}, ${hidden.memberId}, 'taro')`
  await sql`update members set shows_collection = false where id = ${hidden.memberId}`
  const app = Fastify()
  t.after(() => app.close())
  await app.register(sitemapPlugin, { deps, size: 3 })
  const index = await app.inject('/sitemap.xml')
  assert.match(String(index.headers['content-type']), /^application\/xml/)
  const parts = locationsIn(index.body)
  assert.equal(parts.filter((part) => part.includes('/items-')).length, 3)
  const paths: string[] = []
  for (const part of parts) {
    const answer = await app.inject(part.slice(env.PUBLIC_URL.length))
    assert.equal(answer.statusCode, 200, part)
    paths.push(...locationsIn(answer.body).map((address) => address.slice(env.PUBLIC_URL.length)))
  }
  const items = await sql<{ id: string }[]>`select id from items`
  for (const { id } of items) assert.equal(paths.filter((path) => path === `/items/${id}`).length, 1, id)
  assert.ok(paths.includes('/u/hanako') && !paths.includes('/u/taro'))
  assert.equal(new Set(paths).size, paths.length)
  const unknown = await http.inject('/sitemaps/items-nobody-has-this.xml')
  assert.equal(unknown.statusCode, 404)
})

test('feeds are well-formed whatever an announcement says, in both languages', async (t) => {
  const { deps, http } = await testWorld(t)
  await deps.sql`
    insert into announcements (id, title_ja, title_en, body_ja, body_en, published_at)
    values ('a', '<b>&"知らせ', 'News ]]> & <i>', ${'\u0007'}, '', kura_now())`
  const feed = await http.inject('/feeds/announcements.xml?lang=en')
  assert.match(String(feed.headers['content-type']), /^application\/rss\+xml/)
  assert.match(feed.body, /<title>News \]\]&gt; &amp; &lt;i&gt;<\/title>/)
  const japanese = await http.inject('/feeds/announcements.xml')
  assert.match(japanese.body, /&lt;b&gt;&amp;&quot;知らせ/)
  assert.doesNotMatch(japanese.body, /\u0007/)
  assert.equal((await http.inject('/feeds/packs.xml')).statusCode, 200)
})

test('items and packs have a picture for previews; unknown ones have none', async (t) => {
  const { deps, http } = await testWorld(t)
  await addManyItems(deps.sql, { count: 1 })
  const [item] = await deps.sql<{ id: string }[]>`select id from items limit 1`
  const picture = await http.inject(`/images/cards/items/${item?.id}.jpg`)
  assert.equal(picture.statusCode, 200, picture.body.slice(0, 200))
  const { width, height } = await sharp(picture.rawPayload).metadata()
  assert.deepEqual([width, height], [1200, 630])
  const again = await http.inject({
    url: `/images/cards/items/${item?.id}.jpg`,
    headers: { 'if-none-match': String(picture.headers.etag) },
  })
  assert.equal(again.statusCode, 304)
  assert.equal((await http.inject('/images/cards/packs/nobody-has-this.jpg')).statusCode, 404)
  assert.equal((await http.inject('/images/cards/items/..%2fx.jpg')).statusCode, 404)
})
