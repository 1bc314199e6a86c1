import type { Engine } from './engine.ts'
import { transactionSize, type Signature, type Transaction } from './encoding.ts'
import { badRequest, invalidArgument } from './errors.ts'

const maxGasLimit = 9999
const maxListLength = 100
const maxBytes = 1_500_000

/** Blocks after which a transaction can no longer run, counted from its reference block. */
export const expiryBlocks = 600

type Json = Record<string, unknown>

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const object = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})

/** A number the network writes as text, such as an index or a height. */
export function readNumber(value: unknown, name: string): number {
  const number = /^\d+$/.test(text(value)) ? Number(value) : NaN
  if (!Number.isSafeInteger(number)) throw badRequest(`invalid ${name}: must be an unsigned integer`)
  return number
}

/** Base64 as text; throws 400 when it is not base64. */
export function readBase64(value: unknown, problem: string): Buffer {
  const encoded = text(value)
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(encoded) || encoded.length % 4 !== 0) throw badRequest(problem)
  return Buffer.from(encoded, 'base64')
}

/** Sixteen hex digits without prefix, an address of this network. */
export function readAddress(value: unknown, engine: Engine): string {
  const address = text(value).replace(/^0x/, '').toLowerCase()
  if (!/^[0-9a-f]{16}$/.test(address)) throw badRequest('invalid address')
  if (!engine.isValidAddress(address)) throw badRequest(`address ${address} is invalid for chain flow-emulator`)
  return address
}

function readSignature(value: unknown, engine: Engine): Signature {
  const { address, key_index, signature, extension_data } = object(value)
  if (text(extension_data) !== '') throw invalidArgument('the transaction signature has invalid extension data')
  const bytes = readBase64(signature, 'invalid signature encoding')
  if (bytes.length === 0) throw badRequest('invalid signature: missing')
  return {
    address: readAddress(address, engine),
    keyIndex: readNumber(key_index, 'key index'),
    signature: bytes.toString('hex'),
  }
}

function requireParts(body: Json) {
  if (!body.proposal_key) throw badRequest('proposal key not provided')
  if (text(body.script) === '') throw badRequest('script not provided')
  if (text(body.payer) === '') throw badRequest('payer not provided')
  for (const name of ['authorizers', 'arguments']) {
    if (list(body[name]).length > maxListLength)
      throw badRequest(`too many ${name}. Maximum ${name} allowed: ${maxListLength}`)
  }
  if (text(body.reference_block_id) === '') throw badRequest('reference block not provided')
  if (list(body.envelope_signatures).length === 0) throw badRequest('envelope signatures not provided')
  if (!/^[0-9a-fA-F]{64}$/.test(text(body.reference_block_id)))
    throw badRequest('invalid reference block ID: invalid ID format')
}

/**
 * The transaction in the body of a submission; throws 400 for what cannot be read, or is not signed
 * by whom it concerns.
 */
export function readTransaction(value: unknown, engine: Engine): Transaction {
  const body = object(value)
  requireParts(body)
  const proposal = object(body.proposal_key)
  const tx: Transaction = {
    script: readBase64(body.script, 'invalid transaction script encoding').toString('utf8'),
    arguments: list(body.arguments).map((item) => readBase64(item, 'invalid argument encoding').toString('utf8')),
    referenceBlockId: text(body.reference_block_id).toLowerCase(),
    gasLimit: readNumber(body.gas_limit, 'gas limit'),
    payer: readAddress(body.payer, engine),
    proposalKey: {
      address: readAddress(proposal.address, engine),
      keyIndex: readNumber(proposal.key_index, 'key index'),
      sequenceNumber: readNumber(proposal.sequence_number, 'sequence number'),
    },
    authorizers: list(body.authorizers).map((item) => readAddress(item, engine)),
    payloadSignatures: list(body.payload_signatures).map((item) => readSignature(item, engine)),
    envelopeSignatures: list(body.envelope_signatures).map((item) => readSignature(item, engine)),
  }
  checkSigners(tx)
  return tx
}

function checkSigners(tx: Transaction) {
  const signatures = [...tx.payloadSignatures, ...tx.envelopeSignatures]
  const related = new Set([tx.payer, tx.proposalKey.address, ...tx.authorizers])
  const seen = new Set<string>()
  for (const { address, keyIndex, signature } of signatures) {
    const key = `(address: ${address}, index: ${keyIndex})`
    if (seen.has(key)) throw invalidArgument(`duplicated signature for key ${key}`)
    if (!related.has(address)) throw invalidArgument(`unrelated account signature from address: ${address}`)
    if (signature.length !== 128)
      throw invalidArgument(
        `the cryptographic signature within the transaction signature has an invalid format: ${address}`,
      )
    seen.add(key)
  }
  if (!tx.envelopeSignatures.some(({ address }) => address === tx.payer)) {
    throw invalidArgument(`payer envelope signature is missing: missing signature is from account ${tx.payer}`)
  }
  for (const signer of [tx.proposalKey.address, ...tx.authorizers]) {
    if (signatures.some(({ address }) => address === signer)) continue
    throw invalidArgument(
      `signature on either payload or envelope is missing: missing signature is from account ${signer}`,
    )
  }
}

/**
 * Refuses (400) what the network's entry refuses: limits, a script that does not parse, an old
 * reference.
 */
export function checkTransaction(
  tx: Transaction,
  engine: Engine,
  referenceHeight: number | undefined,
  sealedHeight: number,
) {
  const size = transactionSize(tx)
  if (size > maxBytes)
    throw invalidArgument(
      `transaction byte size (${size}) exceeds the maximum byte size allowed for a transaction (${maxBytes})`,
    )
  if (tx.gasLimit < 1 || tx.gasLimit > maxGasLimit) {
    throw invalidArgument(
      `transaction gas limit (${tx.gasLimit}) is not in the acceptable range (min: 1, max: ${maxGasLimit})`,
    )
  }
  if (referenceHeight === undefined) throw invalidArgument('unknown reference block')
  if (sealedHeight - referenceHeight > expiryBlocks) {
    throw invalidArgument(`transaction is expired: ref_height=${referenceHeight} final_height=${sealedHeight}`)
  }
  const problem = engine.parseError(tx.script)
  if (problem) throw invalidArgument(`failed to parse transaction Cadence script: ${problem}`)
}
