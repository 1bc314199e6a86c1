import { createECDH, createPrivateKey, sign } from 'node:crypto'

export type Curve = 'P-256' | 'secp256k1'
export type KeyPair = { curve: Curve; privateKey: string; publicKey: string }

/**
 * What the network calls the algorithms of a curve here, with the numbers its transactions take.
 */
export const algorithms = {
  'P-256': { signature: 'ECDSA_P256', signatureCode: 1, hash: 'SHA3_256', hashCode: 3, digest: 'sha3-256' },
  secp256k1: { signature: 'ECDSA_secp256k1', signatureCode: 2, hash: 'SHA2_256', hashCode: 1, digest: 'sha256' },
} as const

const nodeCurves = { 'P-256': 'prime256v1', secp256k1: 'secp256k1' } as const

/** A new key pair; the public key is both coordinates in hex, as the network writes it. */
export function makeKeyPair(curve: Curve): KeyPair {
  const ecdh = createECDH(nodeCurves[curve])
  ecdh.generateKeys()
  return keyPairOf(curve, ecdh.getPrivateKey('hex').padStart(64, '0'))
}

/** The pair of a private key in hex. */
export function keyPairOf(curve: Curve, privateKey: string): KeyPair {
  const ecdh = createECDH(nodeCurves[curve])
  const hex = privateKey.replace(/^0x/, '').padStart(64, '0')
  ecdh.setPrivateKey(hex, 'hex')
  return { curve, privateKey: hex, publicKey: ecdh.getPublicKey('hex').slice(2) }
}

/** Signs with the hash of the key's kind: r and s, 64 bytes. */
export function signWith({ curve, privateKey, publicKey }: KeyPair, message: Uint8Array): Buffer {
  const part = (hex: string) => Buffer.from(hex, 'hex').toString('base64url')
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: curve,
      d: part(privateKey),
      x: part(publicKey.slice(0, 64)),
      y: part(publicKey.slice(64)),
    },
  })
  return sign(algorithms[curve].digest, message, { key, dsaEncoding: 'ieee-p1363' })
}
