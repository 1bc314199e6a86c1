import { RLP, type Input } from '@ethereumjs/rlp'

export type VoucherSignature = { address: string; keyId: number | string; sig: string | null; extensionData?: string }
/** The transaction as FCL hands it to a wallet. */
export type Voucher = {
  cadence: string
  refBlock: string | null
  computeLimit: number
  arguments: unknown[]
  proposalKey: { address: string; keyId: number | string; sequenceNum: number | string }
  payer: string
  authorizers: string[]
  payloadSigs?: VoucherSignature[]
  envelopeSigs?: VoucherSignature[]
}

const tag = (name: string) => Buffer.concat([Buffer.from(name), Buffer.alloc(32)]).subarray(0, 32)
const transactionTag = tag('FLOW-V0.0-transaction')
const userTag = tag('FLOW-V0.0-user')
const accountProofTag = tag('FCL-ACCOUNT-PROOF-V0.0')

/** An address without prefix, sixteen hex digits. */
export const bareAddress = (address: string) => address.replace(/^0x/, '').padStart(16, '0').toLowerCase()

const bytesOf = (hex: string, size: number) => Buffer.from(hex.replace(/^0x/, '').padStart(size * 2, '0'), 'hex')
const addressBytes = (address: string) => bytesOf(address, 8)

function payloadFields(voucher: Voucher): Input {
  return [
    Buffer.from(voucher.cadence),
    voucher.arguments.map((argument) => Buffer.from(JSON.stringify(argument))),
    bytesOf(voucher.refBlock ?? '', 32),
    BigInt(voucher.computeLimit),
    addressBytes(voucher.proposalKey.address),
    BigInt(voucher.proposalKey.keyId),
    BigInt(voucher.proposalKey.sequenceNum),
    addressBytes(voucher.payer),
    voucher.authorizers.map(addressBytes),
  ]
}

// The network counts signers in the order proposer, payer, authorizers, each account once.
function signatureFields(voucher: Voucher): Input {
  const signers = [...new Set([voucher.proposalKey.address, voucher.payer, ...voucher.authorizers].map(bareAddress))]
  return (voucher.payloadSigs ?? [])
    .filter(({ sig }) => sig)
    .map((entry) => ({ ...entry, index: signers.indexOf(bareAddress(entry.address)) }))
    .sort((a, b) => a.index - b.index || Number(a.keyId) - Number(b.keyId))
    .map(({ index, keyId, sig, extensionData }) => [
      BigInt(index),
      BigInt(keyId),
      Buffer.from(sig ?? '', 'hex'),
      ...(extensionData ? [Buffer.from(extensionData, 'hex')] : []),
    ])
}

/** What proposer and authorizers sign. */
export const payloadMessage = (voucher: Voucher): Buffer =>
  Buffer.concat([transactionTag, RLP.encode(payloadFields(voucher))])

/** What the payer signs. */
export const envelopeMessage = (voucher: Voucher): Buffer =>
  Buffer.concat([transactionTag, RLP.encode([payloadFields(voucher), signatureFields(voucher)])])

/** The message this account has to sign: a payer signs the envelope only, whatever else it is. */
export const messageFor = (voucher: Voucher, address: string): Buffer =>
  bareAddress(voucher.payer) === bareAddress(address) ? envelopeMessage(voucher) : payloadMessage(voucher)

/** What proves an account to an app, under the wallet protocol's own tag. */
export const accountProofMessage = (appIdentifier: string, address: string, nonce: string): Buffer =>
  Buffer.concat([
    accountProofTag,
    RLP.encode([Buffer.from(appIdentifier), addressBytes(address), Buffer.from(nonce, 'hex')]),
  ])

/** A user message, given in hex, under its tag. */
export const userMessage = (hex: string): Buffer => Buffer.concat([userTag, Buffer.from(hex, 'hex')])
