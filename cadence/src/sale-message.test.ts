import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { saleVectorKey, saleVectors } from '../tests/sale-vectors.ts'
import { saleHash, saleMessage, saleMetadata, saleSignatureTag, signSale, type SaleTerms } from './sale-message.ts'
import { generatePrivateKey, privateKeySigner } from './sign.ts'

const sample = saleVectors[0]!

/** Whether a signature is valid for a message under the tag of orders. */
function belongs(publicKey: string, message: Buffer, signature: string) {
  const point = Buffer.from(publicKey, 'hex')
  const [x, y] = [point.subarray(0, 32), point.subarray(32)].map((half) => half.toString('base64url'))
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x!, y: y! } })
  const tag = Buffer.alloc(32)
  tag.write(saleSignatureTag)
  const bytes = Buffer.concat([tag, message])
  return verify('sha3-256', bytes, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'hex'))
}

test('every order of the list has the bytes, the hash and the signature that the contract computes', () => {
  assert.ok(saleVectors.length >= 9)
  assert.equal(saleSignatureTag, saleVectorKey.tag)
  for (const { name, place, terms, message, hash, signature } of saleVectors) {
    assert.equal(saleMessage(place, terms).toString('hex'), message, name)
    assert.equal(saleHash(place, terms), hash, name)
    assert.equal(belongs(saleVectorKey.publicKey, Buffer.from(message, 'hex'), signature), true, name)
  }
  assert.equal(new Set(saleVectors.map(({ message }) => message)).size, saleVectors.length)
})

test('what the agent signs belongs to that order and to no other', async () => {
  const signer = privateKeySigner(generatePrivateKey())
  const { place, terms } = sample
  const signature = await signSale(signer, place, terms)
  assert.match(signature, /^[0-9a-f]{128}$/)
  assert.equal(belongs(signer.publicKey, saleMessage(place, terms), signature), true)
  const changes: Partial<SaleTerms>[] = [
    { agent: terms.seller },
    { seller: terms.agent },
    { orderId: `${terms.orderId} ` },
    { refId: '' },
    { nftId: 43n },
    { version: 2 },
    { uuid: 1n },
    { priceYen: 1 },
    { feeYen: 1 },
    { royaltyYen: 1 },
    { issuedAt: 1 },
    { notBefore: 1 },
    { expiry: 1 },
    { target: terms.agent },
    { keyIndex: 1 },
  ]
  for (const change of changes)
    assert.equal(belongs(signer.publicKey, saleMessage(place, { ...terms, ...change }), signature), false)
  for (const other of [{ chainId: 'flow-mainnet' }, { contractAddress: terms.seller }])
    assert.equal(belongs(signer.publicKey, saleMessage({ ...place, ...other }, terms), signature), false)
})

test('the metadata stand in the order that the contract takes, each value in one spelling', () => {
  const keys = (terms: SaleTerms) => saleMetadata(terms).filter((_, index) => index % 2 === 0)
  assert.deepEqual(keys(sample.terms), ['exp', 'fee', 'iat', 'nbf', 'price', 'roy', 'uuid'])
  const terms = { ...sample.terms, target: '0xF3FCD2C1A78F5EEE' }
  assert.deepEqual(keys(terms), ['exp', 'fee', 'iat', 'nbf', 'price', 'roy', 'to', 'uuid'])
  assert.equal(saleMetadata(terms)[13], '0xf3fcd2c1a78f5eee')
})

test('an amount that is not a whole number of yen is never signed', () => {
  const { place, terms } = sample
  for (const priceYen of [1.5, -1, Number.NaN, 2 ** 60])
    assert.throws(() => saleMessage(place, { ...terms, priceYen }), TypeError)
})
