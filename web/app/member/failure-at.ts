import type { ErrorBody, ErrorCode } from '@kura/contract/errors'

/** Where a failure belongs: the field it is about, undefined for the form as a whole. */
export type FormFailure<F extends string> = { field: F | undefined; code: ErrorCode }

/**
 * Places a failed call at a field of the form: by its code where `byCode` says so, else by the first field the server names that
 * the form has.
 */
export function failureAt<F extends string>(
  body: Pick<ErrorBody, 'errorCode' | 'details'>,
  fields: readonly F[],
  byCode: Partial<Record<ErrorCode, F>> = {},
): FormFailure<F> {
  const named = body.details?.map(({ field }) => field.split('.').at(-1))
  const field = byCode[body.errorCode] ?? fields.find((each) => named?.includes(each))
  return { field, code: body.errorCode }
}
