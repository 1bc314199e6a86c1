import { AccessError } from '@kura/cadence/access-error'
import { syncKeys } from './build-and-send.ts'
import type { ChainDeps } from '../../platform/flow/chain-config.ts'
import { indexOnce } from '../index/index-once.ts'
import { IndexGapError } from '../index/read-events.ts'
import { catalogueOnChain, type RegisterOptions } from '../chain-events.ts'
import { settleTransactions } from './submit-transaction.ts'

/**
 * One look at the chain: open transactions are moved on, new blocks read, new items registered. A node that is away is
 * only logged.
 */
export async function chainRound(deps: ChainDeps, options: RegisterOptions): Promise<void> {
  const { signal } = options
  await settleTransactions(deps, { signal })
  await unlessAway(deps, () => readNewBlocks(deps, signal))
  await unlessAway(deps, () => catalogueOnChain.call.registerNew(deps, options))
}

async function readNewBlocks(deps: ChainDeps, signal?: AbortSignal) {
  for (let round = await indexOnce(deps); round && round.to < round.sealed && !signal?.aborted;)
    round = await indexOnce(deps)
}

async function unlessAway({ log }: ChainDeps, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof AccessError) && !(error instanceof IndexGapError)) throw error
    log.warn({ code: error.code, error: error.message }, 'the chain does not answer, trying later')
  }
}

/** Rounds without end in a worker process, `pauseMs` apart; any number of workers may run. Answers how to stop it,
 * which waits for no seal: what is under way is a row, and goes on with the next worker. */
export function startChainWorker(
  deps: ChainDeps,
  { publicUrl, pauseMs = 500 }: { publicUrl: string; pauseMs?: number },
): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pauseMs)
      stopping.signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
    })
  const attempt = (work: () => Promise<void>) =>
    work().catch((error: unknown) => deps.log.error({ err: error }, 'a chain round failed'))
  const running = (async () => {
    await attempt(() => syncKeys(deps))
    // Before anything is sent: on a public network the index begins with the block of its first look.
    await attempt(() => readNewBlocks(deps, stopping.signal))
    while (!stopping.signal.aborted) {
      await attempt(() => chainRound(deps, { publicUrl, signal: stopping.signal }))
      await pause()
    }
  })()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
