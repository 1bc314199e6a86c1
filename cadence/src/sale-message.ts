import { createHash } from 'node:crypto'
import { normalAddress } from '@kura/contract/chain/flow-address'
import type { Signer } from './sign.ts'

/** Where an order counts: the network's chain id, and the account of SalePermission. */
export type SalePlace = { chainId: string; contractAddress: string }

/**
 * What agent and seller agree on. Money is integer yen; times are whole seconds since 1970 as the
 * chain counts them.
 */
export type SaleTerms = {
  agent: string
  seller: string
  /** 1 to 64 bytes, never used before by this agent. */
  orderId: string
  /** The reference under which the token was minted. */
  refId: string
  nftId: bigint
  /** Above every version of an order of this token that the agent ever had on chain. */
  version: number
  /** The uuid of the token's resource. */
  uuid: bigint
  /**
   * What the buyer pays; fee and royalty are taken from it, the rest is the seller's. 0 is a gift:
   * nothing is taken.
   */
  priceYen: number
  feeYen: number
  royaltyYen: number
  /** Not after the time of the newest sealed block, and after the seller's last cancel-all. */
  issuedAt: number
  notBefore: number
  /** The first second in which it cannot be fulfilled; at most 366 days after `issuedAt`. */
  expiry: number
  /** The only buyer; anyone if left out. */
  target?: string | undefined
  keyIndex: number
}

/** The prefix of the signed bytes, padded with zeros to 32. */
export const saleSignatureTag = 'KURA-SALE-V1'

const whole = (value: number | bigint) => {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new TypeError(`not a whole number: ${value}`)
  if (value < 0) throw new TypeError(`below zero: ${value}`)
  return BigInt(value)
}

/**
 * The sixth argument of the sell transaction: keys and values in the one order and spelling that
 * the contract takes.
 */
export const saleMetadata = (terms: SaleTerms): string[] =>
  Object.entries({
    exp: whole(terms.expiry).toString(),
    fee: whole(terms.feeYen).toString(),
    iat: whole(terms.issuedAt).toString(),
    nbf: whole(terms.notBefore).toString(),
    price: whole(terms.priceYen).toString(),
    roy: whole(terms.royaltyYen).toString(),
    ...(terms.target === undefined ? {} : { to: normalAddress(terms.target) }),
    uuid: whole(terms.uuid).toString(),
  }).flat()

function bigEndian(value: bigint | number, size: 4 | 8): Buffer {
  const bytes = Buffer.alloc(size)
  if (size === 8) bytes.writeBigUInt64BE(whole(value))
  else bytes.writeUInt32BE(Number(whole(value)))
  return bytes
}
const frame = (bytes: Buffer) => Buffer.concat([bigEndian(bytes.length, 4), bytes])
const text = (value: string) => Buffer.from(value, 'utf8')
const addressBytes = (address: string) => Buffer.from(normalAddress(address).slice(2), 'hex')

/**
 * The bytes of an order, as the contract computes them: what is signed (after the tag) and hashed.
 */
export function saleMessage(place: SalePlace, terms: SaleTerms): Buffer {
  const metadata = saleMetadata(terms)
  return Buffer.concat([
    frame(text('kura.sale')),
    frame(text(place.chainId)),
    frame(addressBytes(place.contractAddress)),
    frame(addressBytes(terms.agent)),
    frame(addressBytes(terms.seller)),
    frame(text(terms.orderId)),
    frame(text(terms.refId)),
    frame(bigEndian(terms.nftId, 8)),
    frame(bigEndian(terms.version, 4)),
    frame(bigEndian(terms.keyIndex, 4)),
    bigEndian(metadata.length, 4),
    ...metadata.map((entry) => frame(text(entry))),
  ])
}

/** The hash of an order on chain: SHA3-256 of its message, 64 hex digits. */
export const saleHash = (place: SalePlace, terms: SaleTerms): string =>
  createHash('sha3-256').update(saleMessage(place, terms)).digest('hex')

/** Signs bytes under a tag, as accounts and contracts on Flow check them. Returns hex. */
export async function signTagged(signer: Signer, tag: string, message: Uint8Array): Promise<string> {
  const padded = Buffer.alloc(32)
  if (padded.write(tag) < Buffer.byteLength(tag)) throw new TypeError(`the tag ${tag} is longer than 32 bytes`)
  return Buffer.from(await signer.sign(Buffer.concat([padded, message]))).toString('hex')
}

/**
 * The agent's signature of an order, the seventh argument of the sell transaction: 128 hex digits.
 */
export const signSale = (signer: Signer, place: SalePlace, terms: SaleTerms): Promise<string> =>
  signTagged(signer, saleSignatureTag, saleMessage(place, terms))
