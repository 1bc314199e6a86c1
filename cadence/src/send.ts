import { AccessError } from './access-error.ts'
import type { AccessNode, TransactionResult } from './access-node.ts'
import type { TransactionCall } from './door.ts'
import type { Signer } from './sign.ts'
import {
  envelopeMessage,
  payloadMessage,
  transactionBody,
  transactionId,
  type SignedTransaction,
  type TransactionBody,
  type TransactionDraft,
} from './transaction-encoding.ts'

export type SigningKey = { address: string; keyIndex: number; signer: Signer }
export type BuiltTransaction = { txId: string; body: TransactionBody }
/** A transaction expires once its reference block is this many blocks old. */
export const expiryBlocks = 600

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Signs one call: `author` proposes and authorizes, `payer` (the author unless given) pays. Nothing
 * is sent.
 */
export async function buildTransaction(input: {
  call: TransactionCall
  referenceBlockId: string
  sequenceNumber: bigint
  author: SigningKey
  payer?: SigningKey
}): Promise<BuiltTransaction> {
  const { call, author, payer = author } = input
  const draft: TransactionDraft = {
    ...call,
    referenceBlockId: input.referenceBlockId,
    proposer: { address: author.address, keyIndex: author.keyIndex, sequenceNumber: input.sequenceNumber },
    payer: payer.address,
    authorizers: [author.address],
  }
  const signed: SignedTransaction = { draft, payloadSignatures: [], envelopeSignatures: [] }
  const signature = async ({ address, keyIndex, signer }: SigningKey, message: Uint8Array) => ({
    address,
    keyIndex,
    signature: await signer.sign(message),
  })
  // An account that pays signs the envelope only.
  if (payer.address !== author.address) signed.payloadSignatures = [await signature(author, payloadMessage(draft))]
  signed.envelopeSignatures = [await signature(payer, envelopeMessage(draft, signed.payloadSignatures))]
  return { txId: transactionId(signed), body: transactionBody(signed) }
}

/**
 * Polls the transaction until it is sealed or expired. Undefined on timeout: the outcome is then
 * unknown.
 */
export async function waitForSeal(
  accessNode: AccessNode,
  txId: string,
  { timeoutMs = 60_000, pollMs = 200 }: { timeoutMs?: number; pollMs?: number } = {},
): Promise<TransactionResult | undefined> {
  const until = Date.now() + timeoutMs
  do {
    const result = await accessNode.findResult(txId).catch((error: unknown) => {
      if (error instanceof AccessError && error.isPassing) return undefined
      throw error
    })
    if (result?.status === 'Sealed' || result?.status === 'Expired') return result
    await pause(pollMs)
  } while (Date.now() < until)
  return undefined
}

/**
 * Builds, sends and waits, for callers that keep no books (deploying, tests). Fails if the seal
 * does not come.
 */
export async function sendAndSeal(
  accessNode: AccessNode,
  input: { call: TransactionCall; author: SigningKey; payer?: SigningKey; onBuilt?: (txId: string) => void },
): Promise<TransactionResult & { txId: string }> {
  const [block, account] = await Promise.all([
    accessNode.getSealedBlock(),
    accessNode.findAccount(input.author.address),
  ])
  const key = account?.keys.find(({ index }) => index === input.author.keyIndex)
  if (!key) throw new Error(`${input.author.address} has no key ${input.author.keyIndex} on this network`)
  const built = await buildTransaction({ ...input, referenceBlockId: block.id, sequenceNumber: key.sequenceNumber })
  input.onBuilt?.(built.txId)
  try {
    await accessNode.sendTransaction(built.body)
  } catch (error) {
    // It may still have been accepted: the id shows it.
    if (!(error instanceof AccessError) || !error.isPassing) throw error
  }
  const result = await waitForSeal(accessNode, built.txId)
  if (!result) throw new AccessError('NODE_UNREACHABLE', `transaction ${built.txId} was not sealed in time`)
  return { ...result, txId: built.txId }
}
