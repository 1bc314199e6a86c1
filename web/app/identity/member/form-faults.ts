import type { ErrorBody, ErrorCode } from '@kura/contract/errors'
import '../../words/identity-words.ts'

/** Where a failure belongs: the field it is about, undefined for the form as a whole. */
export type FormFailure<F extends string> = { field: F | undefined; code: ErrorCode }
type Failed = Pick<ErrorBody, 'errorCode' | 'details'>

/**
 * Places a failed call at a field of the form: by its code where `byCode` says so, else by the first field the server names that
 * the form has: `next.address` belongs to `next`.
 */
export function failureAt<F extends string>(
  body: Failed,
  fields: readonly F[],
  byCode: Partial<Record<ErrorCode, F>> = {},
): FormFailure<F> {
  const named = body.details?.flatMap(({ field }) => field.split('.'))
  const field = byCode[body.errorCode] ?? fields.find((each) => named?.includes(each))
  return { field, code: body.errorCode }
}

/** Faults that are more than a bad value: each has a sentence of its own. */
export const toldFaults = [
  'has_one_already',
  'has_none_yet',
  'needed_first',
  'same_as_current',
  'unseen_characters',
  'stacked_accents',
  'link',
] as const

/** The word for what the server says is wrong with an input; undefined where its code says all there is to say. */
export function faultWord({ errorCode, details }: Failed): `fault.${(typeof toldFaults)[number]}` | undefined {
  if (errorCode !== 'INVALID_INPUT') return undefined
  const found = toldFaults.find((fault) => details?.some((each) => each.fault === fault))
  return found && `fault.${found}`
}
