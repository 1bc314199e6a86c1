import type { FailedLink } from './link-message.ts'

export type LinkAsk = {
  /**
   * Called for every failed try, after its error dialog was dismissed. The window stays open for
   * another try.
   */
  onError?: (failure: FailedLink) => void
}

/** Holds whether the wallet-link window is open, and the callers that wait for its end. */
export function makeLinkRequest() {
  let isOpen = false
  let waiting: (LinkAsk & { resolve: (isLinked: boolean) => void })[] = []
  const listeners = new Set<() => void>()
  const change = (next: boolean): void => {
    isOpen = next
    for (const listener of listeners) listener()
  }
  return {
    isOpen: (): boolean => isOpen,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Opens the window; resolves true when a wallet is linked at its end. */
    open(ask: LinkAsk = {}): Promise<boolean> {
      const answer = new Promise<boolean>((resolve) => waiting.push({ ...ask, resolve }))
      change(true)
      return answer
    },
    /** A try failed, and the person has dismissed its dialog. */
    fail(failure: FailedLink): void {
      for (const { onError } of waiting) onError?.(failure)
    },
    /** Ends it for all who wait. */
    close(isLinked: boolean): void {
      const all = waiting
      waiting = []
      change(false)
      for (const { resolve } of all) resolve(isLinked)
    },
  }
}

/** The one wallet-link window of the page; the shell shows it. */
export const linkRequest = makeLinkRequest()
