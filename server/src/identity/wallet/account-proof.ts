import { createPublicKey, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { AccountKey } from '@kura/cadence/access-node'

export type ProofSignature = { keyId: number; signature: string }
export type Proof = { appIdentifier: string; address: string; nonce: string; signatures: readonly ProofSignature[] }

const tag = Buffer.alloc(32)
tag.write('FCL-ACCOUNT-PROOF-V0.0')
const curves: Record<string, string> = { ECDSA_P256: 'P-256', ECDSA_secp256k1: 'secp256k1' }
const digests: Record<string, string> = { SHA2_256: 'sha256', SHA3_256: 'sha3-256' }
const fullWeight = 1000

/**
 * The bytes a wallet signs to prove an account: the tag, then the app's name, the address and the
 * nonce in RLP.
 */
export function proofMessage({ appIdentifier, address, nonce }: Omit<Proof, 'signatures'>): Buffer {
  const parts = [Buffer.from(appIdentifier, 'utf8'), Buffer.from(address.slice(2), 'hex'), Buffer.from(nonce, 'hex')]
  return Buffer.concat([tag, rlp(0xc0, Buffer.concat(parts.map((part) => rlp(0x80, part))))])
}

/**
 * Whether the keys of the account signed the proof: each key once, none revoked, each by its own
 * curve and hash, weighing 1000 together. One wrong signature fails the proof.
 */
export function holdsProof(keys: readonly AccountKey[], proof: Proof): boolean {
  const message = proofMessage(proof)
  const seen = new Set<number>()
  let weight = 0
  for (const { keyId, signature } of proof.signatures) {
    const key = keys.find(({ index }) => index === keyId)
    if (!key || key.revoked || seen.has(keyId) || !isSignedBy(key, message, signature)) return false
    seen.add(keyId)
    weight += key.weight
  }
  return weight >= fullWeight
}

function isSignedBy(key: AccountKey, message: Buffer, signature: string): boolean {
  const digest = digests[key.hashAlgorithm]
  const publicKey = publicKeyOf(key)
  if (!digest || !publicKey) return false
  return verify(digest, message, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'hex'))
}

function publicKeyOf({ publicKey, signatureAlgorithm }: AccountKey): KeyObject | undefined {
  const crv = curves[signatureAlgorithm]
  if (!crv || !/^[0-9a-f]{128}$/i.test(publicKey)) return undefined
  const [x, y] = [publicKey.slice(0, 64), publicKey.slice(64)].map((half) =>
    Buffer.from(half, 'hex').toString('base64url'),
  )
  try {
    return createPublicKey({ format: 'jwk', key: { kty: 'EC', crv, x: x ?? '', y: y ?? '' } })
  } catch {
    return undefined // not a point of the curve
  }
}

/** One RLP item: a byte string (base 0x80) or the payload of a list (base 0xc0). */
function rlp(base: 0x80 | 0xc0, bytes: Buffer): Buffer {
  if (base === 0x80 && bytes.length === 1 && (bytes[0] ?? 0) < 0x80) return bytes
  if (bytes.length < 56) return Buffer.concat([Buffer.from([base + bytes.length]), bytes])
  const hex = bytes.length.toString(16)
  const length = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
  return Buffer.concat([Buffer.from([base + 55 + length.length]), length, bytes])
}
