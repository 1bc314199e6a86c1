import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { api } from '@kura/contract/api'
import { cataloguePaths } from '@kura/contract/catalogue/paths'
import { chainPaths } from '@kura/contract/chain/paths'
import { checkoutPaths } from '@kura/contract/checkout/paths'
import { discoveryPaths } from '@kura/contract/discovery/paths'
import type { Endpoint } from '@kura/contract/endpoint'
import { errors } from '@kura/contract/errors'
import { identityPaths } from '@kura/contract/identity/paths'
import { libraryPaths } from '@kura/contract/library/paths'
import { marketPaths } from '@kura/contract/market/paths'
import { moneyPaths } from '@kura/contract/money/paths'
import type { CallName } from '@kura/contract/paths'
import { shopPaths } from '@kura/contract/shop/paths'
import type { Deps } from '../../deps.ts'
import { apiReference } from './api-reference.ts'

/**
 * `/api/openapi.json`: the contract as OpenAPI 3.1, made from the same schemas that check the
 * calls, and `/api/reference`, the same for people. Both are made when they are first asked for: they
 * take a tenth of a second, which no start should wait for.
 */
export async function openApiPlugin(app: FastifyInstance, { deps }: { deps: Deps }): Promise<void> {
  let made: { document: string; html: string; policy: string } | undefined
  const make = () => {
    const document = openApi(deps.env.SITE_NAME, deps.env.PUBLIC_URL)
    return { document: JSON.stringify(document), ...apiReference(document) }
  }
  app.get('/api/openapi.json', (_request, reply) =>
    reply.type('application/json; charset=utf-8').send((made ??= make()).document),
  )
  app.get('/api/reference', (_request, reply) => {
    const { html, policy } = (made ??= make())
    return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(html)
  })
}

/** The calls by what they are about, in the order of a reader. */
const tags: readonly { name: string; description: string; calls: object }[] = [
  { name: 'catalogue', description: 'Items, series, events, notices and the operator.', calls: cataloguePaths },
  { name: 'discovery', description: 'Search, follows, favourites and collections.', calls: discoveryPaths },
  { name: 'identity', description: 'Accounts, sessions, wallets, profiles and notifications.', calls: identityPaths },
  { name: 'shop', description: 'Packs: bought, given and opened.', calls: shopPaths },
  { name: 'market', description: 'Listings, trades, gifts, transfers and tokens between members.', calls: marketPaths },
  { name: 'checkout', description: 'Orders.', calls: checkoutPaths },
  { name: 'money', description: 'Points, cards, proceeds, payouts and papers.', calls: moneyPaths },
  { name: 'library', description: 'What the owner of a token reads and watches.', calls: libraryPaths },
  { name: 'chain', description: 'Transactions that a wallet sent.', calls: chainPaths },
]

/** Calls that anybody can try as they stand; tests run each of them. */
export const apiExamples: Partial<Record<CallName, string>> = {
  currentTimestamp: '',
  listItems: '?limit=2&sort=new',
  listSeries: '?limit=2',
  listCategories: '',
  listEvents: '',
  listMaintenance: '',
  listAnnouncements: '',
  listPacks: '?limit=2&state=on&state=before',
  listAirdrops: '',
  listListedItems: '?limit=2',
  listTrends: '?limit=2',
  search: '?q=%E6%9C%88',
  showOperator: '',
}

/** The OpenAPI 3.1 document of every endpoint in the contract. */
export function openApi(title: string, server: string): Record<string, unknown> {
  const calls = Object.entries(api) as [string, Endpoint][]
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, endpoint] of calls) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint, server) }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${title} API`, version: '1' },
    servers: [{ url: server }],
    tags: tags.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'header', name: 'X-Auth-Session', description: 'Bearer <token>' },
      },
      schemas: { Error: errorSchema },
    },
  }
}

const errorSchema = {
  type: 'object',
  required: ['errorCode', 'message'],
  properties: {
    errorCode: { type: 'string', enum: Object.keys(errors) },
    message: { type: 'string' },
    error: { type: 'string' },
    details: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, fault: { type: 'string' } } },
    },
  },
}

function operation(name: string, endpoint: Endpoint, server: string): Record<string, unknown> {
  const example = apiExamples[name as CallName]
  const body = endpoint.parts.body && withFiles(jsonSchema(endpoint.parts.body, 'input'), endpoint.files)
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: tags.filter(({ calls }) => Object.hasOwn(calls, name)).map((tag) => tag.name),
    ...(example === undefined
      ? {}
      : {
          'x-codeSamples': [{ lang: 'Shell', source: `curl '${server.replace(/\/$/, '')}${endpoint.path}${example}'` }],
        }),
    ...(endpoint.auth === 'none'
      ? {}
      : { security: endpoint.auth === 'member' ? [{ session: [] }] : [{ session: [] }, {}] }),
    parameters: [
      ...parameters(endpoint.parts.params, 'path'),
      ...parameters(endpoint.parts.query, 'query'),
      ...parameters(endpoint.parts.headers, 'header'),
      ...(endpoint.bot ? [botHeader('v2'), botHeader('v3')] : []),
      ...(endpoint.idempotent ? [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }] : []),
    ],
    ...(body && endpoint.body
      ? {
          requestBody: {
            required: true,
            content: Object.fromEntries(mediaTypes[endpoint.body].map((type) => [type, { schema: body }])),
          },
        }
      : {}),
    responses: {
      [endpoint.status]: {
        description: 'done',
        content: endpoint.media
          ? { [endpoint.media]: {} }
          : { 'application/json': { schema: jsonSchema(endpoint.output, 'output') } },
      },
      ...failures(endpoint),
    },
  }
}

/** A file part is a property that carries bytes, as OpenAPI 3.1 writes it. */
function withFiles(body: Record<string, unknown>, files: readonly string[]): Record<string, unknown> {
  const parts = files.map((name) => [name, { type: 'string', contentMediaType: 'application/octet-stream' }])
  return files.length === 0
    ? body
    : { ...body, properties: { ...(body['properties'] as object), ...Object.fromEntries(parts) } }
}

const mediaTypes = {
  json: ['application/json'],
  form: ['application/x-www-form-urlencoded', 'application/json'],
  multipart: ['multipart/form-data'],
} as const

const botHeader = (version: string) => ({
  name: `x-recaptcha-token-${version}`,
  in: 'header',
  schema: { type: 'string' },
  description: 'bot-check token; exactly one of the two',
})

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query' | 'header'): unknown[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
    ...(place === 'query' ? { style: 'form', explode: true } : {}),
  }))
}

function failures(endpoint: Endpoint): Record<string, unknown> {
  const byStatus = Map.groupBy(new Set(endpoint.errors), (code) => errors[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>
  return rest
}
