import { Worker } from 'node:worker_threads'
import { compileEngine } from './engine.ts'
import type { EngineProgram } from './engine.ts'
import type { ServiceKey } from './service-key.ts'

/** What the thread is started with. */
export type WorkerOptions = {
  dataDir: string
  port: number
  host: string
  serviceKey?: { privateKey: string }
  compactAfterBytes: number
  program: EngineProgram
}

/** What the thread says. */
export type WorkerAnswer =
  | { kind: 'ready'; port: number; serviceKey: ServiceKey; height: number }
  | { kind: 'log'; text: string }
  | { kind: 'closed' }

/**
 * How to start a node. Port 0 takes a free one; without `serviceKey` the folder's own is used or
 * made; a log above `compactAfterBytes` becomes a snapshot at the start.
 */
export type FlowNodeOptions = {
  dataDir: string
  port: number
  host?: string
  serviceKey?: { privateKey: string }
  log?: (text: string) => void
  compactAfterBytes?: number
}

/** A running node. `failed` rejects if its thread ends by itself. */
export type FlowNode = {
  url: string
  port: number
  chainId: 'flow-emulator'
  serviceKey: ServiceKey
  failed: Promise<never>
  close(): Promise<void>
}

// Deep recursion in a contract uses the thread's own stack: the engine's limit must be reached
// before its end.
const stackSizeMb = 64

/** Starts the embedded Flow network in a thread of its own; resolves when it responds on `url`. */
export async function startFlowNode(options: FlowNodeOptions): Promise<FlowNode> {
  const { dataDir, port, host = '127.0.0.1', serviceKey, log = () => {}, compactAfterBytes = 16 << 20 } = options
  const program = await compileEngine()
  const workerData: WorkerOptions = { dataDir, port, host, serviceKey, compactAfterBytes, program }
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData, resourceLimits: { stackSizeMb } })
  let closing = false
  const failed = new Promise<never>((_, reject) => {
    worker.once('error', reject)
    worker.once('exit', (code) => {
      if (!closing) reject(new Error(`the Flow node ended with code ${code}`))
    })
  })
  failed.catch((error: unknown) => {
    if (!closing) log(`Flow node: ${error instanceof Error ? error.message : String(error)}`)
  })
  const closed = new Promise<void>((resolve) => {
    worker.on('message', (message: WorkerAnswer) => {
      if (message.kind === 'closed') resolve()
    })
  })
  const ready = new Promise<Extract<WorkerAnswer, { kind: 'ready' }>>((resolve) => {
    worker.on('message', (message: WorkerAnswer) => {
      if (message.kind === 'ready') resolve(message)
      if (message.kind === 'log') log(`Flow node: ${message.text}`)
    })
  })
  const started = await Promise.race([ready, failed])
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${started.port}`
  log(`Flow node on ${url}, height ${started.height}, service account 0x${started.serviceKey.address}`)
  return {
    url,
    port: started.port,
    chainId: 'flow-emulator',
    serviceKey: started.serviceKey,
    failed,
    async close() {
      if (closing) return
      closing = true
      worker.postMessage('close')
      await closed
      await worker.terminate()
    },
  }
}
