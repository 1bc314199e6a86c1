import { z } from 'zod'

type Schema = {
  type?: string | string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}
export type Field = { name: string; schema: Schema; isRequired: boolean; isList: boolean; takesBoolean: boolean }

/** The fields of a part of a call, as their schema describes them. */
export function fieldsOf(schema: z.ZodObject | undefined): Field[] {
  if (!schema) return []
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  return Object.entries(properties).map(([name, field]) => {
    const choices = choicesOf(field)
    return {
      name,
      // the narrower one where a text is taken for something else
      schema: choices.find(({ type }) => type === 'boolean') ?? choices[0] ?? field,
      isRequired: required.includes(name),
      isList: choices.some(({ type }) => type === 'array'),
      takesBoolean: choices.some(({ type }) => type === 'boolean'),
    }
  })
}

const choicesOf = (schema: Schema): Schema[] =>
  schema.anyOf ?? schema.oneOf ?? [schema.type ?? []].flat().map((type) => ({ ...schema, type }))

/** Values that match the patterns of the contract and do not exist. */
const texts = [
  'nobody-has-this',
  '00000000-0000-4000-8000-000000000000_nobody-has-this',
  '7777777',
  'ab'.repeat(32),
  'cd'.repeat(64),
  'Abc123',
  '0x0123456789abcdef',
  'pay_nobodyhasthis',
  '0000',
  '000',
  '2026-01-01T00:00:00Z',
  'A'.repeat(87),
  'A'.repeat(22),
  '2026',
]

/**
 * A value the schema takes. A pattern without a known text fails, so that a new one gets its own
 * here.
 */
export function sampleOf(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf ?? schema.oneOf) return sampleOf((schema.anyOf ?? schema.oneOf ?? [])[0] ?? {})
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 1)
  if (schema.type === 'boolean') return true
  if (schema.type === 'array') return []
  if (schema.type === 'object') return sampleObject(schema)
  if (schema.format === 'uuid') return '00000000-0000-4000-8000-000000000000'
  if (schema.format === 'date') return '1990-01-31'
  if (schema.pattern === undefined) return 'nothing'.padEnd(schema.minLength ?? 0, '.')
  const form = new RegExp(schema.pattern)
  const found = texts.find((text) => form.test(text))
  if (found === undefined) throw new Error(`no sample of ${schema.pattern}`)
  return found
}

function sampleObject({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name] ?? {})]))
}

type BadValue = { value: unknown; mayPass?: boolean }

/** What the schema of a field refuses. As text (a query, a form) only texts can be sent. */
export function badValues({ name, schema, isList, takesBoolean }: Field, as: 'query' | 'json'): BadValue[] {
  const refused: BadValue[] = []
  const add = (...values: unknown[]) => refused.push(...values.map((value) => ({ value })))
  if (schema.type === 'integer' || schema.type === 'number')
    add(...numbers(schema).map((value) => (as === 'query' ? String(value) : value)))
  if (schema.enum ?? schema.const) add('nonsense', '', '__proto__', 'constructor')
  if (schema.type === 'boolean') add('perhaps')
  if (schema.type === 'string' || schema.enum) add(...strings(schema))
  // opaque to the schema; the list it belongs to must know its own
  if (name === 'cursor') add(...[...cursors, ...instants.flatMap(timeCursors)].map(asCursor), '!')
  if (as === 'json')
    add(null, { a: 1 }, ...(schema.type === 'array' ? ['text', [1], [null]] : isList ? [[null]] : [[1]]))
  if (as === 'json' && !takesBoolean) add(false)
  if (as === 'json' && (schema.type === 'string' || schema.type === 'object')) add(7)
  // no database can hold it; a text that is only searched for may contain it
  if (as === 'json' && schema.type === 'string')
    refused.push({ value: 'a\0', mayPass: true }, { value: '\ud800', mayPass: true })
  if (as === 'query') refused.push({ value: '\0', mayPass: true }, { value: "' or 1=1 --", mayPass: true })
  return refused
}

const numbers = ({ minimum = 0, maximum = 0 }: Schema): (string | number)[] => [
  minimum - 1,
  ...(maximum > 0 ? [maximum + 1] : []),
  1.5,
  1e300,
  'NaN',
  'many',
]

function strings({ pattern, format, maxLength = 70_000 }: Schema): string[] {
  // longer than any address may be: the body's own limit refuses it, which is another test
  const long = maxLength < 10_000 ? ['x'.repeat(maxLength + 1)] : []
  const none = pattern !== undefined || format !== undefined ? ['no such form!', ' '] : []
  return [...long, ...none, ...(format === 'date-time' ? instants : [])]
}

/** Of the form of an instant, and none that a database can hold. */
const instants = [
  '0000-01-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-01-01T00:00:00+14:01',
  '2026-01-01T00:00:00-23:59',
  `2026-01-01T00:00:00.${'1'.repeat(200)}Z`,
]

const cursors = ['nonsense', '[]', '[{}]', '{}', 'null', '[["a"]]', '["\\u0000"]']
/** A cursor of every list that goes by time, from a row that never was. */
const timeCursors = (instant: string): string[] => [
  JSON.stringify([instant, '00000000-0000-4000-8000-000000000000']),
  JSON.stringify([instant, 'moon']),
]
const asCursor = (text: string): string => Buffer.from(text).toString('base64url')
