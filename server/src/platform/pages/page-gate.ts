import { limits } from '@kura/contract/limits'
import { rates } from '@kura/contract/rates'
import { limitConcurrency } from '../limit-concurrency.ts'

export type PageGate = ReturnType<typeof pageGate>
/** A source may ask again after so long. */
type TooMany = { retrySeconds: number }
type Source = { tokens: number; at: number; underWay: number }
/**
 * Sources that are remembered at once; the one that was silent for longest is forgotten first, and
 * its bucket is full again.
 */
const mostSources = 10_000

/**
 * Admits pages to rendering: each source has its own bucket and share of the queue, and few run at
 * once. All of it is in memory: a flood must not cost the database a statement for each refused
 * page. `onChange` gets the number that run.
 */
export function pageGate({
  now = () => performance.now(),
  onChange,
}: { now?: () => number; onChange?: (running: number) => void } = {}) {
  const { burst, perMinute } = rates.coldPagePerSource
  const sources = new Map<string, Source>()
  const inTurn = limitConcurrency(
    { most: limits.pagesAtOnce, mostWaiting: limits.pagesWaiting, code: 'SERVICE_UNAVAILABLE' },
    onChange,
  )

  const visit = (name: string): Source => {
    const at = now()
    const source = sources.get(name) ?? { tokens: burst, at, underWay: 0 }
    source.tokens = Math.min(burst, source.tokens + ((at - source.at) * perMinute) / 60_000)
    source.at = at
    sources.delete(name)
    sources.set(name, source)
    for (const [oldest, { underWay }] of sources) {
      if (sources.size <= mostSources) break
      if (underWay === 0) sources.delete(oldest)
    }
    return source
  }

  return {
    /**
     * Admits one page of a source, with the function that runs it in its turn (SERVICE_UNAVAILABLE
     * when the queue is full). Otherwise says when to ask again.
     */
    ask(name: string): TooMany | { run: <T>(work: () => Promise<T>) => Promise<T> } {
      const source = visit(name)
      if (source.tokens < 1 || source.underWay >= limits.pagesPerSource)
        return { retrySeconds: Math.max(1, Math.ceil(((1 - source.tokens) * 60) / perMinute)) }
      source.tokens -= 1
      source.underWay += 1
      return {
        run: async (work) => {
          try {
            return await inTurn(work)
          } finally {
            source.underWay -= 1
          }
        },
      }
    },
    sources: () => sources.size,
  }
}
