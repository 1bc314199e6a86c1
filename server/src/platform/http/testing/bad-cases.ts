import type { z } from 'zod'
import type { Endpoint } from '@kura/contract/endpoint'
import type { ErrorCode } from '@kura/contract/errors'
import { badValues, fieldsOf, sampleOf } from './bad-values.ts'
import type { Field } from './bad-values.ts'

/**
 * Something wrong to send. `mayPass`: ignoring it is right too. `codes`: how it must be refused,
 * when not just anyhow.
 */
export type BadCase = {
  what: string
  url: string
  payload?: string
  headers?: Record<string, string>
  codes?: ErrorCode[]
  mayPass?: boolean
  withoutBot?: boolean
}

/** A value for each field, as far as the schema takes them. */
export const samplesOf = (schema: z.ZodObject | undefined): Record<string, unknown> =>
  Object.fromEntries(fieldsOf(schema).map(({ name, schema: field }) => [name, sampleOf(field)]))

const urlOf = (endpoint: Endpoint, params: Record<string, unknown>): string =>
  endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

/** The call with valid ids that do not exist, and with every invalid path. */
export function badPaths(endpoint: Endpoint): { base: string; cases: BadCase[] } {
  const samples = samplesOf(endpoint.parts.params)
  const base = urlOf(endpoint, samples)
  const names = Object.keys(samples)
  const wrong = ['%', '\0', "' or 1=1 --", 'x'.repeat(150), '__proto__', 'constructor', '../../etc', '-1', '0x', '💥']
  const needed = fieldsOf(endpoint.parts.query).filter(({ isRequired }) => isRequired)
  const query = needed.map(({ name, schema }) => `${name}=${encodeURIComponent(String(sampleOf(schema)))}`).join('&')
  const whole = query === '' ? base : `${base}?${query}`
  // airdrops have a code of their own; passcode and airdrop calls carry the bot check among their
  // fields, where a sample is none
  const codes: ErrorCode[] = [
    'NOT_FOUND',
    'AirdropPackNotFound',
    'INVALID_INPUT',
    'INVALID_REQUEST_FORMAT',
    ...(carriesBot(endpoint) ? (['BOT_DENY'] as const) : []),
    // another member's address
    ...(endpoint.auth === 'member' && names.includes('flowAddress') ? (['FORBIDDEN'] as const) : []),
  ]
  const body = endpoint.parts.body && bodyOf(endpoint, samplesOf(endpoint.parts.body))
  const unknown = names.length === 0 ? [] : [{ what: 'an id nobody has', url: whole, codes, ...body }]
  return {
    base: whole,
    cases: [
      ...unknown,
      ...names.flatMap((name) =>
        wrong.map((value) => ({
          what: `${name} ${JSON.stringify(value.slice(0, 20))}`,
          url: urlOf(endpoint, { ...samples, [name]: value }),
          codes,
          ...body,
        })),
      ),
    ],
  }
}

const carriesBot = ({ parts }: Endpoint): boolean =>
  [parts.query, parts.body].some((part) => part !== undefined && 'token' in part.shape && 'auth' in part.shape)

/**
 * Each key of the query wrong in every way its schema refuses, repeated, and keys of the language's
 * own.
 */
export function badQueries(endpoint: Endpoint): BadCase[] {
  const { base } = badPaths(endpoint)
  const path = base.split('?')[0] ?? base
  const fields = fieldsOf(endpoint.parts.query)
  const codes: ErrorCode[] = ['INVALID_REQUEST_FORMAT']
  const cases: BadCase[] = fields.flatMap((field) => [
    ...badValues(field, 'query').map(({ value, mayPass }) => ({
      what: `${field.name}=${String(value).slice(0, 40)}`,
      url: `${path}?${field.name}=${encodeURIComponent(String(value))}`,
      ...(mayPass ? { mayPass } : { codes }),
    })),
    ...(field.isList ? [] : [repeated(path, field)]),
    ...(field.isRequired ? [{ what: `without ${field.name}`, url: path, codes }] : []),
  ])
  if (endpoint.method !== 'GET') return cases
  for (const key of ['__proto__', 'constructor', '__proto__[a]', 'constructor.prototype', 'limit[]', '%00', '%ff'])
    cases.push({ what: `key ${key}`, url: `${path}?${key}=1`, mayPass: true })
  return cases
}

function repeated(path: string, { name, schema }: Field): BadCase {
  const value = encodeURIComponent(String(sampleOf(schema)))
  const codes: ErrorCode[] = ['INVALID_REQUEST_FORMAT']
  return { what: `${name} twice`, url: `${path}?${name}=${value}&${name}=${value}`, codes }
}

type Sent = Pick<BadCase, 'payload' | 'headers'>

/** A body as the call takes it. */
function bodyOf(endpoint: Endpoint, body: Record<string, unknown>): Sent {
  if (endpoint.body !== 'multipart') return json(JSON.stringify(body))
  const parts = Object.entries(body).map(
    ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
  )
  return multipart(`${parts.join('')}--b--\r\n`)
}
const json = (payload: string): Sent => ({ payload, headers: { 'content-type': 'application/json' } })
const form = (payload: string): Sent => ({ payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
const multipart = (payload: string): Sent => ({
  payload,
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
})

/**
 * Each field missing, of another type, too long; unknown fields, the language's own; bodies and
 * types of another kind.
 */
export function badBodies(endpoint: Endpoint): BadCase[] {
  const schema = endpoint.parts.body
  const { base: url } = badPaths(endpoint)
  if (!schema) return endpoint.method === 'GET' ? [] : unasked(url)
  const fields = fieldsOf(schema)
  const good = samplesOf(schema)
  const codes: ErrorCode[] = ['INVALID_REQUEST_FORMAT']
  // else every refusal below would be for this
  if (!schema.safeParse(good).success) throw new Error(`the sample body of ${endpoint.path} is none`)
  // takes whatever the gateway sends, as long as it is short and flat
  const isOpen = ['string', 'union'].includes(schema.def.catchall?._zod.def.type ?? '')
  const wrong = fields.flatMap((field) => [
    ...badValues(field, endpoint.body === 'multipart' ? 'query' : 'json').map(({ value, mayPass }) => ({
      what: `${field.name} ${JSON.stringify(value).slice(0, 40)}`,
      url,
      ...(mayPass ? { mayPass } : { codes }),
      ...bodyOf(endpoint, { ...good, [field.name]: value }),
    })),
    ...(field.isRequired
      ? [{ what: `without ${field.name}`, url, codes, ...bodyOf(endpoint, without(good, field.name)) }]
      : []),
  ])
  const extra = isOpen ? { extra: 'x'.repeat(1001) } : { extra: 1 }
  const unknown = [extra, isOpen ? { role: { a: 1 } } : { role: 'admin' }].map((more) => ({
    what: `extra ${Object.keys(more).join()}`,
    url,
    codes,
    ...bodyOf(endpoint, { ...good, ...more }),
  }))
  return [...wrong, ...unknown, ...kinds(endpoint, url, { ...good, ...extra })]
}

/** A call that takes no body refuses one that cannot be read. */
const unasked = (url: string): BadCase[] =>
  [json('{'), json(`{"a":"${'x'.repeat(100_000)}"}`), json('{"__proto__":1}'), xml('<a/>')].map((sent) => ({
    what: `a body nobody asked for: ${sent.payload?.slice(0, 20)}`,
    url,
    codes: ['INVALID_REQUEST_FORMAT'],
    ...sent,
  }))
const xml = (payload: string): Sent => ({ payload, headers: { 'content-type': 'application/xml' } })

const without = (values: Record<string, unknown>, name: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== name))

/**
 * Bodies that are no object, and every spelling of their type. `refused` is a body no reading of
 * which is right.
 */
function kinds(endpoint: Endpoint, url: string, refused: Record<string, unknown>): BadCase[] {
  const bad: ErrorCode[] = ['INVALID_REQUEST_FORMAT']
  const type: ErrorCode[] = ['UNSUPPORTED_MEDIA']
  const either = [...bad, ...type]
  const payload = JSON.stringify(refused)
  const typed = (value: string, codes: ErrorCode[]): BadCase => ({
    what: `content-type ${JSON.stringify(value)}`,
    url,
    payload,
    headers: value === '' ? {} : { 'content-type': value },
    codes,
  })
  const types = ['text/plain', 'application/xml', '', ';', 'application/json, text/plain', 'application'].map((value) =>
    typed(value, either),
  )
  if (endpoint.body === 'multipart')
    return [
      ...types,
      typed('application/json', type),
      ...multipartKinds().map((sent) => ({ ...sent, url, codes: bad })),
    ]
  const proto = payload.slice(1)
  return [
    ...types,
    ...['application/json\t', 'application/json;', 'application/json;charset=utf-8', 'APPLICATION/JSON'].map((value) =>
      typed(value, either),
    ),
    typed('multipart/form-data; boundary=b', either),
    ...['', '{', '[]', '"text"', '7', 'true', '[{}]', '{"a":1,}', '\u0000', `[${'['.repeat(5000)}`].map((text) => ({
      what: `body ${text.slice(0, 20)}`,
      url,
      codes: bad,
      ...json(text),
    })),
    { what: '__proto__', url, codes: bad, ...json(`{"__proto__":{"a":1},${proto}`) },
    { what: 'constructor', url, codes: bad, ...json(`{"constructor":{"prototype":{"a":1}},${proto}`) },
    ...(endpoint.body === 'form' ? formKinds(url) : [{ what: 'a form', url, codes: type, ...form('a=1') }]),
  ]
}

const formKinds = (url: string): BadCase[] =>
  ['', 'a=1&a=2', '__proto__=1', 'constructor=1', '__proto__[a]=1', '%ff=%ff'].map((text) => ({
    what: `form ${text.slice(0, 30)}`,
    url,
    codes: ['INVALID_REQUEST_FORMAT'],
    ...form(`${text}&extra=${'x'.repeat(1001)}`),
  }))

function multipartKinds(): (Sent & { what: string })[] {
  const part = (head: string, body = 'x') => `--b\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`
  const end = '--b--\r\n'
  const many = Array.from({ length: 25 }, (_, n) => part(`name="f${n}"`)).join('')
  return [
    { what: 'no end', ...multipart(part('name="displayName"').slice(0, -6)) },
    { what: '__proto__ field', ...multipart(part('name="__proto__"') + end) },
    { what: 'constructor field', ...multipart(part('name="constructor"') + end) },
    { what: 'many fields', ...multipart(many + end) },
    { what: 'a file of another name', ...multipart(part('name="other"; filename="a.png"') + end) },
  ]
}
