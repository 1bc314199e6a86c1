export type BotVersion = 'v2' | 'v3'
/** The bot check fields that a call sends. */
export type BotToken = { version: BotVersion; token: string }
export type BotState = {
  version: BotVersion
  /** Solved by the person in the visible widget; '' until then, and again after expiry, an error or its one use. */
  v2Token: string
  /** How many challenges of version 3 have run. */
  count: number
  /** How many solved widgets were used up: after each, the box has to be ticked again. */
  spent: number
}

export type Bot = ReturnType<typeof makeBot>

/**
 * The bot check of a page: version 3 by default, version 2 once version 3 was refused. `execute` runs a challenge of version 3
 * for an action. A token of version 2 is good for one call, so it is handed out once.
 */
export function makeBot(execute: (action: string) => Promise<string>) {
  let state: BotState = { version: 'v3', v2Token: '', count: 0, spent: 0 }
  const listeners = new Set<() => void>()
  let widgets = 0
  let waiting: { resolve: (token: string) => void; reject: (reason: Error) => void }[] = []
  const change = (next: Partial<BotState>): void => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const nextV2Token = (): Promise<string> =>
    state.v2Token === ''
      ? new Promise((resolve, reject) => waiting.push({ resolve, reject }))
      : Promise.resolve(spend())
  const spend = (): string => {
    const { v2Token } = state
    change({ v2Token: '', spent: state.spent + 1 })
    return v2Token
  }

  return {
    read: (): BotState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Version 3 is always ready, version 2 only once the widget was solved. */
    isReady: (): boolean => state.version === 'v3' || state.v2Token !== '',
    /** A token for one call of `action`; with version 2 it waits until the widget is solved. */
    async take(action: string): Promise<BotToken> {
      if (state.version === 'v2') return { version: 'v2', token: await nextV2Token() }
      const token = await execute(action)
      change({ count: state.count + 1 })
      return { version: 'v3', token }
    },
    /** Version 3 was refused: from now on a person has to solve the visible widget. */
    fallBack: (): void => change({ version: 'v2', v2Token: '' }),
    /**
     * The widget was solved. Its token goes to the last caller: that is what the person is doing
     * now.
     */
    solve(token: string): void {
      change({ v2Token: token })
      const newest = waiting.pop()
      if (newest) newest.resolve(spend())
    },
    /** The widget failed or its token expired. */
    reset: (): void => change({ v2Token: '' }),
    /**
     * Adds a widget; the returned function removes it. Removing the last one drops its token and
     * fails the waiting calls.
     */
    attachWidget(): () => void {
      widgets += 1
      return () => {
        widgets -= 1
        if (widgets > 0) return
        const all = waiting
        waiting = []
        if (state.v2Token !== '') change({ v2Token: '' })
        for (const { reject } of all) reject(new Error('the bot check was left unsolved'))
      }
    },
  }
}
