import type { ErrorBody, ErrorCode } from '@kura/contract/errors'
import '../../words/identity-words.ts'

/** The field a failure is about; undefined for the whole form. */
export type FormFailure<F extends string> = { field: F | undefined; code: ErrorCode }
type Failed = Pick<ErrorBody, 'errorCode' | 'details'>

/**
 * Places a failed call at a field of the form: by its code if `byCode` has it, else by the first
 * field in the server's details that the form has: `next.address` belongs to `next`.
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

/** Faults with words of their own, beyond an invalid value. */
export const namedFaults = [
  'has_one_already',
  'has_none_yet',
  'needed_first',
  'same_as_current',
  'unseen_characters',
  'stacked_accents',
  'link',
] as const

/** The words for the server's fault of an input; undefined when the code says enough. */
export function faultWord({ errorCode, details }: Failed): `fault.${(typeof namedFaults)[number]}` | undefined {
  if (errorCode !== 'INVALID_INPUT') return undefined
  const found = namedFaults.find((fault) => details?.some((each) => each.fault === fault))
  return found && `fault.${found}`
}
