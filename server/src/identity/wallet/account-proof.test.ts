import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AccountKey } from '@kura/cadence/access-node'
import { accountProofMessage } from '../../../../sandbox/src/wallet/encode.ts'
import { holdsProof, proofMessage } from './account-proof.ts'
import { nodeKey } from './testing/account-node.ts'
import type { NodeKey } from './testing/account-node.ts'

const address = '0xf8d6e0586b0a20c7'
const nonce = 'ab'.repeat(32)
const about = { appIdentifier: 'http://localhost:3000', address, nonce }

const keyOf = ({ signer, weight, revoked }: NodeKey, index: number): AccountKey => ({
  index,
  publicKey: signer.publicKey,
  signatureAlgorithm: signer.signatureAlgorithm,
  hashAlgorithm: signer.hashAlgorithm,
  sequenceNumber: 0n,
  weight,
  revoked,
})
const signed = async (key: NodeKey, message: Uint8Array) => Buffer.from(await key.signer.sign(message)).toString('hex')
const holds = async (keys: NodeKey[], by: number[], given: Partial<typeof about> = {}) => {
  const signatures = await Promise.all(
    by.map(async (keyId) => ({ keyId, signature: await signed(keys[keyId] ?? nodeKey('9'), proofMessage(about)) })),
  )
  return holdsProof(keys.map(keyOf), { ...about, ...given, signatures })
}

test('the message is what wallets sign, also with names of any length', () => {
  for (const appIdentifier of [
    'K',
    'Kura',
    'http://localhost:3000',
    `https://${'x'.repeat(60)}.example`,
    'x'.repeat(300),
    '蔵',
  ])
    assert.equal(
      proofMessage({ ...about, appIdentifier }).toString('hex'),
      accountProofMessage(appIdentifier, address, nonce).toString('hex'),
    )
  const start = Buffer.from('FCL-ACCOUNT-PROOF-V0.0').toString('hex')
  assert.equal(
    proofMessage({ ...about, appIdentifier: 'Kura' }).toString('hex'),
    `${start}${'00'.repeat(10)}ef84${Buffer.from('Kura').toString('hex')}88f8d6e0586b0a20c7a0${nonce}`,
  )
})

test('both curves and both hashes hold', async () => {
  for (const signatureAlgorithm of ['ECDSA_P256', 'ECDSA_secp256k1'] as const)
    for (const hashAlgorithm of ['SHA2_256', 'SHA3_256'] as const)
      assert.equal(await holds([nodeKey('1', { signatureAlgorithm, hashAlgorithm })], [0]), true)
})

test('weights add up to 1000, each key counts once, and a revoked key never', async () => {
  const half = (secret: string) => nodeKey(secret, { weight: 500 })
  assert.equal(await holds([half('1'), half('2')], [0, 1]), true)
  assert.equal(await holds([half('1'), half('2')], [0]), false)
  assert.equal(await holds([half('1'), half('2')], [0, 0]), false)
  assert.equal(await holds([half('1'), nodeKey('2', { weight: 499 })], [0, 1]), false)
  assert.equal(await holds([nodeKey('1', { revoked: true })], [0]), false)
  assert.equal(await holds([nodeKey('1'), nodeKey('2', { revoked: true })], [0, 1]), false)
  assert.equal(await holds([nodeKey('1')], [1]), false)
  assert.equal(await holds([nodeKey('1')], []), false)
  assert.equal(await holds([], [0]), false)
})

test('another app, address or nonce spoils it', async () => {
  const key = [nodeKey('1')]
  assert.equal(await holds(key, [0]), true)
  assert.equal(await holds(key, [0], { appIdentifier: 'https://evil.example' }), false)
  assert.equal(await holds(key, [0], { address: '0x01cf0e2f2f715450' }), false)
  assert.equal(await holds(key, [0], { nonce: 'ac'.repeat(32) }), false)
})

test('a signature under another tag is no proof', async () => {
  const key = nodeKey('1')
  const body = proofMessage(about).subarray(32)
  for (const name of ['FLOW-V0.0-user', 'FLOW-V0.0-transaction', '']) {
    const tag = Buffer.concat([Buffer.from(name), Buffer.alloc(32)]).subarray(0, 32)
    const signature = await signed(key, Buffer.concat([tag, body]))
    assert.equal(holdsProof([keyOf(key, 0)], { ...about, signatures: [{ keyId: 0, signature }] }), false)
  }
})

test('keys and signatures that make no sense are refused, not a fault', () => {
  const good = keyOf(nodeKey('1'), 0)
  const bad: Partial<AccountKey>[] = [
    { publicKey: '' },
    { publicKey: '00'.repeat(64) },
    { publicKey: 'zz' },
    { signatureAlgorithm: 'BLS_BLS12_381' as never },
    { hashAlgorithm: 'KMAC128_BLS_BLS12_381' as never },
  ]
  for (const signature of ['00'.repeat(64), 'ff'.repeat(64)])
    for (const more of [{}, ...bad])
      assert.equal(holdsProof([{ ...good, ...more }], { ...about, signatures: [{ keyId: 0, signature }] }), false)
})
