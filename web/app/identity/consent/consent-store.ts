import { ownStorage } from '../../platform/session.ts'

export type Consent = 'granted' | 'denied'
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export const consentKey = 'kura_consent'

/** Narrows any text to an answer; undefined when there is none. */
export const parseConsent = (text: string | null): Consent | undefined =>
  text === 'granted' || text === 'denied' ? text : undefined

/**
 * The visitor's answer about being measured; undefined until there is one. Without storage it lasts
 * as long as the page.
 */
export function makeConsentStore(storage: Store | undefined) {
  let current = attempt(() => parseConsent(storage?.getItem(consentKey) ?? null))
  let isAsking = false
  const listeners = new Set<() => void>()
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  return {
    read: (): Consent | undefined => current,
    /**
     * Whether to show the question: until it is answered, and when the visitor wants to change the
     * answer.
     */
    isAsking: (): boolean => isAsking || current === undefined,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    answer(consent: Consent): void {
      attempt(() => storage?.setItem(consentKey, consent))
      current = consent
      isAsking = false
      tell()
    },
    /** Asks again; the earlier answer holds until there is a new one. */
    askAgain(): void {
      isAsking = true
      tell()
    },
    /** Follows what another tab stored. */
    follow(text: string | null): void {
      current = parseConsent(text)
      tell()
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

/** The answer of this browser. On the server there is none. */
export const consent = makeConsentStore(ownStorage())
