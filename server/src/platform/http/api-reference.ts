import { createHash } from 'node:crypto'

type Operation = {
  operationId: string
  summary: string
  tags: string[]
  security?: object[]
  parameters: { name: string; in: string; required?: boolean; description?: string }[]
  requestBody?: { content: Record<string, { schema: { properties?: object; required?: string[] } }> }
  responses: Record<string, { description: string; content?: Record<string, { schema?: unknown }> }>
  'x-codeSamples'?: { source: string }[]
}
type Document = {
  info: { title: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
}

const style = `body{margin:0 auto;max-width:60rem;padding:1rem;font:16px/1.6 system-ui,sans-serif;color-scheme:light dark}
nav ul{columns:16rem}h3{overflow-wrap:anywhere;font-size:1rem}pre{overflow-x:auto;padding:.75rem;border:1px solid #8888;border-radius:.5rem}
article{border-top:1px solid #8884;padding:.5rem 0}td,th{text-align:left;padding:.1rem 1rem .1rem 0;vertical-align:top}summary{min-height:2.75rem;align-content:center;cursor:pointer}`

/** The page that explains the calls to people, without scripts, and the policy it is sent with. */
export function apiReference(openApi: Record<string, unknown>): { html: string; policy: string } {
  const { info, tags, paths } = openApi as unknown as Document
  const calls = Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const parts = tags.map(({ name, description }) => {
    const own = calls.filter(({ operation }) => operation.tags.includes(name))
    return `<section id="${name}"><h2>${name}</h2><p>${text(description)}</p>${own.map(callOf).join('')}</section>`
  })
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(info.title)}</title><meta name="robots" content="noindex"><style>${style}</style></head><body><main><h1>${text(info.title)}</h1>
<p>As OpenAPI 3.1: <a href="/api/openapi.json">openapi.json</a>. A member's calls need the header <code>X-Auth-Session: Bearer …</code>.
A failure is <code>{"errorCode": …, "message": …}</code>.</p>
<nav aria-label="Contents"><ul>${tags.map(({ name }) => `<li><a href="#${name}">${name}</a></li>`).join('')}</ul></nav>
${parts.join('\n')}</main></body></html>`
  const hash = createHash('sha256').update(style).digest('base64')
  return { html, policy: `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'` }
}

function callOf({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const { operationId, summary, security, parameters, requestBody, responses } = operation
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const needed = new Set(content?.schema.required)
  const fields = [
    ...parameters.map(({ name, in: place, required }) => [name, place, required ? 'needed' : '']),
    ...Object.keys(content?.schema.properties ?? {}).map((name) => [
      name,
      type ?? '',
      needed.has(name) ? 'needed' : '',
    ]),
  ]
  const rows = fields.map((row) => `<tr>${row.map((cell) => `<td>${text(cell ?? '')}</td>`).join('')}</tr>`).join('')
  const outcomes = Object.entries(responses)
    .map(([status, { description }]) => `<tr><th>${status}</th><td>${text(description)}</td></tr>`)
    .join('')
  const [done] = Object.values(responses)
  const schema = done?.content?.['application/json']?.schema
  return `<article id="${operationId}"><h3><code>${method} ${text(path)}</code></h3><p>${text(summary)}${
    security ? (security.length > 1 ? ' For members it may say more.' : ' For members.') : ''
  }</p>${rows && `<table>${rows}</table>`}<table>${outcomes}</table>${(operation['x-codeSamples'] ?? [])
    .map(({ source }) => `<pre>${text(source)}</pre>`)
    .join('')}${
    schema ? `<details><summary>Response</summary><pre>${text(JSON.stringify(schema, null, 1))}</pre></details>` : ''
  }</article>`
}

const text = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
