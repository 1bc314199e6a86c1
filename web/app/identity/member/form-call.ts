import { useState, useEffect } from 'react'
import type { ApiInput, ApiOutput } from '@kura/contract/api'
import type { ErrorBody, ErrorCode } from '@kura/contract/errors'
import type { CallName } from '@kura/contract/paths'
import type { Result } from '@kura/contract/result'
import { useWork } from '../../platform/use-work.ts'
import { useGuardedCall } from '../captcha/use-guarded-call.ts'
import { useWords } from '../../words/use-words.ts'
import type { WordKey } from '../../words/word-key.ts'
import { limits } from '@kura/contract/limits'
import { authCodes } from '../session/auth-code-store.ts'
import type { AuthCodeRecord, AuthCodeStatus, CodePurpose } from '../session/auth-code-store.ts'
import { useSession } from '../../platform/session.ts'
import { failureAt, faultWord } from './form-faults.ts'

/** The field of a code in a form, with better words there than the general ones. */
type Place<F extends string> = { field?: F; word?: WordKey }
type FormErrors<F extends string> = Partial<Record<F | 'form', string>>

/**
 * The call of a form: busy meanwhile; a failure becomes words at its field or at the whole form. A
 * second press during the first does nothing and returns undefined.
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

/** The state of the latest code: whether it was sent again, and whether it has expired. */
export type SentCode = { status: AuthCodeStatus; isExpired: boolean }
type Sent = Pick<AuthCodeRecord, 'email' | 'expiresAt' | 'requestId'> & { status: AuthCodeStatus }

/**
 * Where the latest code for a purpose was mailed, also after a reload or a trip to the mail app;
 * undefined before one was requested. A request by somebody else on this device is not shown.
 */
export function useSentCode(purpose: CodePurpose) {
  const userId = useSession()?.userId ?? ''
  const [sent, setSent] = useState<Sent>()
  const isExpired = useIsPast(sent?.expiresAt)
  // also an expired one: its form says so instead of vanishing while somebody types the code
  useEffect(() => {
    const record = authCodes.read(purpose, { withExpired: true })
    setSent(record?.userId === userId ? { ...record, status: authCodes.status(purpose) ?? 'sent' } : undefined)
  }, [purpose, userId])
  return {
    sentTo: sent?.email,
    requestId: sent?.requestId,
    code: { status: sent?.status ?? 'sent', isExpired } satisfies SentCode,
    keep(email: string, requestId?: string, status: AuthCodeStatus = 'sent'): void {
      const expiresAt = Date.now() + limits.codeMinutes * 60_000
      authCodes.keep(purpose, { email, userId, expiresAt, requestId }, status)
      setSent({ email, expiresAt, requestId, status })
    },
    forget(): void {
      authCodes.clear(purpose)
      setSent(undefined)
    },
  }
}

/** Whether a time in milliseconds has passed; false without one. */
function useIsPast(at: number | undefined): boolean {
  const [past, setPast] = useState<number>()
  useEffect(() => {
    if (at === undefined) return undefined
    const timer = setTimeout(() => setPast(at), Math.max(0, at - Date.now()))
    return () => clearTimeout(timer)
  }, [at])
  return at !== undefined && past === at
}
