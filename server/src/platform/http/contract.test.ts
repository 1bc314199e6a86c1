import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { z } from 'zod'
import { api } from '@kura/contract/api'
import { endpoint } from '@kura/contract/endpoint'
import type { Endpoint } from '@kura/contract/endpoint'
import type { PathSpec } from '@kura/contract/path-spec'
import type { CallName } from '@kura/contract/paths'
import { buildRequest } from '@kura/contract/request'
import { gateOf } from '../../app.ts'
import { seedBearer } from '../../identity/service/testing/sample-service.ts'
import { seedPack } from '../../checkout/order/testing/shop.ts'
import { seedSelectable } from '../../shop/pack/testing/given-packs.ts'
import { seedMember } from '../../testing/seed-member.ts'
import { testWorld } from '../../testing/test-world.ts'
import { apiPlugin } from './api-plugin.ts'
import { on } from './on.ts'
import { openApi } from './open-api.ts'

type JsonSchema = { type?: string; properties?: Record<string, JsonSchema>; required?: string[] }
const outputOf = ({ output }: Endpoint) =>
  z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }) as JsonSchema
const calls = Object.entries(api) as [CallName, Endpoint][]
const isList = ([name, each]: [CallName, Endpoint]) =>
  /^list[A-Z]/.test(name) || outputOf(each).properties?.['items'] !== undefined || outputOf(each).type === 'array'

test('every list of the contract is {items, total?, cursor?}, and a list by pages has a cursor', () => {
  const lists = calls.filter(isList)
  assert.ok(lists.length >= 12)
  for (const [name, each] of lists) {
    const { type, properties = {}, required = [] } = outputOf(each)
    assert.equal(type, 'object', name)
    assert.equal(properties['items']?.type, 'array', name)
    assert.deepEqual(required, ['items'], name)
    for (const key of Object.keys(properties)) assert.ok(['items', 'total', 'cursor'].includes(key), `${name}: ${key}`)
    if (each.parts.query?.shape['cursor']) assert.ok(properties['cursor'], `${name} gives no cursor`)
  }
})

test('every list has this form over the wire', async (t) => {
  const { deps, http } = await testWorld(t)
  const packId = await seedPack(deps.sql)
  const chosen = await seedSelectable(deps.sql, 'passcode')
  const flowAddress = '0x01cf0e2f2f715450'
  const { session, memberId } = await seedMember(deps, { flowAddress })
  await deps.sql`
    insert into tokens (id, ref_id, item_id, serial, owner_address, minted_tx_id, minted_height, minted_at, moved_at, last_height, last_event)
    values (1, gen_random_uuid(), 'any', 1, ${flowAddress}, 'seed', 1, kura_now(), kura_now(), 1, 0),
           (2, gen_random_uuid(), ${packId}, 1, ${flowAddress}, 'seed', 1, kura_now(), kura_now(), 1, 1)`
  const bearer = await seedBearer(deps, memberId)
  for (const [name, each] of calls.filter(isList)) {
    const ids: Record<string, string> = { userId: memberId, serialNumber: '1' }
    const id = name === 'listSelectable' ? chosen.packId : name === 'listTokenHistory' ? '1' : packId
    const params = Object.fromEntries([...each.path.matchAll(/:(\w+)/g)].map(([, key = '']) => [key, ids[key] ?? id]))
    // what is listed of an item
    const query = each.parts.query?.shape['itemId'] ? { itemId: packId } : {}
    const { url, headers } = buildRequest(each, { params, query }, { session })
    const answer = await http.inject({ url, headers: { ...headers, authorization: `Bearer ${bearer}` } })
    assert.equal(answer.statusCode, 200, `${name}: ${answer.body}`)
    const { items, total, cursor, ...more } = answer.json()
    assert.ok(Array.isArray(items), name)
    assert.ok(total === undefined || Number.isInteger(total), name)
    assert.ok(cursor === undefined || typeof cursor === 'string', name)
    assert.deepEqual(more, {}, name)
  }
})

const spec = { method: 'GET', path: '/api/test/:place', auth: 'none' } as const satisfies PathSpec
const local = endpoint(spec, {
  summary: 'A call of this test.',
  params: z.object({ place: z.string() }),
  query: z.object({ tag: z.union([z.string(), z.array(z.string()).max(3)]).optional(), one: z.string().optional() }),
  headers: z.object({ 'x-thing': z.coerce.number().int().max(9) }),
  output: z.object({ place: z.string(), tags: z.array(z.string()), thing: z.int() }),
})

test('path, repeated query keys and named headers reach the handler over the wire, checked', async (t) => {
  const { deps } = await testWorld(t)
  const http = Fastify()
  const route = on(local, async ({ params, query, headers }) => ({
    place: params.place,
    tags: [query.tag ?? []].flat(),
    thing: headers['x-thing'],
  }))
  await http.register(apiPlugin, { deps, routes: [route], gate: gateOf(deps) })
  const address = await http.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => http.close())
  const ask = async (query: Record<string, unknown>, headers: Record<string, string>) => {
    const request = buildRequest(local, { params: { place: 'a/b ?' }, query, headers })
    const answer = await fetch(address + request.url, { headers: request.headers })
    const body = (await answer.json()) as { errorCode?: string; details?: { field: string }[] }
    return answer.ok ? body : [body.errorCode, ...(body.details ?? []).map(({ field }) => field)]
  }
  const thing = { 'X-Thing': '7' }
  assert.deepEqual(await ask({ tag: ['a', 'b&c', 'ö'] }, thing), { place: 'a/b ?', tags: ['a', 'b&c', 'ö'], thing: 7 })
  assert.deepEqual(await ask({ tag: 'a' }, thing), { place: 'a/b ?', tags: ['a'], thing: 7 })
  assert.deepEqual(await ask({}, thing), { place: 'a/b ?', tags: [], thing: 7 })
  assert.deepEqual(await ask({ tag: ['a', 'b', 'c', 'd'] }, thing), ['INVALID_REQUEST_FORMAT', 'tag'])
  assert.deepEqual(await ask({ one: ['a', 'b'] }, thing), ['INVALID_REQUEST_FORMAT', 'one'])
  assert.deepEqual(await ask({}, {}), ['INVALID_REQUEST_FORMAT', 'x-thing'])
  assert.deepEqual(await ask({}, { 'x-thing': '10' }), ['INVALID_REQUEST_FORMAT', 'x-thing'])
})

test('a state may be asked for more than once, over the wire', async (t) => {
  const { deps, http } = await testWorld(t)
  const [coming, selling] = [await seedPack(deps.sql, { saleStartsAt: '1 hour' }), await seedPack(deps.sql)]
  const address = await http.listen({ host: '127.0.0.1', port: 0 })
  const ask = async (query: string) => {
    const { items } = (await (await fetch(`${address}/api/packs?${query}`)).json()) as { items: { packId: string }[] }
    return items.map(({ packId }) => packId).toSorted()
  }
  assert.deepEqual(await ask('state=on&state=before'), [coming, selling].toSorted())
  assert.deepEqual(await ask('state=before'), [coming])
  assert.deepEqual(await ask(`packId=${coming}&packId=${selling}&state=on`), [selling])
})

test('the file part of a multipart call is in OpenAPI, in the contract and nowhere else', () => {
  type Operation = { requestBody?: { content: Record<string, { schema: JsonSchema }> } }
  const { paths } = openApi('Kura', 'http://localhost:3000') as { paths: Record<string, Record<string, Operation>> }
  for (const [name, each] of calls) {
    assert.ok(each.files.length === 0 || each.body === 'multipart', name)
    const body = paths[each.path.replace(/:(\w+)/g, '{$1}')]?.[each.method.toLowerCase()]?.requestBody
    const properties = Object.values(body?.content ?? {})[0]?.schema.properties ?? {}
    const fields = Object.keys(each.parts.body?.shape ?? {})
    assert.deepEqual(Object.keys(properties).toSorted(), [...fields, ...each.files].toSorted(), name)
  }
  const put = paths['/api/users/self/profiles']?.['put']?.requestBody?.content['multipart/form-data']
  assert.deepEqual(put?.schema.properties?.['thumbnail'], {
    type: 'string',
    contentMediaType: 'application/octet-stream',
  })
})
