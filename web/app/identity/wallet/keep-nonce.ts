import type { Result } from '@kura/contract/result'

/** The server keeps a nonce for five minutes; the person needs some of them in the wallet. */
const freshMs = 240_000
/** How often one that is kept ready is looked at: it is replaced in time while the person takes theirs. */
const lookMs = 30_000

type Prepared = Result<{ nonce: string }>

/**
 * Keeps a nonce ready before the click, because browsers block a wallet window that opens long after it. `prepare` fetches one
 * unless a fresh unused one is there; `take` hands it out once.
 */
export function keepNonce(fetchNonce: () => Promise<Prepared>, now: () => number = Date.now) {
  let kept: { prepared: Promise<Prepared>; since: number } | undefined
  const prepare = (): Promise<Prepared> => {
    if (kept && now() - kept.since < freshMs) return kept.prepared
    const mine = { prepared: fetchNonce(), since: now() }
    kept = mine
    void mine.prepared.then((result) => {
      // a refusal is not kept: the next click asks again
      if (!result.ok && kept === mine) kept = undefined
    })
    return mine.prepared
  }
  return {
    prepare,
    async take(): Promise<Prepared> {
      const result = await prepare()
      kept = undefined
      return result
    },
  }
}

/** Prepares a nonce now and looks after it from then on; the answer stops that. */
export function keepReady(prepare: () => Promise<unknown>): () => void {
  void prepare()
  const timer = setInterval(() => void prepare(), lookMs)
  return () => clearInterval(timer)
}
