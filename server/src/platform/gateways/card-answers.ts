import { createHash } from 'node:crypto'
import type { CardAnswer, CardFields } from './card-wire.ts'
import type { Captured, Declined, Unknown } from './payment-gateway.ts'

export const lost = (cause: string | undefined): Unknown => ({ kind: 'unknown', cause: cause ?? '' })

/** What an answer without a result comes to. */
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
