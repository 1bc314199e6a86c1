import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { envelopeMessage, payloadMessage, transactionBody, transactionId } from './transaction-encoding.ts'
import type { TransactionDraft } from './transaction-encoding.ts'

// FCL's own SDK gave these digests for the same transaction. The text begins with 0x on purpose.
const draft: TransactionDraft = {
  cadence: '0x transaction(a: String) { execute { log(a) } }',
  args: [
    { type: 'String', value: '雪' },
    { type: 'UInt64', value: '18446744073709551615' },
  ],
  limit: 9999,
  referenceBlockId: 'f0e4c2f76c58916ec258f246851bea091d14d4247a2fc3e18694461b1816e13b',
  proposer: { address: '0xf8d6e0586b0a20c7', keyIndex: 4, sequenceNumber: 300n },
  payer: '0x01cf0e2f2f715450',
  authorizers: ['0xf8d6e0586b0a20c7'],
}
const payloadSignatures = [{ address: '0xf8d6e0586b0a20c7', keyIndex: 4, signature: Buffer.alloc(64, 0x11) }]
const envelopeSignatures = [{ address: '0x01cf0e2f2f715450', keyIndex: 0, signature: Buffer.alloc(64, 0x22) }]
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('what is signed is byte for byte what a wallet would sign', () => {
  assert.equal(digest(payloadMessage(draft)), 'f3317c62b1301ef3730c7c6ea0b16e6db67fd5108e329d349be93fb1c0791e4c')
  assert.equal(
    digest(envelopeMessage(draft, payloadSignatures)),
    'fa21775e617c6a5114dae4115db47027b80b53e2d4abad77a712f7cd68a5b81e',
  )
})

test('the id of a transaction is known before it is sent', () => {
  assert.equal(
    transactionId({ draft, payloadSignatures, envelopeSignatures }),
    'eb963b63a33490731de29606f933bba17ccf63666618c02fd2549505e4497780',
  )
})

test('signatures are listed by signer and key, however they were collected', () => {
  const many = [
    { address: '0x01cf0e2f2f715450', keyIndex: 1, signature: Buffer.alloc(64, 3) },
    { address: '0xf8d6e0586b0a20c7', keyIndex: 4, signature: Buffer.alloc(64, 1) },
    { address: '0x01cf0e2f2f715450', keyIndex: 0, signature: Buffer.alloc(64, 2) },
  ]
  assert.deepEqual(envelopeMessage(draft, many), envelopeMessage(draft, many.toReversed()))
})

test('the body for the node carries numbers as text and bytes as base64', () => {
  const body = transactionBody({ draft, payloadSignatures, envelopeSignatures })
  assert.equal(Buffer.from(body.arguments[0]!, 'base64').toString(), '{"type":"String","value":"雪"}')
  assert.deepEqual(body.proposal_key, { address: 'f8d6e0586b0a20c7', key_index: '4', sequence_number: '300' })
  assert.equal(body.gas_limit, '9999')
})
