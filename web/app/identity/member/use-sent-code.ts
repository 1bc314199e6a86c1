import { useEffect, useState } from 'react'
import { limits } from '@kura/contract/limits'
import type { AuthCodeRecord, AuthCodeStatus, CodePurpose } from '../session/auth-code-store.ts'
import { authCodes } from '../session/auth-code-store.ts'
import { useSession } from '../../platform/session.ts'

/** How the latest code stands: whether it is a second one, and whether it is too late for it. */
export type SentCode = { status: AuthCodeStatus; isExpired: boolean }
type Sent = Pick<AuthCodeRecord, 'email' | 'expiresAt' | 'requestId'> & { status: AuthCodeStatus }

/**
 * Where the latest code for a purpose was mailed, also after a reload or a trip to the mail program; undefined before one was
 * asked for. What somebody else asked for on this device is not shown.
 */
export function useSentCode(purpose: CodePurpose) {
  const userId = useSession()?.userId ?? ''
  const [sent, setSent] = useState<Sent>()
  const isExpired = useIsPast(sent?.expiresAt)
  // an expired one, too: its form says so instead of going away from somebody who types the code
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

/** Whether a time in milliseconds has come; false without one. */
function useIsPast(at: number | undefined): boolean {
  const [past, setPast] = useState<number>()
  useEffect(() => {
    if (at === undefined) return undefined
    const timer = setTimeout(() => setPast(at), Math.max(0, at - Date.now()))
    return () => clearTimeout(timer)
  }, [at])
  return at !== undefined && past === at
}
