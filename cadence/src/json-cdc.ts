/** A Cadence value in JSON-CDC, the form in which arguments travel. Numbers are strings. */
export type CdcValue = { type: string; value?: unknown }
/**
 * A decoded Cadence value: integers are bigint, fixed-point numbers stay strings, dictionaries are
 * Maps.
 */
export type CadenceValue =
  | null
  | boolean
  | string
  | bigint
  | CadenceValue[]
  | Map<CadenceValue, CadenceValue>
  | { [field: string]: CadenceValue }

type IntegerType = 'Int' | 'UInt8' | 'UInt32' | 'UInt64' | 'UInt256'

/** An integer argument; bigint or number in, decimal string out. */
export const integer = (type: IntegerType, value: bigint | number): CdcValue => ({
  type,
  value: BigInt(value).toString(),
})
export const uint64 = (value: bigint | number) => integer('UInt64', value)
export const string = (value: string): CdcValue => ({ type: 'String', value })
export const address = (value: string): CdcValue => ({ type: 'Address', value })
export const boolean = (value: boolean): CdcValue => ({ type: 'Bool', value })
/** An optional argument; undefined is nil. */
export const optional = (value: CdcValue | undefined): CdcValue => ({ type: 'Optional', value: value ?? null })
export const array = (value: CdcValue[]): CdcValue => ({ type: 'Array', value })
/** A fixed-point argument from a decimal string, padded to the eight places the format wants. */
export function ufix64(value: string): CdcValue {
  const [whole = '', places = ''] = value.split('.')
  if (!/^\d+$/.test(whole) || !/^\d{0,8}$/.test(places)) throw new TypeError(`not a UFix64: ${value}`)
  return { type: 'UFix64', value: `${whole}.${places.padEnd(8, '0')}` }
}
/** A `{String: String}` argument. */
export const stringDictionary = (entries: Record<string, string>): CdcValue => ({
  type: 'Dictionary',
  value: Object.entries(entries).map(([key, value]) => ({ key: string(key), value: string(value) })),
})

type Composite = { id: string; fields: { name: string; value: CdcValue }[] }
type Entry = { key: CdcValue; value: CdcValue }

const decodeFields = (composite: Composite) =>
  Object.fromEntries(composite.fields.map(({ name, value }) => [name, decodeCdc(value)]))

/**
 * Decodes JSON-CDC into plain values. Integers of every size become bigint, so no token id is ever
 * rounded.
 */
export function decodeCdc(cdc: CdcValue): CadenceValue {
  const { type, value } = cdc
  if (/^U?Int(\d+)?$|^Word\d+$/.test(type)) return BigInt(value as string)
  switch (type) {
    case 'Void':
      return null
    case 'Optional':
      return value === null || value === undefined ? null : decodeCdc(value as CdcValue)
    case 'Bool':
      return value as boolean
    case 'String':
    case 'Character':
    case 'Address':
    case 'UFix64':
    case 'Fix64':
      return value as string
    case 'Array':
      return (value as CdcValue[]).map(decodeCdc)
    case 'Dictionary':
      return new Map((value as Entry[]).map((entry) => [decodeCdc(entry.key), decodeCdc(entry.value)]))
    case 'Struct':
    case 'Resource':
    case 'Event':
    case 'Contract':
    case 'Enum':
      return decodeFields(value as Composite)
    case 'Path': {
      const path = value as { domain: string; identifier: string }
      return `/${path.domain}/${path.identifier}`
    }
    default:
      throw new TypeError(`JSON-CDC type ${type} is not read here`)
  }
}

/** The fields of an event's payload by name. */
export function decodeEvent(payload: CdcValue): { [field: string]: CadenceValue } {
  if (payload.type !== 'Event') throw new TypeError(`not an event: ${payload.type}`)
  return decodeFields(payload.value as Composite)
}
