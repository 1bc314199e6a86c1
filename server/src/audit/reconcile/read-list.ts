import { parse } from 'csv-parse/sync'
import type { Deps } from '../../deps.ts'
import { insertNamed } from '../../money/payment/notice-queries.ts'
import { newId } from '../../platform/db/id.ts'
import type { Gateway } from './difference.ts'

/** A list of the gateway that does not read, in a sentence for the person who brought it. */
export class ListRefusedError extends Error {
  readonly code = 'LIST_REFUSED'
  constructor(message: string) {
    super(message)
    this.name = 'ListRefusedError'
  }
}

/** What the column with the payment is called in the lists of each gateway's screens. */
const columns: Readonly<Record<Gateway, readonly string[]>> = {
  card: ['オーダーID', 'OrderID'],
  paidy: ['決済ID', 'Payment ID', 'payment_id', 'id'],
}
const keyForms: Readonly<Record<Gateway, RegExp>> = {
  card: /^[A-Za-z0-9-]{1,27}$/,
  paidy: /^pay_[0-9A-Za-z_-]{1,60}$/,
}

/**
 * The payments that a list from a gateway's screens names, each once. UTF-8 or Windows-31J, with a
 * line of headings. Only the ids are read. Fails with ListRefusedError when it is not such a list.
 */
export function readList(gateway: Gateway, bytes: Uint8Array): string[] {
  const [headings = [], ...lines] = readLines(bytes)
  const place = headings.findIndex((heading) => columns[gateway].includes(heading.trim()))
  if (place < 0)
    throw new ListRefusedError(`the list has no column called ${columns[gateway].join(' or ')} in its first line`)
  const keys = lines.map((line) => (line[place] ?? '').trim()).filter((key) => key !== '')
  const wrong = keys.find((key) => !keyForms[gateway].test(key))
  if (wrong !== undefined) throw new ListRefusedError(`${JSON.stringify(wrong)} is no id of a payment at the gateway`)
  return [...new Set(keys)]
}

function readLines(bytes: Uint8Array): string[][] {
  try {
    return parse(decode(bytes), { bom: true, relaxColumnCount: true, skipEmptyLines: true })
  } catch (error) {
    throw new ListRefusedError(`the list does not read: ${(error as Error).message}`)
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('shift_jis').decode(bytes)
  }
}

const namedAtOnce = 1000

/**
 * Adds the payments of a list from the gateway's screens to the next comparison. Returns how many
 * it names. Fails with ListRefusedError, and then adds none.
 */
export async function namePayments(deps: Pick<Deps, 'sql'>, gateway: Gateway, bytes: Uint8Array): Promise<number> {
  const keys = readList(gateway, bytes)
  for (let first = 0; first < keys.length; first += namedAtOnce) {
    const named = keys.slice(first, first + namedAtOnce).map((ref) => ({ id: newId(), ref }))
    await insertNamed(deps.sql, gateway, named)
  }
  return keys.length
}
