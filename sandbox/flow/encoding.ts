import { createHash } from 'node:crypto'
import { RLP } from '@ethereumjs/rlp'

/** One signature of a transaction; hex without prefix. */
export type Signature = { address: string; keyIndex: number; signature: string }

/**
 * A transaction as submitted. Addresses and ids are lower-case hex without prefix; script and
 * arguments are text.
 */
export type Transaction = {
  script: string
  arguments: string[]
  referenceBlockId: string
  gasLimit: number
  payer: string
  proposalKey: { address: string; keyIndex: number; sequenceNumber: number }
  authorizers: string[]
  payloadSignatures: Signature[]
  envelopeSignatures: Signature[]
}

const tag = Buffer.alloc(32)
tag.write('FLOW-V0.0-transaction')

const hex = (text: string) => Buffer.from(text, 'hex')

/** SHA3-256 of the bytes, in hex: how every id on the network is made. */
export const sha3 = (data: Uint8Array) => createHash('sha3-256').update(data).digest('hex')

/**
 * The accounts that sign, each once: proposer, payer, authorizers. A signature names its signer by
 * place in this list.
 */
const signersOf = (tx: Transaction) => [...new Set([tx.proposalKey.address, tx.payer, ...tx.authorizers])]

const payload = (tx: Transaction) => [
  Buffer.from(tx.script),
  tx.arguments.map((argument) => Buffer.from(argument)),
  hex(tx.referenceBlockId),
  tx.gasLimit,
  hex(tx.proposalKey.address),
  tx.proposalKey.keyIndex,
  tx.proposalKey.sequenceNumber,
  hex(tx.payer),
  tx.authorizers.map(hex),
]

function signatureList(tx: Transaction, signatures: Signature[]) {
  const signers = signersOf(tx)
  return signatures
    .map(({ address, keyIndex, signature }) => ({ signer: signers.indexOf(address), keyIndex, signature }))
    .sort((a, b) => a.signer - b.signer || a.keyIndex - b.keyIndex)
    .map(({ signer, keyIndex, signature }) => [signer, keyIndex, hex(signature)])
}

/** The bytes that proposer and authorizers sign, hex, tag included. */
export const payloadMessage = (tx: Transaction) => Buffer.concat([tag, RLP.encode(payload(tx))]).toString('hex')

/** The bytes that the payer signs, hex, tag included. */
export const envelopeMessage = (tx: Transaction) =>
  Buffer.concat([tag, RLP.encode([payload(tx), signatureList(tx, tx.payloadSignatures)])]).toString('hex')

/** The id of a transaction with all its signatures. */
export const transactionId = (tx: Transaction) =>
  sha3(RLP.encode([payload(tx), signatureList(tx, tx.payloadSignatures), signatureList(tx, tx.envelopeSignatures)]))

/** How many bytes the transaction takes on the network. */
export const transactionSize = (tx: Transaction) =>
  RLP.encode([payload(tx), signatureList(tx, tx.payloadSignatures), signatureList(tx, tx.envelopeSignatures)]).length

/** The id of the collection that holds these transactions. */
export const collectionId = (transactionIds: string[]) => sha3(RLP.encode(transactionIds.map(hex)))

/**
 * The id of a block; it fixes the parent and with it the whole chain before. `timestamp` in
 * milliseconds.
 */
export const blockId = (block: { parentId: string; height: number; timestamp: number; collectionIds: string[] }) =>
  sha3(RLP.encode([hex(block.parentId), block.height, block.timestamp, block.collectionIds.map(hex)]))
