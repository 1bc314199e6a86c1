import { connect } from '@kura/server/platform/db/connect'
import { itemRoutes } from '@kura/server/catalogue/item/routes'
import type { Sql } from '@kura/server/platform/db/connect'
import { given, serve } from './serve.ts'
import { statementsOf } from './statement.ts'

// Fastify and postgres.js with the statements of the product and nothing else: the difference is
// the cost of the rest.
const { databaseUrl, itemId } = given<{ databaseUrl: string; itemId: string }>()
const sql = connect(databaseUrl)

const call = (db: Sql, path: string, input: object) =>
  itemRoutes({ sql: db })
    .find(({ endpoint }) => endpoint.path === path)!
    .handler(input as never, {} as never)
const [list] = await statementsOf(sql, (db) => call(db, '/api/items', { query: {} }))
const [detail] = await statementsOf(sql, (db) => call(db, '/api/items/:itemId', { params: { itemId }, query: {} }))
if (!list || !detail?.values.includes(itemId)) throw new Error('the statements of the product were not seen')
const place = detail.values.indexOf(itemId)

await serve((app) => {
  app.get('/api/items', async (_request, reply) => {
    const [row] = await sql.unsafe(list.text, list.values as never[], { prepare: true })
    const cursor = Buffer.from(JSON.stringify(row!['last'])).toString('base64url')
    return reply
      .type('application/json; charset=utf-8')
      .send(`{"items":${row!['items']},"total":${row!['total']},"cursor":"${cursor}"}`)
  })
  app.get<{ Params: { itemId: string } }>('/api/items/:itemId', async (request, reply) => {
    const values = detail.values.with(place, request.params.itemId)
    const [row] = await sql.unsafe(detail.text, values as never[], { prepare: true })
    return reply.type('application/json; charset=utf-8').send(row!['item'])
  })
})
