import { setTimeout as sleep } from 'node:timers/promises'
import type { Arena } from './arena.ts'

/**
 * Restarts each process that ends, at the same address, as `npm start` does. The driver (postgres
 * 3.4.9) may end its process when a connection is lost in the middle of a transaction:
 * porsager/postgres 1154 and 1208.
 */
export function supervise(arena: Arena): () => Promise<number> {
  let isOver = false
  let restarts = 0
  const watching = (async () => {
    while (!isOver) {
      for (const [list, role] of [
        [arena.webs, 'web'],
        [arena.workers, 'worker'],
      ] as const) {
        for (const [place, server] of list.entries()) {
          if (server.isAlive()) continue
          restarts += 1
          const port = server.url === '' ? {} : { port: Number(new URL(server.url).port) }
          list[place] = await arena.start({ role, ...port, mayDie: true })
        }
      }
      await sleep(100)
    }
  })()
  return async () => {
    isOver = true
    await watching
    return restarts
  }
}
