import { ownStorage } from '../../platform/session.ts'

/** The purposes of a mailed code. */
export type CodePurpose = 'sign-up' | 'password-reset' | 'email-add' | 'email-change'
/**
 * A code was mailed: its address and expiry (milliseconds), never the code itself. `userId` is the
 * member who asked, '' for a guest; `requestId` names the code to the server, so that only this
 * browser uses up its attempts.
 */
export type AuthCodeRecord = { email: string; userId: string; expiresAt: number; requestId?: string | undefined }
export type AuthCodeStatus = 'sent' | 'resent'
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export const authCodePrefix = 'auth-code'
const purposes: readonly CodePurpose[] = ['sign-up', 'password-reset', 'email-add', 'email-change']
const recordKey = (purpose: CodePurpose): string => `${authCodePrefix}:${purpose}`
const statusKey = (purpose: CodePurpose): string => `${authCodePrefix}:${purpose}:status`

/** The record in a stored text; undefined when a field is missing or of another type. */
export function parseAuthCode(text: string | null): AuthCodeRecord | undefined {
  if (text === null) return undefined
  try {
    const { email, userId, expiresAt, requestId } = JSON.parse(text) as Record<string, unknown>
    if (typeof email !== 'string' || typeof userId !== 'string') return undefined
    if (typeof expiresAt !== 'number' || !Number.isFinite(expiresAt)) return undefined
    return { email, userId, expiresAt, ...(typeof requestId === 'string' ? { requestId } : {}) }
  } catch {
    return undefined
  }
}

/**
 * Remembers that a code was mailed, so that its screen is found again after a trip to the mail app.
 * One record and one status per purpose, under one prefix.
 */
export function makeAuthCodeStore({ storage, now = Date.now }: { storage: Store | undefined; now?: () => number }) {
  const get = (key: string): string | null => attempt(() => storage?.getItem(key) ?? null) ?? null
  const clear = (purpose: CodePurpose): void => {
    attempt(() => storage?.removeItem(recordKey(purpose)))
    attempt(() => storage?.removeItem(statusKey(purpose)))
  }
  return {
    keep(purpose: CodePurpose, record: AuthCodeRecord, status: AuthCodeStatus = 'sent'): void {
      attempt(() => storage?.setItem(recordKey(purpose), JSON.stringify(record)))
      attempt(() => storage?.setItem(statusKey(purpose), status))
    },
    /** The record, ignored once it has expired unless expired ones are asked for. */
    read(purpose: CodePurpose, { withExpired = false }: { withExpired?: boolean } = {}): AuthCodeRecord | undefined {
      const record = parseAuthCode(get(recordKey(purpose)))
      return record && (withExpired || now() < record.expiresAt) ? record : undefined
    },
    status(purpose: CodePurpose): AuthCodeStatus | undefined {
      const text = get(statusKey(purpose))
      return text === 'sent' || text === 'resent' ? text : undefined
    },
    clear,
    /** Makes a member's record a guest's: they sign out and continue with the same code. */
    handToGuest(purpose: CodePurpose): void {
      const record = parseAuthCode(get(recordKey(purpose)))
      if (record) attempt(() => storage?.setItem(recordKey(purpose), JSON.stringify({ ...record, userId: '' })))
    },
    /** Forgets every record that has expired or cannot be read, and a status without its record. */
    clearStale(): void {
      for (const purpose of purposes) {
        const record = parseAuthCode(get(recordKey(purpose)))
        if (!record || now() >= record.expiresAt) clear(purpose)
      }
    },
  }
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

/** The codes mailed to this browser's visitor. */
export const authCodes = makeAuthCodeStore({ storage: ownStorage() })
