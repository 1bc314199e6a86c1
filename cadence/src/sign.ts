import { createECDH, createPrivateKey, generateKeyPairSync, sign as signBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

export type SignatureAlgorithm = 'ECDSA_P256' | 'ECDSA_secp256k1'
export type HashAlgorithm = 'SHA2_256' | 'SHA3_256'
/** A public key as an account keeps it; `publicKey` is x and y in hex, without a prefix. */
export type PublicKey = { publicKey: string; signatureAlgorithm: SignatureAlgorithm; hashAlgorithm: HashAlgorithm }

/** Port to the holder of a private key: a file here, a key service in production. */
export type Signer = PublicKey & {
  /** Signs the bytes (hashing included) and returns the 64 bytes r and s. */
  sign(message: Uint8Array): Promise<Uint8Array>
}

/** Raw values of Cadence's SignatureAlgorithm and HashAlgorithm. */
export const signatureCodes = { ECDSA_P256: 1, ECDSA_secp256k1: 2 } as const
export const hashCodes = { SHA2_256: 1, SHA3_256: 3 } as const

const curves = {
  ECDSA_P256: { openssl: 'prime256v1', jwk: 'P-256' },
  ECDSA_secp256k1: { openssl: 'secp256k1', jwk: 'secp256k1' },
} as const
const digests = { SHA2_256: 'sha256', SHA3_256: 'sha3-256' } as const

/**
 * A signer over a private key given as 64 hex digits, with or without 0x. P-256 and SHA3-256 unless
 * said otherwise.
 */
export function privateKeySigner(
  privateKey: string,
  algorithms: { signatureAlgorithm?: SignatureAlgorithm; hashAlgorithm?: HashAlgorithm } = {},
): Signer {
  const digits = privateKey.trim().replace(/^0x/, '')
  // The key itself must not reach a message or a log.
  if (!/^[0-9a-fA-F]{64}$/.test(digits)) throw new TypeError('a private key is 64 hex digits')
  const { signatureAlgorithm = 'ECDSA_P256', hashAlgorithm = 'SHA3_256' } = algorithms
  const curve = curves[signatureAlgorithm]
  const pair = createECDH(curve.openssl)
  pair.setPrivateKey(digits, 'hex')
  const point = pair.getPublicKey().subarray(1)
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: curve.jwk,
      d: Buffer.from(digits, 'hex').toString('base64url'),
      x: point.subarray(0, 32).toString('base64url'),
      y: point.subarray(32).toString('base64url'),
    },
  })
  return {
    publicKey: point.toString('hex'),
    signatureAlgorithm,
    hashAlgorithm,
    sign: async (message) => signBytes(digests[hashAlgorithm], message, { key, dsaEncoding: 'ieee-p1363' }),
  }
}

/** A signer over the key in a file of 64 hex digits. */
export const keyFileSigner = (
  file: string,
  algorithms?: { signatureAlgorithm?: SignatureAlgorithm; hashAlgorithm?: HashAlgorithm },
): Signer => privateKeySigner(readFileSync(file, 'utf8'), algorithms)

/** A fresh P-256 private key in hex. */
export function generatePrivateKey(): string {
  const { d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  return Buffer.from(d!, 'base64url').toString('hex').padStart(64, '0')
}
