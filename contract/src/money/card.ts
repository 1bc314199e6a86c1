import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listOf, Uuid } from '../ids.ts'
import { paths } from '../paths.ts'

/** Cards a member stored. `cardSeq` is our own id: the gateway's numbers shift. */
export const StoredCard = z.object({
  cardSeq: Uuid,
  cardName: z.string(),
  maskedNumber: z.string(),
  brand: z.string(),
  /** Two digits of the year, then two of the month. */
  expires: z.string(),
  isExpired: z.boolean(),
  holderName: z.string(),
})
export type StoredCard = z.infer<typeof StoredCard>

export const creditCheck = endpoint(paths.creditCheck, {
  summary: 'The member’s stored cards, latest first.',
  output: listOf(StoredCard),
})

export const deleteCard = endpoint(paths.deleteCard, {
  summary: 'Deletes a stored card, here and at the gateway. Repeating it changes nothing.',
  body: z.strictObject({ cardSeq: Uuid }),
  output: z.object({ cardSeq: Uuid }),
  errors: ['NOT_FOUND'],
})
