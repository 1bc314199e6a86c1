import type { Result } from '@kura/contract/result'
import type { ErrorCode } from '@kura/contract/errors'
import type { Log } from './log.ts'

export type Session = { userId: string; token: string; flowAddress: string; timestamp: number }
/** What the server returns when it creates or renews a session. */
export type IssuedSession = { userId: string; flowAddress: string; sessionJwt: string }
export type SessionStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export const sessionKey = 'session'
export const sessionRefreshAgeMs = 86_400_000
/** Errors of a refresh that mean the session is gone. */
export const droppingErrors = [
  'AUTHENTICATION_FAILED',
  'INVALID_SESSION',
  'TOKEN_EXPIRED',
  'TOKEN_NOTFOUND',
] as const satisfies readonly ErrorCode[]

/** The session in a stored text; undefined when a field is missing or of another type. */
export function parseSession(text: string | null): Session | undefined {
  if (text === null) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const { userId, token, flowAddress, timestamp } = value as Record<string, unknown>
  if (typeof userId !== 'string' || typeof token !== 'string' || typeof flowAddress !== 'string') return undefined
  if (typeof timestamp !== 'number' || !Number.isFinite(timestamp)) return undefined
  return { userId, token, flowAddress, timestamp }
}

export type SessionStore = ReturnType<typeof makeSessionStore>
type World = {
  storage: SessionStorage | undefined
  now?: () => number
  /** Called for refreshes that failed and changed nothing. */
  log?: Log
}

/**
 * The member's session: in memory and, by default, in the browser's storage. `storage` may be
 * undefined or throw (private windows); then the session lasts as long as the page.
 */
export function makeSessionStore({ storage, now = Date.now, log }: World) {
  const readStored = (): string | null => attempt(() => storage?.getItem(sessionKey) ?? null) ?? null
  let current: Session | undefined = parseSession(readStored())
  // whether the storage has it, too: only then does an empty storage mean that another tab signed
  // out
  let isKept = current !== undefined
  const listeners = new Set<() => void>()
  const endListeners = new Set<() => void>()

  const change = (next: Session | undefined): void => {
    if (isSame(current, next)) return
    current = next
    for (const listener of listeners) listener()
  }
  const clear = (): void => {
    attempt(() => storage?.removeItem(sessionKey))
    isKept = false
    change(undefined)
  }
  /** The server ended the session: a member on a page of theirs needs to see why it disappeared. */
  const end = (): void => {
    clear()
    for (const listener of endListeners) listener()
  }
  const attach = (issued: IssuedSession, { isPersistent = true }: { isPersistent?: boolean } = {}): Session => {
    const { userId, flowAddress, sessionJwt: token } = issued
    const next: Session = { userId, token, flowAddress, timestamp: now() }
    if (isPersistent) attempt(() => storage?.setItem(sessionKey, JSON.stringify(next)))
    else attempt(() => storage?.removeItem(sessionKey))
    isKept = isPersistent && readStored() !== null
    change(next)
    return next
  }
  const follow = (text: string | null): void => {
    const next = parseSession(text)
    if (next === undefined && !isKept) return
    isKept = next !== undefined
    change(next)
  }
  const catchUp = (): void => follow(readStored())

  return {
    /** The current session; the same object until it changes. */
    read: (): Session | undefined => current,
    /**
     * The token to send: that of the newest stored session. A frozen tab may hold a replaced one,
     * and using that counts as theft.
     */
    readToken(): string | undefined {
      catchUp()
      return current?.token
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Called when the server, not the member, ended the session. */
    onEnded(listener: () => void): () => void {
      endListeners.add(listener)
      return () => endListeners.delete(listener)
    },
    /**
     * Stores a session from the server; without persistence the stored one is removed and only
     * memory holds the new one.
     */
    attach,
    /** Forgets the session, in memory and in storage. */
    clear,
    /** Follows changes by another tab. A session in memory only stays when nothing is stored. */
    follow,
    /**
     * Reads the storage again: a frozen tab got no events, and its token may have been replaced.
     */
    catchUp,
    /**
     * Clears the session, as ended by the server, if `token` is still its token: a response to an
     * older token says nothing about it.
     */
    clearIf(token: string): void {
      catchUp()
      if (current?.token === token) end()
    },
    /** Whether the session is stored, not only in memory. */
    isKept: (): boolean => isKept,
    isOld: (): boolean => current !== undefined && now() - current.timestamp > sessionRefreshAgeMs,
    /** Renews the session by `renew`; the four errors that say it is gone drop it, others are only logged. */
    async refresh(renew: (token: string) => Promise<Result<IssuedSession>>): Promise<void> {
      catchUp()
      const before = current
      if (!before) return
      const isPersistent = isKept
      const result = await renew(before.token)
      catchUp()
      // another tab, or a sign-out, was faster
      if (current?.token !== before.token) return
      if (result.ok) attach(result.data, { isPersistent })
      else if (isDropping(result.body.errorCode)) end()
      else log?.warn('session refresh', result.body.errorCode)
    },
  }
}

const isDropping = (code: ErrorCode): boolean => droppingErrors.some((each) => each === code)

const isSame = (a: Session | undefined, b: Session | undefined): boolean =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.token === b.token &&
    a.userId === b.userId &&
    a.flowAddress === b.flowAddress &&
    a.timestamp === b.timestamp)

function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
