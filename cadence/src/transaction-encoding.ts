import { RLP } from '@ethereumjs/rlp'
import { createHash } from 'node:crypto'
import type { CdcValue } from './json-cdc.ts'

/**
 * Everything that is signed, and nothing else. Addresses carry 0x, the reference block id is 64 hex
 * digits.
 */
export type TransactionDraft = {
  cadence: string
  args: CdcValue[]
  limit: number
  referenceBlockId: string
  proposer: { address: string; keyIndex: number; sequenceNumber: bigint }
  payer: string
  authorizers: string[]
}
export type TransactionSignature = { address: string; keyIndex: number; signature: Uint8Array }
export type SignedTransaction = {
  draft: TransactionDraft
  payloadSignatures: TransactionSignature[]
  envelopeSignatures: TransactionSignature[]
}
/** The body that the Access API takes; plain JSON, kept in the database as it was sent. */
export type TransactionBody = {
  script: string
  arguments: string[]
  reference_block_id: string
  gas_limit: string
  payer: string
  proposal_key: { address: string; key_index: string; sequence_number: string }
  authorizers: string[]
  payload_signatures: { address: string; key_index: string; signature: string }[]
  envelope_signatures: { address: string; key_index: string; signature: string }[]
}

const tag = Buffer.alloc(32)
tag.write('FLOW-V0.0-transaction')

const digits = (address: string) => address.replace(/^0x/, '')
const addressBytes = (address: string) => Buffer.from(digits(address).padStart(16, '0'), 'hex')
// Strings go in as bytes: the encoder would read a text that begins with 0x as hex.
const textBytes = (text: string) => Buffer.from(text, 'utf8')
const argumentText = (arg: CdcValue) => JSON.stringify(arg)

const payloadOf = (draft: TransactionDraft) => [
  textBytes(draft.cadence),
  draft.args.map((arg) => textBytes(argumentText(arg))),
  Buffer.from(draft.referenceBlockId, 'hex'),
  draft.limit,
  addressBytes(draft.proposer.address),
  draft.proposer.keyIndex,
  draft.proposer.sequenceNumber,
  addressBytes(draft.payer),
  draft.authorizers.map(addressBytes),
]

function signatureList(draft: TransactionDraft, signatures: TransactionSignature[]) {
  const signers = [...new Set([draft.proposer.address, draft.payer, ...draft.authorizers])]
  return signatures
    .map((one) => ({ signer: signers.indexOf(one.address), ...one }))
    .toSorted((a, b) => a.signer - b.signer || a.keyIndex - b.keyIndex)
    .map((one) => [one.signer, one.keyIndex, one.signature])
}

/** The bytes that proposer and authorizers sign; the payer does not. */
export const payloadMessage = (draft: TransactionDraft): Uint8Array =>
  Buffer.concat([tag, RLP.encode(payloadOf(draft))])

/** The bytes that the payer signs, last. */
export const envelopeMessage = (draft: TransactionDraft, payloadSignatures: TransactionSignature[]): Uint8Array =>
  Buffer.concat([tag, RLP.encode([payloadOf(draft), signatureList(draft, payloadSignatures)])])

/** The id under which the network knows the transaction, 64 hex digits, known before it is sent. */
export function transactionId({ draft, payloadSignatures, envelopeSignatures }: SignedTransaction): string {
  const bytes = RLP.encode([
    payloadOf(draft),
    signatureList(draft, payloadSignatures),
    signatureList(draft, envelopeSignatures),
  ])
  return createHash('sha3-256').update(bytes).digest('hex')
}

const signatureBody = (one: TransactionSignature) => ({
  address: digits(one.address),
  key_index: String(one.keyIndex),
  signature: Buffer.from(one.signature).toString('base64'),
})

/** The transaction as the Access API takes it. */
export const transactionBody = ({
  draft,
  payloadSignatures,
  envelopeSignatures,
}: SignedTransaction): TransactionBody => ({
  script: textBytes(draft.cadence).toString('base64'),
  arguments: draft.args.map((arg) => textBytes(argumentText(arg)).toString('base64')),
  reference_block_id: draft.referenceBlockId,
  gas_limit: String(draft.limit),
  payer: digits(draft.payer),
  proposal_key: {
    address: digits(draft.proposer.address),
    key_index: String(draft.proposer.keyIndex),
    sequence_number: draft.proposer.sequenceNumber.toString(),
  },
  authorizers: draft.authorizers.map(digits),
  payload_signatures: payloadSignatures.map(signatureBody),
  envelope_signatures: envelopeSignatures.map(signatureBody),
})
