import { AccessError } from '@kura/cadence/access-error'

/** A node that was away for so many accounts of a look is away for the others too. */
const mostAway = 5
const pauseMs = 1000

/** What both of two looks found: what was under way at the first is over by the second, which is given what the first found. */
export async function lookTwice<T>(look: (before?: readonly T[]) => Promise<T[]>): Promise<T[]> {
  const first = await look()
  if (first.length === 0) return []
  await new Promise((resolve) => setTimeout(resolve, pauseMs))
  const second = new Set((await look(first)).map((each) => JSON.stringify(each)))
  return first.filter((each) => second.has(JSON.stringify(each)))
}

/**
 * Asks the node about each account; one that it cannot tell of goes to `onSilent` with the reason and hides no other. Fails with an AccessError
 * when the node was away for five of them, or tells of none: of these alone, unless it answers `askIfThere`, which is asked then.
 */
export async function askEach<T>(
  accounts: readonly T[],
  ask: (account: T) => Promise<void>,
  onSilent: (account: T, reason: AccessError) => void,
  askIfThere?: () => Promise<unknown>,
): Promise<void> {
  let silent = 0
  let away = 0
  for (const account of accounts)
    try {
      await ask(account)
    } catch (error) {
      if (!(error instanceof AccessError)) throw error
      silent += 1
      if (error.isPassing) away += 1
      if (away === mostAway) throw error
      if (silent === accounts.length && !askIfThere) throw error
      if (silent === accounts.length) await askIfThere?.()
      onSilent(account, error)
    }
}
