import type { PathSpec } from './path-spec.ts'

export type CallParts = {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  headers?: Record<string, string>
  body?: Record<string, unknown> | FormData
}
export type CallOptions = {
  session?: string | undefined
  bot?: { version: 'v2' | 'v3'; token: string } | undefined
  idempotencyKey?: string | undefined
}
export type BuiltRequest = {
  url: string
  method: string
  headers: Record<string, string>
  body: string | FormData | undefined
}

/**
 * The HTTP request of a call, part by part: path, query (a list repeats its key), headers, and the
 * body in the form the path declares. No I/O.
 */
export function buildRequest(spec: PathSpec, parts: CallParts, options: CallOptions = {}): BuiltRequest {
  const path = spec.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(parts.params?.[name] ?? '')))
  const query = new URLSearchParams(pairs(parts.query ?? {})).toString()
  const headers: Record<string, string> = { accept: 'application/json', ...parts.headers }
  if (options.session) headers['x-auth-session'] = `Bearer ${options.session}`
  if (options.bot) headers[`x-recaptcha-token-${options.bot.version}`] = options.bot.token
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
  const url = query === '' ? path : `${path}?${query}`
  if (!spec.body || parts.body === undefined) return { url, method: spec.method, headers, body: undefined }
  if (parts.body instanceof FormData) return { url, method: spec.method, headers, body: parts.body }
  if (spec.body === 'multipart') {
    const form = new FormData()
    for (const [key, value] of pairs(parts.body)) form.append(key, value)
    return { url, method: spec.method, headers, body: form }
  }
  const isForm = spec.body === 'form'
  headers['content-type'] = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  return {
    url,
    method: spec.method,
    headers,
    body: isForm ? new URLSearchParams(pairs(parts.body)).toString() : JSON.stringify(parts.body),
  }
}

function pairs(values: Record<string, unknown>): [string, string][] {
  return Object.entries(values).flatMap(([key, value]): [string, string][] => {
    if (value === undefined || value === null) return []
    if (Array.isArray(value)) return value.map((each): [string, string] => [key, String(each)])
    return [[key, String(value)]]
  })
}
