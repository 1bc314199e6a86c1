import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Block } from './block.ts'
import type { LogRecord } from './block-log.ts'
import { loadEngine, type BlockStamp, type Engine, type EngineProgram } from './engine.ts'
import { blockId, collectionId, envelopeMessage, payloadMessage, transactionId, type Transaction } from './encoding.ts'
import { noFaults, readFaults, takeFailure, takeFault, type Faults } from './faults.ts'
import { publicKeyOf, type ServiceKey } from './service-key.ts'
import type { Store } from './store.ts'
import { checkTransaction, expiryBlocks } from './submission.ts'

// Sealing holds the thread; this is how long before other requests get their turn.
const batchMs = 40

/** The state of a transaction. A sealed one has its block. */
export type TransactionState = {
  transaction: Transaction
  status: 'pending' | 'sealed' | 'expired'
  block?: Block
}

/** The chain in memory. Readers see only what the log holds. */
export type Chain = {
  engine: Engine
  faults: Faults
  blocks: Block[]
  byId: Map<string, Block>
  collections: Map<string, Block>
  transactions: Map<string, TransactionState>
  store: Store
  queue: string[]
  /** Accepted while seals are held, in order. */
  held: string[]
  sealing: boolean
}

const stampOf = ({ height, id, timestamp }: Block): BlockStamp => ({ height, id, timestamp })

/** The newest block. */
export const lastBlock = (chain: Chain) => chain.blocks[chain.blocks.length - 1]!

/** The newest block a reader may see: older than the newest while answers are stale. */
export const visibleBlock = (chain: Chain) =>
  chain.blocks[Math.max(0, chain.blocks.length - 1 - chain.faults.staleBlocks)]!

// The same script comes with most transactions: one copy of its text is enough.
const texts = new Map<string, string>()
function shareText(text: string): string {
  const known = texts.get(text)
  if (known !== undefined) return known
  texts.set(text, text)
  return text
}

function publish(chain: Chain, block: Block) {
  chain.blocks.push(block)
  chain.byId.set(block.id, block)
  if (!block.entry) return
  const { transaction, transactionId, collectionId } = block.entry
  transaction.script = shareText(transaction.script)
  chain.collections.set(collectionId, block)
  chain.transactions.set(transactionId, { transaction, status: 'sealed', block })
}

function nextBlock(
  parent: Block | undefined,
  transactionIds: string[],
  laterMs = 0,
): { block: Block; collectionId: string } {
  const id = transactionIds.length > 0 ? collectionId(transactionIds) : ''
  const header = {
    parentId: parent?.id ?? '0'.repeat(64),
    height: parent ? parent.height + 1 : 0,
    timestamp: Math.max(Date.now(), (parent?.timestamp ?? 0) + 1) + laterMs,
    collectionIds: id ? [id] : [],
  }
  const { parentId, height, timestamp } = header
  return { block: { height, id: blockId(header), parentId, timestamp }, collectionId: id }
}

const ourContracts = () => ({
  FCLCrypto: readFileSync(join(import.meta.dirname, 'contracts', 'FCLCrypto.cdc'), 'utf8'),
})

function startFromNothing(chain: Chain, key: ServiceKey) {
  const { block } = nextBlock(undefined, [])
  const writes = chain.engine.genesis({
    publicKey: publicKeyOf(key.privateKey),
    signatureAlgorithm: key.signatureAlgorithm,
    hashAlgorithm: key.hashAlgorithm,
    contracts: ourContracts(),
    block: stampOf(block),
  })
  chain.store.append([{ block, writes }])
  publish(chain, block)
}

function restore(chain: Chain, compactAfterBytes: number) {
  const { history, registers, recent } = chain.store.stored
  for (const block of [...history, ...recent.map((record) => record.block)]) {
    const parent = chain.blocks.at(-1)
    if (block.height !== (parent ? parent.height + 1 : 0))
      throw new Error(`the log lacks the block before ${block.height}`)
    publish(chain, block)
  }
  const height = lastBlock(chain).height
  chain.engine.load(registers, height)
  for (const { writes } of recent) chain.engine.load(writes, height)
  if (chain.store.recentBytes() > compactAfterBytes) chain.store.compact(chain.blocks, chain.engine.snapshot())
  chain.store.stored = { history: [], registers: new Uint8Array(), recent: [], torn: 0 }
}

function ensureKeyFits(chain: Chain, key: ServiceKey) {
  const { keys } = chain.engine.account(key.address, lastBlock(chain).height)
  const known = keys.some(({ publicKey, revoked }) => !revoked && publicKey === publicKeyOf(key.privateKey))
  if (!known) throw new Error('the service key is not the one this chain was made with')
}

/**
 * Opens the chain of the store, or begins one whose service account has the given key. A log longer
 * than `compactAfterBytes` first becomes a snapshot, so that a start stays quick.
 */
export async function openChain(
  store: Store,
  { key, program, compactAfterBytes }: { key: ServiceKey; program: EngineProgram; compactAfterBytes: number },
): Promise<Chain> {
  const blocks: Block[] = []
  const engine = await loadEngine(program, (height) => blocks[height] && stampOf(blocks[height]))
  const chain: Chain = {
    engine,
    faults: noFaults(),
    blocks,
    byId: new Map(),
    collections: new Map(),
    transactions: new Map(),
    store,
    queue: [],
    held: [],
    sealing: false,
  }
  if (store.stored.history.length + store.stored.recent.length === 0) startFromNothing(chain, key)
  else restore(chain, compactAfterBytes)
  ensureKeyFits(chain, key)
  return chain
}

function execute(chain: Chain, parent: Block, id: string, transaction: Transaction): LogRecord {
  const { block, collectionId } = nextBlock(parent, [id])
  const { result, writes } = chain.engine.transaction({
    id,
    script: transaction.script,
    arguments: transaction.arguments,
    limit: transaction.gasLimit,
    proposer: transaction.proposalKey.address,
    keyIndex: transaction.proposalKey.keyIndex,
    sequenceNumber: transaction.proposalKey.sequenceNumber,
    payer: transaction.payer,
    authorizers: transaction.authorizers,
    payloadMessage: payloadMessage(transaction),
    envelopeMessage: envelopeMessage(transaction),
    payloadSignatures: transaction.payloadSignatures,
    envelopeSignatures: transaction.envelopeSignatures,
    block: stampOf(block),
    fail: takeFailure(chain.faults),
  })
  const outcome = { error: result.error ?? '', computation: result.computation, events: result.events ?? [] }
  return { block: { ...block, entry: { collectionId, transactionId: id, transaction, outcome } }, writes }
}

function hasExpired(chain: Chain, transaction: Transaction, height: number): boolean {
  const reference = chain.byId.get(transaction.referenceBlockId)
  return !reference || height - reference.height > expiryBlocks
}

// The whole batch runs, reaches the disk with one flush, and only then becomes visible. Nothing
// else runs between, so no reader sees a state that a crash could undo.
function sealBatch(chain: Chain) {
  const records: LogRecord[] = []
  const until = performance.now() + batchMs
  let parent = lastBlock(chain)
  while (chain.queue.length > 0 && performance.now() < until) {
    const id = chain.queue.shift()!
    const state = chain.transactions.get(id)!
    if (hasExpired(chain, state.transaction, parent.height)) {
      state.status = 'expired'
      continue
    }
    const record = execute(chain, parent, id, state.transaction)
    records.push(record)
    parent = record.block
  }
  if (records.length === 0) return
  chain.store.append(records)
  for (const { block } of records) publish(chain, block)
}

// If the log refuses a write, the registers in memory are ahead of the disk: the thread must end.
function sealSoon(chain: Chain) {
  if (chain.sealing) return
  chain.sealing = true
  setImmediate(() => {
    chain.sealing = false
    sealBatch(chain)
    if (chain.queue.length > 0) sealSoon(chain)
  })
}

function enqueue(chain: Chain, id: string) {
  chain.queue.push(id)
  sealSoon(chain)
}

/** Replaces all switches; once seals are no longer held, runs the waiting transactions in order. */
export function setFaults(chain: Chain, body: unknown): Faults {
  chain.faults = readFaults(body)
  if (!chain.faults.holdSeals) for (const id of chain.held.splice(0)) enqueue(chain, id)
  return chain.faults
}

/**
 * Accepts a transaction to run after those before it and returns its id. The same one again changes
 * nothing.
 */
export function submit(chain: Chain, transaction: Transaction): string {
  const id = transactionId(transaction)
  if (chain.transactions.has(id)) return id
  const reference = chain.byId.get(transaction.referenceBlockId)
  checkTransaction(transaction, chain.engine, reference?.height, lastBlock(chain).height)
  if (takeFault(chain.faults, 'loseNext')) return id
  if (takeFault(chain.faults, 'expireNext')) {
    chain.transactions.set(id, { transaction, status: 'expired' })
    return id
  }
  chain.transactions.set(id, { transaction, status: 'pending' })
  if (chain.faults.holdSeals) chain.held.push(id)
  else if (chain.faults.slowSealMs > 0) setTimeout(() => enqueue(chain, id), chain.faults.slowSealMs).unref()
  else enqueue(chain, id)
  return id
}

/** Adds `count` blocks without transactions. */
export function addEmptyBlocks(chain: Chain, count: number, laterMs = 0) {
  const records: LogRecord[] = []
  let parent = lastBlock(chain)
  for (let i = 0; i < count; i += 1) {
    const { block } = nextBlock(parent, [], i === 0 ? laterMs : 0)
    records.push({ block, writes: new Uint8Array() })
    parent = block
  }
  if (records.length === 0) return
  chain.store.append(records)
  for (const { block } of records) publish(chain, block)
}
