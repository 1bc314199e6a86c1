import { AppError } from '@kura/contract/errors'
import type { ErrorCode } from '@kura/contract/errors'
import type { Endpoint, Parts } from '@kura/contract/endpoint'
import type { z } from 'zod'

export type RawInput = { params: unknown; query: unknown; headers: unknown; body: unknown }

/** Validates path, query and named headers; an id of the wrong form in the path is simply not found where the call says so. */
export function parseOuter(endpoint: Endpoint, raw: RawInput): Record<string, unknown> {
  const params = endpoint.parts.params?.safeParse(raw.params)
  if (params && !params.success) {
    throw fault(endpoint.errors.includes('NOT_FOUND') ? 'NOT_FOUND' : 'INVALID_REQUEST_FORMAT', params.error)
  }
  return {
    params: params?.data,
    query: part(endpoint.parts, 'query', raw.query),
    headers: part(endpoint.parts, 'headers', raw.headers),
  }
}

/** Validates the body: strict objects, so an unknown field is refused. */
export const parseBody = (endpoint: Endpoint, body: unknown): unknown => part(endpoint.parts, 'body', body ?? {})

function part(parts: Parts, name: keyof Parts, value: unknown): unknown {
  const schema = parts[name]
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw fault('INVALID_REQUEST_FORMAT', parsed.error)
  return parsed.data
}

function fault(code: ErrorCode, error: z.ZodError): AppError {
  const details = error.issues.slice(0, 20).map((issue) => ({ field: issue.path.join('.'), fault: issue.code }))
  return new AppError(code, { details })
}
