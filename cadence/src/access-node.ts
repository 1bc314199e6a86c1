import { AccessError } from './access-error.ts'
import { normalAddress } from '@kura/contract/chain/flow-address'
import type { ScriptCall } from './door.ts'
import { decodeCdc, type CadenceValue, type CdcValue } from './json-cdc.ts'
import type { HashAlgorithm, SignatureAlgorithm } from './sign.ts'
import type { TransactionBody } from './transaction-encoding.ts'

export type AccountKey = {
  index: number
  publicKey: string
  signatureAlgorithm: SignatureAlgorithm
  hashAlgorithm: HashAlgorithm
  sequenceNumber: bigint
  weight: number
  revoked: boolean
}
export type Account = { address: string; keys: AccountKey[] }
export type Block = { id: string; height: number; timestamp: string }
export type ChainEvent = { type: string; txId: string; txIndex: number; eventIndex: number; payload: CdcValue }
export type EventBlock = { blockId: string; height: number; timestamp: string; events: ChainEvent[] }
export type TransactionResult = {
  status: 'Pending' | 'Finalized' | 'Executed' | 'Sealed' | 'Expired'
  failed: boolean
  errorMessage: string
  computationUsed: number
  blockId: string
  events: ChainEvent[]
}

/**
 * A Flow access node, called over its REST API. Every call has a time limit and fails with an
 * AccessError.
 */
export type AccessNode = {
  readonly url: string
  /** `flow-mainnet`, `flow-testnet` or `flow-emulator`. */
  getChainId(): Promise<string>
  /** The account with its keys as sealed, or undefined if there is none. */
  findAccount(address: string): Promise<Account | undefined>
  /** The text of a contract as sealed, or undefined if the account does not hold it. */
  findContract(address: string, name: string): Promise<string | undefined>
  getSealedBlock(): Promise<Block>
  findBlock(height: number): Promise<Block | undefined>
  /**
   * Runs a script on the state after the newest sealed block, or after the one of this height if
   * the node still has it.
   */
  runScript(call: ScriptCall, height?: number): Promise<CadenceValue>
  /** Sends the transaction and returns its id. A failure does not mean that it was not accepted. */
  sendTransaction(body: TransactionBody): Promise<string>
  /** The state of a transaction, or undefined if the node does not know it. */
  findResult(txId: string): Promise<TransactionResult | undefined>
  /** Events of one type in the blocks `from` to `to` (at most 250), as the node lists them. */
  listEvents(type: string, from: number, to: number): Promise<EventBlock[]>
}

// The node's JSON. It is read field by field below; a wrong shape becomes NODE_NONSENSE.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = Record<string, any>

const base64Text = (text: string) => Buffer.from(text, 'base64').toString('utf8')
const readEvent = (event: Json): ChainEvent => ({
  type: event.type,
  txId: event.transaction_id,
  txIndex: Number(event.transaction_index),
  eventIndex: Number(event.event_index),
  payload: JSON.parse(base64Text(event.payload)) as CdcValue,
})
const readBlock = (block: Json): Block => ({
  id: block.header.id,
  height: Number(block.header.height),
  timestamp: block.header.timestamp,
})
const readAccount = (account: Json): Account => ({
  address: normalAddress(account.address),
  keys: (account.keys ?? []).map((key: Json) => ({
    index: Number(key.index),
    publicKey: key.public_key.replace(/^0x/, ''),
    signatureAlgorithm: key.signing_algorithm,
    hashAlgorithm: key.hashing_algorithm,
    sequenceNumber: BigInt(key.sequence_number),
    weight: Number(key.weight),
    revoked: key.revoked,
  })),
})
const readResult = (result: Json): TransactionResult => ({
  status: result.status,
  failed: Number(result.status_code) !== 0,
  errorMessage: result.error_message ?? '',
  computationUsed: Number(result.computation_used ?? 0),
  blockId: result.block_id ?? '',
  events: (result.events ?? []).map(readEvent),
})

async function request(url: string, init: RequestInit, timeoutMs: number): Promise<Json> {
  let response: Response
  let text: string
  try {
    response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
    text = await response.text()
  } catch (error) {
    const reason =
      error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : String(error)
    throw new AccessError('NODE_UNREACHABLE', `the access node does not answer: ${reason}`)
  }
  const excerpt = () => text.slice(0, 4000)
  if (response.status === 408 || response.status === 429 || response.status >= 500)
    throw new AccessError('NODE_BUSY', `the access node answers ${response.status}: ${excerpt()}`, response.status)
  let body: Json | undefined
  try {
    body = JSON.parse(text)
  } catch {
    body = undefined
  }
  if (!response.ok) throw new AccessError('NODE_REFUSED', String(body?.message ?? excerpt()), response.status)
  if (body === undefined || body === null)
    throw new AccessError('NODE_NONSENSE', `the access node answers something else than JSON: ${excerpt()}`)
  return body
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * A client of the node at `url` (without /v1). Reads are tried three times. Sending is not retried:
 * its caller checks by id.
 */
export function createAccessNode({ url, timeoutMs = 10_000 }: { url: string; timeoutMs?: number }): AccessNode {
  const base = `${url.replace(/\/+$/, '')}/v1`
  const json = { 'content-type': 'application/json' }

  async function read<T>(path: string, parse: (body: Json) => T, body?: unknown): Promise<T> {
    const init = body === undefined ? {} : { method: 'POST', headers: json, body: JSON.stringify(body) }
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await request(`${base}${path}`, init, timeoutMs)
        return parsed(answer, parse)
      } catch (error) {
        if (attempt === 3 || !(error instanceof AccessError) || !error.isPassing) throw error
        await pause(attempt * 150 + Math.random() * 150)
      }
    }
  }
  const find = async <T>(path: string, parse: (body: Json) => T) =>
    read(path, parse).catch((error: unknown) => {
      if (error instanceof AccessError && error.status === 404) return undefined
      throw error
    })

  return {
    url,
    getChainId: () => read('/network/parameters', (body) => String(body.chain_id)),
    findAccount: (address) =>
      find(`/accounts/${address.replace(/^0x/, '')}?block_height=sealed&expand=keys`, readAccount),
    findContract: (address, name) =>
      find(`/accounts/${address.replace(/^0x/, '')}?block_height=sealed&expand=contracts`, ({ contracts }) =>
        typeof contracts?.[name] === 'string' ? base64Text(contracts[name]) : undefined,
      ),
    getSealedBlock: () => read('/blocks?height=sealed', (blocks) => readBlock(blocks[0])),
    findBlock: (height) => find(`/blocks?height=${height}`, (blocks) => readBlock(blocks[0])),
    runScript: ({ cadence, args }, height) =>
      read(
        `/scripts?block_height=${height ?? 'sealed'}`,
        (answer) => decodeCdc(JSON.parse(base64Text(String(answer)))),
        {
          script: Buffer.from(cadence).toString('base64'),
          arguments: args.map((arg) => Buffer.from(JSON.stringify(arg)).toString('base64')),
        },
      ),
    sendTransaction: async (body) => {
      const init = { method: 'POST', headers: json, body: JSON.stringify(body) }
      return parsed(await request(`${base}/transactions`, init, timeoutMs), (answer) => String(answer.id))
    },
    findResult: (txId) => find(`/transaction_results/${txId}`, readResult),
    listEvents: (type, from, to) =>
      read(`/events?type=${encodeURIComponent(type)}&start_height=${from}&end_height=${to}`, (blocks) =>
        (blocks as unknown as Json[]).map((block) => ({
          blockId: block.block_id,
          height: Number(block.block_height),
          timestamp: block.block_timestamp,
          events: (block.events ?? []).map(readEvent),
        })),
      ),
  }
}

function parsed<T>(body: Json, parse: (body: Json) => T): T {
  try {
    return parse(body)
  } catch (error) {
    throw new AccessError('NODE_NONSENSE', `the access node's answer has another shape: ${String(error)}`)
  }
}
