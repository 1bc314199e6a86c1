import type { ErrorBody } from '@kura/contract/errors'

/** Whether a call was refused for outdated terms and waits for the member's agreement. */
export function makeTermsRequest() {
  let waiting: ((isAgreed: boolean) => void)[] = []
  const listeners = new Set<() => void>()
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  return {
    isOpen: (): boolean => waiting.length > 0,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /**
     * Shows the terms; resolves true once they are agreed to, false when the member leaves instead.
     */
    ask(): Promise<boolean> {
      const answer = new Promise<boolean>((resolve) => waiting.push(resolve))
      tell()
      return answer
    },
    /** Ends the request for all who wait. */
    end(isAgreed: boolean): void {
      const all = waiting
      waiting = []
      tell()
      for (const resolve of all) resolve(isAgreed)
    },
  }
}

/** The terms of this page; the host in the shell shows them. */
export const termsRequest = makeTermsRequest()

/** Whether a call was refused because the member agreed to older terms only. */
export const isTermsRefusal = ({ errorCode, details }: Pick<ErrorBody, 'errorCode' | 'details'>): boolean =>
  errorCode === 'TERMS_OUTDATED' ||
  (errorCode === 'FORBIDDEN' && details?.some(({ fault }) => fault === 'terms_outdated') === true)

/** Runs `act`; when it is refused for outdated terms, asks for agreement and runs it once more. */
export async function withTerms<T>(
  act: () => Promise<T>,
  refusalOf: (answer: T) => Pick<ErrorBody, 'errorCode' | 'details'> | undefined,
  ask: () => Promise<boolean> = termsRequest.ask,
): Promise<T> {
  const answer = await act()
  const refusal = refusalOf(answer)
  if (!refusal || !isTermsRefusal(refusal)) return answer
  return (await ask()) ? act() : answer
}
