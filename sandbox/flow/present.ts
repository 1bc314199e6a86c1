import type { Block, ChainEvent } from './block.ts'
import { lastBlock, visibleBlock, type Chain, type TransactionState } from './chain.ts'
import { sha3, type Signature, type Transaction } from './encoding.ts'
import type { EngineAccount, EngineKey } from './engine.ts'

// Shapes of the Access API's responses. Numbers that can grow are text there.

const base64 = (text: string) => Buffer.from(text).toString('base64')
const link = (path: string) => ({ _self: `/v1/${path}` })
const timestampOf = (block: Block) => new Date(block.timestamp).toISOString()

/** The id of what executing the block gave. */
const resultIdOf = (block: Block) => sha3(Buffer.from(`execution of ${block.id}`))

/** A key of an account. */
export const presentKey = (key: EngineKey, index: number) => ({
  index: `${index}`,
  public_key: `0x${key.publicKey}`,
  signing_algorithm: key.signatureAlgorithm,
  hashing_algorithm: key.hashAlgorithm,
  sequence_number: `${key.sequenceNumber}`,
  weight: `${key.weight}`,
  revoked: key.revoked,
})

/** An account; keys and contracts only when the request expands them. */
export const presentAccount = (address: string, account: EngineAccount, expand: Set<string>) => ({
  address,
  balance: `${account.balance}`,
  ...(expand.has('keys') && { keys: account.keys.map(presentKey) }),
  ...(expand.has('contracts') && {
    contracts: Object.fromEntries(Object.entries(account.contracts).map(([name, code]) => [name, base64(code)])),
  }),
  _expandable: {
    ...(!expand.has('keys') && { keys: 'keys' }),
    ...(!expand.has('contracts') && { contracts: 'contracts' }),
  },
  _links: link(`accounts/${address}`),
})

/** What a block carries: the collection, and the seal of the block before. */
export function presentPayload(chain: Chain, block: Block) {
  const parent = chain.byId.get(block.parentId)
  return {
    collection_guarantees: block.entry
      ? [
          {
            collection_id: block.entry.collectionId,
            signer_indices: '',
            signature: '',
            reference_block_id: block.parentId,
            cluster_chain_id: 'flow-emulator',
          },
        ]
      : [],
    block_seals: parent
      ? [
          {
            block_id: parent.id,
            result_id: resultIdOf(parent),
            final_state: sha3(Buffer.from(`state of ${parent.id}`)),
            aggregated_approval_signatures: [],
          },
        ]
      : [],
  }
}

/** A block with its header; the payload only when the request expands it. */
export const presentBlock = (chain: Chain, block: Block, expand: Set<string>) => ({
  header: {
    id: block.id,
    parent_id: block.parentId,
    height: `${block.height}`,
    timestamp: timestampOf(block),
    parent_voter_signature: '',
  },
  ...(expand.has('payload') && { payload: presentPayload(chain, block) }),
  block_status: 'BLOCK_SEALED',
  _expandable: {
    ...(!expand.has('payload') && { payload: `/v1/blocks/${block.id}/payload` }),
    execution_result: `/v1/execution_results/${resultIdOf(block)}`,
  },
  _links: link(`blocks/${block.id}`),
})

const presentSignature = ({ address, keyIndex, signature }: Signature) => ({
  address,
  key_index: `${keyIndex}`,
  signature: Buffer.from(signature, 'hex').toString('base64'),
})

/** A transaction as it was submitted; `result` when the request expands it. */
export const presentTransaction = (id: string, tx: Transaction, result?: object) => ({
  id,
  script: base64(tx.script),
  arguments: tx.arguments.map(base64),
  reference_block_id: tx.referenceBlockId,
  gas_limit: `${tx.gasLimit}`,
  payer: tx.payer,
  proposal_key: {
    address: tx.proposalKey.address,
    key_index: `${tx.proposalKey.keyIndex}`,
    sequence_number: `${tx.proposalKey.sequenceNumber}`,
  },
  authorizers: tx.authorizers,
  payload_signatures: tx.payloadSignatures.map(presentSignature),
  envelope_signatures: tx.envelopeSignatures.map(presentSignature),
  ...(result && { result }),
  _expandable: result ? {} : { result: `/v1/transaction_results/${id}` },
  _links: link(`transactions/${id}`),
})

const presentEvent = (transactionId: string) => (event: ChainEvent, index: number) => ({
  type: event.type,
  transaction_id: transactionId,
  transaction_index: '0',
  event_index: `${index}`,
  payload: base64(event.payload),
})

/** The state of a transaction; one in a block that readers may not see yet is still pending. */
export function presentResult(chain: Chain, id: string, state: TransactionState) {
  const { block } = state
  const outcome = block && block.height <= visibleBlock(chain).height ? block.entry?.outcome : undefined
  const expired = state.status === 'expired'
  return {
    block_id: outcome && block ? block.id : '',
    collection_id: outcome && block?.entry ? block.entry.collectionId : '',
    execution: expired || outcome?.error ? 'Failure' : outcome ? 'Success' : 'Pending',
    status: expired ? 'Expired' : outcome ? 'Sealed' : 'Pending',
    status_code: outcome?.error ? 1 : 0,
    error_message: outcome?.error ?? '',
    computation_used: `${outcome?.computation ?? 0}`,
    events: (outcome?.events ?? []).map(presentEvent(id)),
    _links: link(`transaction_results/${id}`),
  }
}

/**
 * One block's entry in a list of events. Like the public nodes, it leaves `events` out where there
 * are none.
 */
export function presentBlockEvents(block: Block, type: string) {
  const { entry } = block
  const events = entry
    ? entry.outcome.events.map(presentEvent(entry.transactionId)).filter((event) => event.type === type)
    : []
  return {
    block_id: block.id,
    block_height: `${block.height}`,
    block_timestamp: timestampOf(block),
    ...(events.length > 0 && { events }),
  }
}

/** A collection; its transactions only when the request expands them. */
export function presentCollection(block: Block, expand: Set<string>) {
  const { collectionId, transactionId, transaction } = block.entry!
  return {
    id: collectionId,
    ...(expand.has('transactions') && { transactions: [presentTransaction(transactionId, transaction)] }),
    _expandable: expand.has('transactions') ? {} : { transactions: [`/v1/transactions/${transactionId}`] },
    _links: link(`collections/${collectionId}`),
  }
}

/** The node's own information. */
export const presentVersion = (chain: Chain) => ({
  semver: 'v0.0.0-kura',
  commit: '0'.repeat(40),
  spork_id: sha3(Buffer.from(chain.blocks[0]!.id)),
  protocol_version: '0',
  protocol_state_version: '0',
  spork_root_block_height: '0',
  node_root_block_height: '0',
  compatible_range: { start_height: '0', end_height: `${lastBlock(chain).height}` },
})
