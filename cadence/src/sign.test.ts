import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { generatePrivateKey, privateKeySigner, type HashAlgorithm, type SignatureAlgorithm } from './sign.ts'

const message = Buffer.from('a transaction')

test('a signature holds for its message and key only, on both curves and with both hashes', async () => {
  const curves: [SignatureAlgorithm, string][] = [
    ['ECDSA_P256', 'P-256'],
    ['ECDSA_secp256k1', 'secp256k1'],
  ]
  const hashes: [HashAlgorithm, string][] = [
    ['SHA3_256', 'sha3-256'],
    ['SHA2_256', 'sha256'],
  ]
  for (const [signatureAlgorithm, crv] of curves)
    for (const [hashAlgorithm, digest] of hashes) {
      const signer = privateKeySigner(generatePrivateKey(), { signatureAlgorithm, hashAlgorithm })
      const signature = await signer.sign(message)
      assert.equal(signature.length, 64)
      const point = Buffer.from(signer.publicKey, 'hex')
      const x = point.subarray(0, 32).toString('base64url')
      const y = point.subarray(32).toString('base64url')
      const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv, x, y } })
      const holds = (bytes: Buffer) => verify(digest, bytes, { key, dsaEncoding: 'ieee-p1363' }, signature)
      assert.equal(holds(message), true)
      assert.equal(holds(Buffer.from('another transaction')), false)
    }
})

test('a bad key is refused without being repeated', () => {
  const secret = 'not-a-key-but-secret'
  assert.throws(
    () => privateKeySigner(secret),
    (error: Error) => !error.message.includes(secret),
  )
})
