import { AccessError } from '@kura/cadence/access-error'
import type { ChainDeps } from '../../platform/flow/chain-config.ts'
import { catalogueOnChain, type RegisterOptions } from '../chain-events.ts'
import { indexOnce } from '../index/index-once.ts'
import { IndexGapError } from '../index/read-events.ts'
import { syncKeys } from './build-and-send.ts'
import { settleTransactions } from './submit-transaction.ts'

/**
 * One round of the chain worker: settles open transactions, reads new blocks, registers new items.
 * It only logs a node that is away.
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

/**
 * Runs rounds in a worker process, `pauseMs` apart; any number of workers may run. Returns how to
 * stop it. Stopping waits for no seal: open transactions are rows, and the next worker settles
 * them.
 */
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
    // Before anything is sent: on a public network the index starts at the block of its first read.
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
