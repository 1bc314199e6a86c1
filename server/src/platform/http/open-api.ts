import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { api } from '@kura/contract/api'
import type { Endpoint } from '@kura/contract/endpoint'
import { errors } from '@kura/contract/errors'
import type { Deps } from '../../deps.ts'

/**
 * `/api/openapi.json`: the contract as OpenAPI 3.1, made from the same schemas that check the
 * calls.
 */
export async function openApiPlugin(app: FastifyInstance, { deps }: { deps: Deps }): Promise<void> {
  const document = JSON.stringify(openApi(deps.env.SITE_NAME, deps.env.PUBLIC_URL))
  app.get('/api/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(document))
}

/** The OpenAPI 3.1 document of every endpoint in the contract. */
export function openApi(title: string, server: string): Record<string, unknown> {
  const calls = Object.entries(api) as [string, Endpoint][]
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, endpoint] of calls) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${title} API`, version: '1' },
    servers: [{ url: server }],
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

function operation(name: string, endpoint: Endpoint): Record<string, unknown> {
  const body = endpoint.parts.body && withFiles(jsonSchema(endpoint.parts.body, 'input'), endpoint.files)
  return {
    operationId: name,
    summary: endpoint.summary,
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
