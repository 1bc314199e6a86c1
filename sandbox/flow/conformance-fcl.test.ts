// The same network through the unmodified client library of Flow.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeKey, networkUnderTest, type Json, type Network, type TestAccount } from './test-network.ts'

// The compiler does not find the package's declarations, so it is imported without types.
const library: string = '@onflow/fcl'
const fcl = await import(library)

type Arg = (value: unknown, type: unknown) => unknown
type Types = Record<string, Json>

let network: Network
let close: () => Promise<void>
let owner: TestAccount

before(async () => {
  ;({ network, close } = await networkUnderTest(process.env))
  owner = await network.createAccount()
  fcl.config({ 'accessNode.api': network.url, 'flow.network': 'local', 'logger.level': 0 })
})
after(() => close())

/** Makes FCL sign for an account. */
const signer =
  ({ address, key }: TestAccount) =>
  (account: object) => ({
    ...account,
    addr: address,
    keyId: key.index,
    signingFunction: async ({ message }: { message: string }) => ({
      addr: `0x${address}`,
      keyId: key.index,
      signature: key.sign(Buffer.from(message, 'hex')),
    }),
  })

test('FCL knows the network as local', async () => {
  assert.equal(await fcl.getChainId(), 'local')
})

test('FCL runs a script and reads its value', async () => {
  const sum = await fcl.query({
    cadence: 'access(all) fun main(a: UInt64, names: [String]): {String: UInt64} { return {names[0]: a + 1} }',
    args: (arg: Arg, t: Types) => [arg('18446744073709551614', t.UInt64), arg(['last'], t.Array(t.String))],
  })
  assert.deepEqual(sum, { last: '18446744073709551615' })
})

test('FCL sends a transaction with two signers and waits until it is sealed', async () => {
  const member = await network.createAccount(makeKey({ curve: 'ECDSA_secp256k1', hash: 'SHA2_256' }))
  const id = await fcl.mutate({
    cadence:
      'transaction(words: String) { prepare(member: auth(SaveValue) &Account, owner: &Account) { member.storage.save(words, to: /storage/words) } }',
    args: (arg: Arg, t: Types) => [arg('こんにちは', t.String)],
    proposer: signer(member),
    payer: signer(owner),
    authorizations: [signer(member), signer(owner)],
    limit: 999,
  })
  const sealed = await fcl.tx(id).onceSealed()
  assert.equal(sealed.status, 4)
  assert.equal(sealed.statusCode, 0)
  const { body } = await network.get(`/transactions/${id}`)
  assert.equal(body.id, id)
  assert.equal(body.gas_limit, '999')
})

test('FCL computes the id the network gives', async () => {
  const id = await fcl.mutate({
    cadence: 'transaction(n: UInt64) { prepare(signer: &Account) {} }',
    args: (arg: Arg, t: Types) => [arg('7', t.UInt64)],
    proposer: signer(owner),
    payer: signer(network.service),
    authorizations: [signer(owner)],
    limit: 50,
  })
  const { body } = await network.get(`/transactions/${id}`)
  const hexSignatures = (list: { address: string; key_index: string; signature: string }[]) =>
    list.map(({ address, key_index, signature }) => ({
      address,
      keyId: Number(key_index),
      sig: Buffer.from(signature, 'base64').toString('hex'),
    }))
  assert.equal(
    id,
    fcl.voucherToTxId({
      cadence: Buffer.from(body.script, 'base64').toString(),
      refBlock: body.reference_block_id,
      computeLimit: Number(body.gas_limit),
      arguments: body.arguments.map((argument: string) => JSON.parse(Buffer.from(argument, 'base64').toString())),
      proposalKey: {
        address: body.proposal_key.address,
        keyId: Number(body.proposal_key.key_index),
        sequenceNum: Number(body.proposal_key.sequence_number),
      },
      payer: body.payer,
      authorizers: body.authorizers,
      payloadSigs: hexSignatures(body.payload_signatures),
      envelopeSigs: hexSignatures(body.envelope_signatures),
    }),
  )
})

test('FCL reports a failed transaction with the code of the network', async () => {
  const id = await fcl.mutate({
    cadence: 'transaction { prepare(signer: &Account) { panic("shop: closed") } }',
    proposer: signer(owner),
    payer: signer(owner),
    authorizations: [signer(owner)],
    limit: 100,
  })
  await assert.rejects(fcl.tx(id).onceSealed(), /\[Error Code: 1101\][^]*shop: closed/)
})

test('FCL reads accounts, blocks and events', async () => {
  const account = await fcl.account(`0x${owner.address}`)
  assert.equal(account.address.replace(/^0x/, ''), owner.address)
  assert.equal(account.keys[0]!.publicKey, owner.key.publicKey)
  assert.equal(account.keys[0]!.signAlgoString, 'ECDSA_P256')
  const block = await fcl.block({ sealed: true })
  assert.equal((await fcl.block({ height: block.height })).id, block.id)
  const { body } = await network.get('/blocks?height=sealed')
  const events: Json[] = await fcl
    .send([fcl.getEventsAtBlockHeightRange('flow.AccountCreated', 0, Number(body[0].header.height))])
    .then(fcl.decode)
  assert.ok(events.some(({ data }) => data.address === `0x${owner.address}`))
})

test('FCL checks an account proof against the contract on the service account', async () => {
  const nonce = '7f'.repeat(32)
  const appIdentifier = 'Kura'
  const message = fcl.WalletUtils.encodeAccountProof({ address: `0x${owner.address}`, nonce, appIdentifier })
  const proof = (key: TestAccount['key']) => ({
    address: `0x${owner.address}`,
    nonce,
    signatures: [
      {
        f_type: 'CompositeSignature',
        f_vsn: '1.0.0',
        addr: `0x${owner.address}`,
        keyId: 0,
        signature: key.sign(Buffer.from(message, 'hex')),
      },
    ],
  })
  const options = { fclCryptoContract: `0x${network.service.address}` }
  assert.equal(await fcl.AppUtils.verifyAccountProof(appIdentifier, proof(owner.key), options), true)
  assert.equal(await fcl.AppUtils.verifyAccountProof('Another', proof(owner.key), options), false)
  assert.equal(await fcl.AppUtils.verifyAccountProof(appIdentifier, proof(makeKey()), options), false)
  const twice = proof(owner.key)
  twice.signatures.push(twice.signatures[0]!)
  assert.equal(await fcl.AppUtils.verifyAccountProof(appIdentifier, twice, options), false)
})

test('FCL checks what a user signed, and such a signature is no account proof', async () => {
  const words = Buffer.from('I agree').toString('hex')
  const tag = Buffer.alloc(32)
  tag.write('FLOW-V0.0-user')
  const signature = owner.key.sign(Buffer.concat([tag, Buffer.from(words, 'hex')]))
  const signatures = [{ f_type: 'CompositeSignature', f_vsn: '1.0.0', addr: `0x${owner.address}`, keyId: 0, signature }]
  const options = { fclCryptoContract: `0x${network.service.address}` }
  assert.equal(await fcl.AppUtils.verifyUserSignatures(words, signatures, options), true)
  const asProof = `import FCLCrypto from 0x${network.service.address}
    access(all) fun main(message: String, signature: String): Bool {
      return FCLCrypto.verifyAccountProofSignatures(address: 0x${owner.address}, message: message, keyIndices: [0], signatures: [signature]) }`
  assert.deepEqual(
    await network.script(asProof, { type: 'String', value: words }, { type: 'String', value: signature }),
    { type: 'Bool', value: false },
  )
})
