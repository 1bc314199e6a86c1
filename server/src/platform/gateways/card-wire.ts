import { createHash } from 'node:crypto'
import { z } from 'zod'
import { limits } from '@kura/contract/limits'
import type { Captured, Declined, Unknown } from './payment-gateway.ts'

export type CardFields = Readonly<Record<string, string>>
/**
 * `codes` are the gateway's ErrInfo, the first one first; `lost` means that the call may or may not
 * have been done.
 */
export type CardAnswer =
  | { kind: 'fields'; fields: CardFields }
  | { kind: 'refused'; codes: string[] }
  | { kind: 'lost'; cause: string }

const decoder = new TextDecoder('shift_jis')
const answerBytes = 65_536
// result unknown, trade in use, too many calls, already settled: only a search of the trade says
// what is true
const undecided = new Set(['E91019999', 'E90010001', 'E92000001', 'E11010001'])

/**
 * One call of the gateway: an urlencoded form there, `k=v&k=v` in Windows-31J back, HTTP 200 also
 * for a refusal.
 */
export async function callCard(base: string, name: string, fields: CardFields): Promise<CardAnswer> {
  try {
    const answer = await fetch(`${base}/payment/${name}.idPass`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'error',
      signal: AbortSignal.timeout(limits.cardCallSeconds * 1000),
    })
    const bytes = await answer.arrayBuffer()
    if (answer.status !== 200) return { kind: 'lost', cause: `HTTP ${answer.status}` }
    if (bytes.byteLength > answerBytes) return { kind: 'lost', cause: 'the answer is too long' }
    return readAnswer(decoder.decode(bytes))
  } catch (error) {
    return { kind: 'lost', cause: causeOf(error) }
  }
}

const Fields = z.record(z.string(), z.string())
const Refusals = z.array(z.object({ ErrInfo: z.string() })).min(1)

/**
 * One call of the gateway's pages: JSON there and back, HTTP 400 with a list of codes for a
 * refusal.
 */
export async function callCardJson(base: string, name: string, body: object): Promise<CardAnswer> {
  try {
    const answer = await fetch(`${base}/payment/${name}.json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(limits.cardCallSeconds * 1000),
    })
    const bytes = await answer.arrayBuffer()
    if (answer.status !== 200 && answer.status !== 400) return { kind: 'lost', cause: `HTTP ${answer.status}` }
    if (bytes.byteLength > answerBytes) return { kind: 'lost', cause: 'the answer is too long' }
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (answer.status === 200) return { kind: 'fields', fields: Fields.parse(json) }
    const codes = Refusals.parse(json).map(({ ErrInfo }) => ErrInfo)
    return readAnswer(`ErrInfo=${codes.join('|')}`)
  } catch (error) {
    return { kind: 'lost', cause: causeOf(error) }
  }
}

/**
 * Reads an answer. Values are not escaped and may hold `=`; ErrCode and ErrInfo are lists paired by
 * position.
 */
export function readAnswer(text: string): CardAnswer {
  const fields: Record<string, string> = {}
  for (const pair of text.trim().split('&')) {
    const cut = pair.indexOf('=')
    if (cut > 0) fields[pair.slice(0, cut)] = pair.slice(cut + 1)
  }
  if (Object.keys(fields).length === 0) return { kind: 'lost', cause: 'the answer has no fields' }
  if (!('ErrCode' in fields) && !('ErrInfo' in fields)) return { kind: 'fields', fields }
  const codes = (fields['ErrInfo'] ?? '').split('|').filter((code) => /^[A-Za-z0-9]{1,20}$/.test(code))
  const doubtful = codes.find((code) => undecided.has(code))
  if (codes.length === 0 || doubtful) return { kind: 'lost', cause: doubtful ?? 'an error without a code' }
  return { kind: 'refused', codes }
}

function causeOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string } }
  return cause?.code ?? (name === 'TimeoutError' ? 'no answer in time' : message)
}

export const lost = (cause: string | undefined): Unknown => ({ kind: 'unknown', cause: cause ?? '' })

/** The outcome of a call that has no result. */
export const refusal = (answer: Exclude<CardAnswer, { kind: 'fields' }>): Declined | Unknown =>
  answer.kind === 'lost' ? lost(answer.cause) : { kind: 'declined', error: answer.codes[0] ?? '' }

const signedFields = ['OrderID', 'Forward', 'Method', 'PayTimes', 'Approve', 'TranID', 'TranDate'] as const

/** A payment, believed only when its check string was made with our password. */
export function captured(shopPass: string, fields: CardFields): Captured | Unknown {
  const text = signedFields.map((name) => fields[name] ?? '').join('')
  const expected = createHash('md5')
    .update(text + shopPass)
    .digest('hex')
  if (fields['CheckString']?.toLowerCase() !== expected) return lost('the check string is wrong')
  return { kind: 'captured', proof: { tranId: fields['TranID'] ?? '', approve: fields['Approve'] ?? '' } }
}
