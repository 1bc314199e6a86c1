import { promisify } from 'node:util'
import { pathToFileURL } from 'node:url'
import { brotliCompress, constants } from 'node:zlib'
import { localApi } from '@kura/server/http/call-runner'
import { connect } from '@kura/server/db/connect'
import { itemRoutes } from '@kura/server/item/routes'
import { createRequestHandler } from 'react-router'
import type { RouterContextProvider, ServerBuild } from 'react-router'
import type { PageContent } from '../../reference/page/app/content.ts'
import { readBody } from './read-html.ts'
import { given, serve } from './serve.ts'
import { statementsOf } from './statement.ts'

type Build = ServerBuild & { entry: { module: { makeLoadContext: (content: PageContent) => RouterContextProvider } } }

// A bare React Router page behind Fastify: the elements of our item page and its data, read with our statements or from memory.
const {
  build: buildFile,
  html,
  itemId,
  databaseUrl,
} = given<Record<'build' | 'html' | 'itemId' | 'databaseUrl', string>>()
const build = (await import(pathToFileURL(buildFile).href)) as Build
const handle = createRequestHandler(build, 'production')
const compress = promisify(brotliCompress)
const sql = connect(databaseUrl)
const page = await (await fetch(html)).text()
const content = { title: /<title>([^<]*)/.exec(page)?.[1] ?? '', body: readBody(page) }

const alsoShown = 11
const readWith = async (db: typeof sql) => {
  const api = localApi(itemRoutes({ sql: db }))
  const [item, packs] = await Promise.all([
    api('showItem', { params: { itemId }, query: {} }),
    api('showSellingPack', { params: { itemId } }),
  ])
  if (!item.ok) throw new Error(`there is no item ${itemId}`)
  const also = await api('listItems', { query: { seriesId: item.data.seriesId, limit: alsoShown } })
  return { item, packs, also }
}
const memory = await readWith(sql)
const [item, packs, also] = await statementsOf(sql, readWith)

const run = async (statement: typeof item) => {
  const [row] = await sql.unsafe(statement!.text, statement!.values as never[], { prepare: true })
  return row as Record<string, string>
}
async function readRows() {
  const [first, second] = await Promise.all([run(item), run(packs)])
  const third = await run(also)
  return {
    item: JSON.parse(first['item']!) as unknown,
    packs: JSON.parse(second['items']!) as unknown,
    also: JSON.parse(third['items']!) as unknown,
  }
}

await serve((app) => {
  app.get('/*', async (request, reply) => {
    const readData = async () => (request.url.includes('memory') ? memory : readRows())
    const web = new Request(new URL(request.url, 'http://localhost'))
    const answer = await handle(web, build.entry.module.makeLoadContext({ ...content, readData }))
    if (request.headers['accept-encoding'] !== 'br') return reply.send(answer)
    const whole = Buffer.from(await answer.arrayBuffer())
    const body = await compress(whole, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    return reply.headers({ 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' }).send(body)
  })
})
