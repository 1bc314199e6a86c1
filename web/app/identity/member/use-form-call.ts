import { useState } from 'react'
import type { ApiInput, ApiOutput } from '@kura/contract/api'
import type { ErrorBody, ErrorCode } from '@kura/contract/errors'
import type { CallName } from '@kura/contract/paths'
import type { Result } from '@kura/contract/result'
import { useWork } from '../../platform/use-work.ts'
import { useGuardedCall } from '../captcha/use-guarded-call.ts'
import { useWords } from '../../words/use-words.ts'
import type { WordKey } from '../../words/word-key.ts'
import { failureAt, faultWord } from './form-faults.ts'

/** Where a code belongs in a form, and better words for it there than the general ones. */
type Place<F extends string> = { field?: F; word?: WordKey }
type FormErrors<F extends string> = Partial<Record<F | 'form', string>>

/**
 * The call of a form: busy meanwhile, and a failure as words at its field, or at the form as a whole. Takes no second press while
 * the first is under way; then the answer is undefined.
 */
export function useFormCall<F extends string>(fields: readonly F[], places: Partial<Record<ErrorCode, Place<F>>> = {}) {
  const { t } = useWords()
  const guardedCall = useGuardedCall()
  const { isBusy, work } = useWork()
  const [errors, setErrors] = useState<FormErrors<F>>({})
  const show = (body: Pick<ErrorBody, 'errorCode' | 'details'>): void => {
    const place = places[body.errorCode]
    const field = place?.field ?? failureAt(body, fields).field ?? 'form'
    setErrors({ [field]: t(faultWord(body) ?? place?.word ?? `error.${body.errorCode}`) } as FormErrors<F>)
  }
  const send = async <K extends CallName>(
    name: K,
    input: ApiInput<K>,
    options?: { session: null },
  ): Promise<Result<ApiOutput<K>> | undefined> => {
    const result = await work(() => {
      setErrors({})
      return guardedCall(name, input, options)
    })
    if (result && !result.ok) show(result.body)
    return result
  }
  return { isBusy, errors, setErrors, show, send }
}
