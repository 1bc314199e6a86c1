import type { z } from 'zod'
import type { Endpoint, Parts } from '@kura/contract/endpoint'
import { AppError } from '@kura/contract/errors'
import type { ErrorCode } from '@kura/contract/errors'

export type RawInput = { params: unknown; query: unknown; headers: unknown; body: unknown }

/**
 * Validates path, query and named headers; an id of the wrong form in the path is simply not found
 * where the call says so.
 */
export function parseOuter(endpoint: Endpoint, raw: RawInput): Record<string, unknown> {
  const params = endpoint.parts.params?.safeParse(raw.params)
  if (params && !params.success) {
    throw fault(endpoint.errors.includes('NOT_FOUND') ? 'NOT_FOUND' : 'INVALID_REQUEST_FORMAT', params.error)
  }
  return {
    params: params?.data,
    query: part(endpoint.parts, 'query', withLists(raw.query)),
    headers: part(endpoint.parts, 'headers', raw.headers),
  }
}

/** The language of a visitor by their Accept-Language; Japanese without one, as the market is. */
export function preferredLanguage(header = ''): 'ja' | 'en' {
  const ranges = header.split(',').map((range) => {
    const [tag = '', q] = range.trim().split(';q=')
    return { tag: tag.toLowerCase(), quality: q === undefined ? 1 : Number(q) || 0 }
  })
  const best = ranges.filter(({ tag }) => /^(ja|en)\b/.test(tag)).sort((a, b) => b.quality - a.quality)[0]
  return best?.tag.startsWith('en') ? 'en' : 'ja'
}

/** Validates the body: strict objects, so an unknown field is refused. */
export const parseBody = ({ parts, body: kind }: Endpoint, body: unknown): unknown =>
  part(parts, 'body', (kind === 'form' ? withLists(body) : body) ?? {})

/** A list may be written `key=a&key=b`, `key[]=a&key[]=b` or `key[0]=a&key[1]=b`. */
function withLists(sent: unknown): unknown {
  const given = Object.entries(sent ?? {})
  if (!given.some(([name]) => listKey.test(name))) return sent
  const lists = Map.groupBy(given, ([name]) => listKey.exec(name)?.[1] ?? name)
  return Object.fromEntries(
    [...lists].map(([name, values]) => {
      const isPlain = values.every(([written]) => written === name)
      return [name, isPlain ? values[0]?.[1] : values.flatMap(([, value]) => value)]
    }),
  )
}
const listKey = /^(\w+)\[\d{0,3}\]$/

function part(parts: Parts, name: keyof Parts, value: unknown): unknown {
  const schema = parts[name]
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw fault('INVALID_REQUEST_FORMAT', parsed.error)
  return parsed.data
}

function fault(code: ErrorCode, error: z.ZodError): AppError {
  const details = error.issues
    .flatMap((issue) => {
      // the path of these is that of the object: the caller wants to know which of its fields
      const names = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => key.slice(0, 40)) : [[]]
      return names.map((name) => ({ field: issue.path.concat(name).join('.'), fault: issue.code }))
    })
    .slice(0, 20)
  return new AppError(code, { details })
}
