import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { limits } from '@kura/contract/limits'
import type { Deps } from '../../deps.ts'

/** Queues by id: a job carries nothing but the id of a row, and the row says what is to be done. */
export type IdQueue = {
  name: string
  /** Ids of the rows that are due now. */
  listDue: () => Promise<string[]>
  /** Moves one row on; called any number of times, at once, by several workers. */
  settle: (id: string) => Promise<unknown>
}
export type TimedQueue = { name: string; cron: string; run: () => Promise<unknown> }

type JobDeps = Pick<Deps, 'env' | 'log'>

// The rows are the truth, so a job that is lost costs a second: nothing is retried or kept here.
const jobOptions = { retryLimit: 0, deleteAfterSeconds: 300, retentionSeconds: 3600 }
const atOnce = 8

/** Starts pg-boss on two connections of its own, in the schema `pgboss`. */
export async function startBoss({ env, log }: JobDeps): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: env.DATABASE_URL,
    application_name: 'kura-jobs',
    max: 2,
    superviseIntervalSeconds: limits.workLeaseSeconds,
    monitorIntervalSeconds: limits.workLeaseSeconds,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue reported an error'))
  await boss.start()
  return boss
}

/**
 * Works on a queue of ids, and returns the round that fills it. One job per id waits at most; while
 * it runs, the row's own lease keeps others away.
 */
export async function workOn(boss: PgBoss, { log }: JobDeps, queue: IdQueue): Promise<Round> {
  await boss.createQueue(queue.name, { policy: 'short', expireInSeconds: 120, ...jobOptions })
  const workerId = await boss.work<{ id: string }>(
    queue.name,
    // what this process sends wakes it at once; it polls for what others sent
    { batchSize: atOnce, pollingIntervalSeconds: 2, burstWhenBatchFull: true },
    async (jobs) => {
      const settled = await Promise.allSettled(jobs.map(({ data }) => queue.settle(data.id)))
      for (const [at, outcome] of settled.entries()) {
        if (outcome.status === 'rejected')
          log.error(
            { err: outcome.reason, queue: queue.name, id: jobs[at]?.data.id },
            'a job failed; its row will be tried again',
          )
      }
    },
  )
  const run = async (): Promise<void> => {
    if (await sendDue(boss, queue)) boss.notifyWorker(workerId)
  }
  return { name: `send ${queue.name}`, everySeconds: 1, run }
}

/**
 * Puts every due row into its queue; an id that waits there already is left out. Returns whether
 * there were any.
 */
async function sendDue(boss: PgBoss, queue: IdQueue): Promise<boolean> {
  const ids = await queue.listDue()
  if (ids.length === 0) return false
  await boss.insert(
    queue.name,
    ids.map((id) => ({ data: { id }, singletonKey: id })),
  )
  return true
}

/** Runs by the clock, once however many workers there are. */
export async function runByClock(boss: PgBoss, queue: TimedQueue): Promise<void> {
  await boss.createQueue(queue.name, { policy: 'short', expireInSeconds: 600, ...jobOptions })
  await boss.work(queue.name, { pollingIntervalSeconds: 10 }, () => queue.run())
  await boss.schedule(queue.name, queue.cron)
}

export type Round = { name: string; everySeconds: number; run: () => Promise<unknown> }
type Rounds = { stop: () => Promise<void> }

/**
 * Runs each round again and again, with its pause after its end, until stopped. A round that fails
 * is logged and runs again. The pauses vary, so that several workers do not read the same rows at
 * the same moment.
 */
export function runEvery(deps: Pick<Deps, 'log'>, rounds: readonly Round[]): Rounds {
  const stopping = new AbortController()
  const goRound = async ({ name, everySeconds, run }: Round) => {
    while (!stopping.signal.aborted) {
      await run().catch((error: unknown) => deps.log.error({ err: error, round: name }, 'a round of the worker failed'))
      const ms = everySeconds * 1000 * (0.75 + Math.random() * 0.5)
      await sleep(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }
  const running = rounds.map(goRound)
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
