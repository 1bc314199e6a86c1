import { promisify } from 'node:util'
import { pathToFileURL } from 'node:url'
import { brotliCompress, constants } from 'node:zlib'
import { localApi } from '@kura/server/platform/http/call-runner'
import { connect } from '@kura/server/platform/db/connect'
import { allRoutes } from '@kura/server/routes'
import { createRequestHandler } from 'react-router'
import type { RouterContextProvider, ServerBuild } from 'react-router'
import type { PageContent } from '../../reference/page/app/content.ts'
import { readBody } from './read-html.ts'
import { given, serve } from './serve.ts'
import { statementsOf } from './statement.ts'
import type { Statement } from './statement.ts'

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

type Api = ReturnType<typeof localApi>
// these calls need nothing but the database
const apiOf = (db: typeof sql): Api => localApi(allRoutes({ sql: db } as never))

// What our page's loader reads: the time, then all of the item at once, then the other items of its
// series.
const params = { itemId }
const shown = await apiOf(sql)('showItem', { params, query: {} })
if (!shown.ok) throw new Error(`there is no item ${itemId}`)
const { seriesId } = shown.data
const stages: ((api: Api) => Promise<unknown>)[][] = [
  [(api) => api('currentTimestamp', {})],
  [
    (api) => api('showItem', { params, query: {} }),
    (api) => api('showSellingPack', { params }),
    (api) => api('showMaxMin', { params }),
    (api) => api('listListings', { params, query: { limit: 10, orderColumn: 'price', orderSort: 'asc' } }),
    (api) => api('showItemChart', { params, query: {} }),
  ],
  [(api) => api('listItems', { query: { seriesId, limit: 11 } })],
]
/** The statements of each call, in order. */
const statements: Statement[][][] = []
for (const calls of stages) {
  const sent: Statement[][] = []
  for (const call of calls) sent.push(await statementsOf(sql, (db) => call(apiOf(db))))
  if (sent.some(({ length }) => length === 0)) throw new Error('a call of the page sends no statement')
  statements.push(sent)
}

async function run({ text, values }: Statement): Promise<unknown> {
  const [row = {}] = await sql.unsafe(text, values as never[], { prepare: true })
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asData(value)]))
}

/** Parses the JSON that PostgreSQL wrote, as the page does. */
const asData = (value: unknown): unknown =>
  typeof value === 'string' && /^[[{]/.test(value) ? (JSON.parse(value) as unknown) : value

async function readRows(): Promise<unknown> {
  const read: unknown[] = []
  for (const stage of statements)
    read.push(
      await Promise.all(
        stage.map(async (sent) => {
          const rows: unknown[] = []
          for (const statement of sent) rows.push(await run(statement))
          return rows
        }),
      ),
    )
  return read
}
const memory = await readRows()

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
