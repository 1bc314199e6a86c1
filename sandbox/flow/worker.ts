// The node's own thread: engine, chain and HTTP together, so that a long execution never blocks the
// site.
import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { openChain } from './chain.ts'
import { lockFolder } from './data-lock.ts'
import { buildApp } from './rest.ts'
import { ensureServiceKey } from './service-key.ts'
import type { WorkerAnswer, WorkerOptions } from './start-node.ts'
import { openStore } from './store.ts'

const { dataDir, port, host, serviceKey, program, compactAfterBytes } = workerData as WorkerOptions
const answer = (message: WorkerAnswer) => parentPort!.postMessage(message)

mkdirSync(dataDir, { recursive: true, mode: 0o700 })
const unlock = await lockFolder(dataDir)
const key = ensureServiceKey(dataDir, serviceKey)
const store = openStore(dataDir)
if (store.stored.torn > 0)
  answer({ kind: 'log', text: `cut ${store.stored.torn} bytes of an unfinished block off the log` })
const chain = await openChain(store, { key, program, compactAfterBytes })
const app = buildApp(chain)
await app.listen({ port, host })
const { port: bound } = app.server.address() as AddressInfo
answer({ kind: 'ready', port: bound, serviceKey: key, height: chain.blocks.length - 1 })

parentPort!.once('message', () => {
  void app.close().then(() => {
    store.close()
    unlock()
    answer({ kind: 'closed' })
  })
})
