import assert from 'node:assert/strict'
import { startEmbedded, stopEmbedded } from '@kura/db/embedded'
import { migrate } from '@kura/db/migrate'
import { waitUntilGone } from '@kura/db/process-identity'
import postgres from 'postgres'

export type ArenaDatabase = {
  url: string
  port: number
  /** Ends it as a power failure would, and starts it again. */
  crash: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Starts a PostgreSQL that writes as a shop's does and records when each transaction was committed:
 * the storm reads from that when units were available.
 */
export async function startDatabase(dataDir: string): Promise<ArenaDatabase> {
  const start = (port: number) => startEmbedded({ dataDir, port, fsync: true, log: () => {} })
  const first = await start(0)
  const sql = postgres(first.url, { max: 1, onnotice: () => {} })
  await sql`alter system set track_commit_timestamp = on`
  await sql.end()
  await stopEmbedded({ dataDir })
  let running = await start(first.port)
  await migrate({ url: running.url })
  return {
    url: running.url,
    port: running.port,
    crash: async () => {
      process.kill(running.process.pid, 'SIGQUIT')
      // a process that is still ending would count as running
      assert.ok(await waitUntilGone(running.process, 60_000), 'PostgreSQL crashed')
      running = await start(running.port)
    },
    stop: () => stopEmbedded({ dataDir }),
  }
}
