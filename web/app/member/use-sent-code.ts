import { useEffect, useState } from 'react'
import { limits } from '@kura/contract/limits'
import type { AuthCodeStatus, CodePurpose } from '../session/auth-code-store.ts'
import { authCodes } from '../session/auth-codes.ts'
import { useSession } from '../session/use-session.ts'

/**
 * Where the latest code for a purpose was mailed, also after a reload or a trip to the mail program; undefined before one was
 * asked for. What somebody else asked for on this device is not shown.
 */
export function useSentCode(purpose: CodePurpose) {
  const userId = useSession()?.userId ?? ''
  const [sentTo, setSentTo] = useState<string>()
  // read once: a code that expires while it is being typed does not take its form away
  useEffect(() => {
    const record = authCodes.read(purpose)
    setSentTo(record?.userId === userId ? record.email : undefined)
  }, [purpose, userId])
  return {
    sentTo,
    keep(email: string, status: AuthCodeStatus = 'sent'): void {
      authCodes.keep(purpose, { email, userId, expiresAt: Date.now() + limits.codeMinutes * 60_000 }, status)
      setSentTo(email)
    },
    forget(): void {
      authCodes.clear(purpose)
      setSentTo(undefined)
    },
  }
}
