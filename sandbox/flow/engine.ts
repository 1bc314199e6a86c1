import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInThisContext } from 'node:vm'
import { brotliDecompressSync } from 'node:zlib'

/** The block an execution sees as the current one; `timestamp` in milliseconds. */
export type BlockStamp = { height: number; id: string; timestamp: number }

/** One signature as the engine checks it; hex without prefix. */
export type EngineSignature = { address: string; keyIndex: number; signature: string }

/**
 * A transaction as the engine runs it: messages are what was signed, in hex. `fail` plays a failure
 * instead.
 */
export type EngineTransaction = {
  id: string
  script: string
  arguments: string[]
  limit: number
  proposer: string
  keyIndex: number
  sequenceNumber: number
  payer: string
  authorizers: string[]
  payloadMessage: string
  envelopeMessage: string
  payloadSignatures: EngineSignature[]
  envelopeSignatures: EngineSignature[]
  block: BlockStamp
  fail?: { code: number; text: string }
}

/** The result of an execution. `payload` of an event and `value` are JSON-CDC. */
export type Execution = {
  value?: string
  error?: string
  code?: number
  computation: number
  events?: { type: string; payload: string }[]
}

/** An account's key as the registers hold it. */
export type EngineKey = {
  publicKey: string
  signatureAlgorithm: string
  hashAlgorithm: string
  weight: number
  sequenceNumber: number
  revoked: boolean
}

/** An account after some block. `kept` is false when the registers of that block are gone. */
export type EngineAccount = {
  exists: boolean
  kept: boolean
  balance: number
  keys: EngineKey[]
  contracts: Record<string, string>
}

/**
 * The first state of a chain: the service account's key and the contracts of ours that it holds.
 */
export type Genesis = {
  publicKey: string
  signatureAlgorithm: string
  hashAlgorithm: string
  contracts: Record<string, string>
  block: BlockStamp
}

/**
 * The Cadence engine with the registers of one chain. Calls are synchronous; `writes` are register
 * changes.
 */
export type Engine = {
  genesis(request: Genesis): Uint8Array
  load(registers: Uint8Array, height: number): void
  snapshot(): Uint8Array
  transaction(request: EngineTransaction): { result: Execution; writes: Uint8Array }
  script(request: { script: string; arguments: string[]; limit: number; block: BlockStamp }): Execution
  account(address: string, height: number): EngineAccount
  parseError(script: string): string | undefined
  isValidAddress(address: string): boolean
}

type Exports = {
  genesis(json: string): { error?: string; writes: Uint8Array }
  load(data: Uint8Array, height: number): string | null
  snapshot(): Uint8Array
  transaction(json: string): { result: string; writes: Uint8Array }
  script(json: string): string
  account(address: string, height: number): string
  parse(script: string): string | null
  isValidAddress(address: string): boolean
  onBlockAt(lookUp: (height: number) => string | null): void
}

/** The engine, compiled; threads of one process share it and what V8 has made of it. */
export type EngineProgram = object & { readonly kind?: 'WebAssembly.Module' }

type GoProgram = { importObject: object; run(instance: object): Promise<void> }
type EngineGlobals = {
  Go: new () => GoProgram
  WebAssembly: {
    compile(bytes: Uint8Array): Promise<EngineProgram>
    instantiate(program: EngineProgram, imports: object): Promise<object>
  }
  kuraCadence: Exports
  kuraCadenceReady: () => void
}

const dist = join(import.meta.dirname, 'vm', 'dist')

/** The uncompressed bytes of a built file; throws when they are not those of CHECKSUMS. */
function readBuilt(name: string): Buffer {
  const bytes = brotliDecompressSync(readFileSync(join(dist, `${name}.br`)))
  const sum = createHash('sha256').update(bytes).digest('hex')
  if (!readFileSync(join(dist, 'CHECKSUMS'), 'utf8').includes(`${sum}  ${name}\n`)) {
    throw new Error(`${name} is not the built file: its checksum is ${sum}`)
  }
  return bytes
}

let compiled: Promise<EngineProgram> | undefined

/** Compiles the engine, once for all networks of this process. */
export function compileEngine(): Promise<EngineProgram> {
  // most processes end before code that is optimised as early as by default has paid for itself: a
  // start and twenty transactions take an eighth less processor, and hundreds take no more
  setFlagsFromString('--wasm-tiering-budget=50000000')
  return (compiled ??= (globalThis as unknown as EngineGlobals).WebAssembly.compile(readBuilt('cadence.wasm')))
}

async function startProgram(engine: EngineProgram): Promise<Exports> {
  const globals = globalThis as unknown as EngineGlobals
  runInThisContext(readBuilt('wasm_exec.js').toString('utf8'), { filename: 'wasm_exec.js' })
  const program = new globals.Go()
  const instance = await globals.WebAssembly.instantiate(engine, program.importObject)
  const ready = new Promise<void>((resolve) => {
    globals.kuraCadenceReady = resolve
  })
  const ended = program.run(instance).then(() => {
    throw new Error('the Cadence engine ended')
  })
  await Promise.race([ready, ended])
  return globals.kuraCadence
}

/**
 * Loads the engine into this thread. `blockAt` returns earlier blocks for contracts that ask for
 * one.
 */
export async function loadEngine(
  engine: EngineProgram,
  blockAt: (height: number) => BlockStamp | undefined,
): Promise<Engine> {
  const exported = await startProgram(engine)
  exported.onBlockAt((height) => {
    const block = blockAt(height)
    return block ? JSON.stringify(block) : null
  })
  return {
    genesis(request) {
      const { error, writes } = exported.genesis(JSON.stringify(request))
      if (error) throw new Error(`genesis: ${error}`)
      return writes
    },
    load(registers, height) {
      const error = exported.load(registers, height)
      if (error) throw new Error(`registers: ${error}`)
    },
    snapshot: () => exported.snapshot(),
    transaction(request) {
      const { result, writes } = exported.transaction(JSON.stringify(request))
      return { result: JSON.parse(result) as Execution, writes }
    },
    script: (request) => JSON.parse(exported.script(JSON.stringify(request))) as Execution,
    account: (address, height) => JSON.parse(exported.account(address, height)) as EngineAccount,
    parseError: (script) => exported.parse(script) ?? undefined,
    isValidAddress: (address) => exported.isValidAddress(address),
  }
}
