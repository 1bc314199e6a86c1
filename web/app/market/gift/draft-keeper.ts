import type { Result } from '@kura/contract/result'

/** Something we signed, and the wallet may accept until `signUntil`. */
type Draft = { signUntil: string }
type Made<D> = Promise<Result<D>>

type World<D> = {
  /** The key makes a repeat of a lost request the same one. */
  request: (idempotencyKey: string) => Made<D>
  /** The server's time in milliseconds. */
  now: () => Promise<number>
  newKey: () => string
}

/** Left of a draft's time, so that the wallet can still be read and signed: below it another one is made. */
const leastLeftMs = 5 * 60_000

/**
 * Keeps one draft of something to be signed, made before the wallet opens so that it can be read. Asking for it again answers the same
 * one, also while it is on its way, until it is taken away or its time runs out.
 */
export function makeDraftKeeper<D extends Draft>({ request, now, newKey }: World<D>) {
  let made: Made<D> | undefined
  let key: string | undefined
  const make = async (): Made<D> => {
    key ??= newKey()
    const answer = await request(key)
    if (answer.ok || !isLost(answer.body.errorCode)) key = undefined
    return answer
  }
  const isGood = async (answer: Result<D>): Promise<boolean> =>
    answer.ok && Date.parse(answer.data.signUntil) - (await now()) > leastLeftMs
  return {
    /** The draft that stands, or a new one. */
    async ask(): Made<D> {
      const before = made
      if (before && (await isGood(await before))) return before
      // somebody else may have asked meanwhile
      if (made === before) made = make()
      return made!
    },
    /** It is used, or not wanted any more: answers it, if there is one. */
    async take(): Promise<D | undefined> {
      const before = made
      made = undefined
      const answer = await before
      return answer?.ok ? answer.data : undefined
    },
  }
}

const isLost = (code: string): boolean => ['SERVICE_UNAVAILABLE', 'IDEMPOTENCY_IN_PROGRESS'].includes(code)
