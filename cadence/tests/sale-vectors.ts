import type { SalePlace, SaleTerms } from '../src/sale-message.ts'
import file from './sale-vectors.json' with { type: 'json' }

/** An order with the bytes, hash and signature that both languages must come to. */
export type SaleVector = {
  name: string
  place: SalePlace
  terms: SaleTerms
  message: string
  hash: string
  signature: string
}

/** The tag and the public key (P-256, SHA3-256) of all signatures. */
export const saleVectorKey = { tag: file.tag, publicKey: file.publicKey }

/** The one list that the tests of Cadence and of TypeScript read. */
export const saleVectors: SaleVector[] = file.vectors.map(
  ({ name, chainId, contractAddress, message, hash, signature, ...terms }) => ({
    name,
    place: { chainId, contractAddress },
    terms: { ...terms, nftId: BigInt(terms.nftId), uuid: BigInt(terms.uuid) },
    message,
    hash,
    signature,
  }),
)
