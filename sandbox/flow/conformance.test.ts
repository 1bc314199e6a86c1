// What any Flow network must do with transactions and accounts. Runs against an embedded node, or
// against the network in KURA_FLOW with the service key in KURA_FLOW_KEY.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { transactionId } from './encoding.ts'
import {
  eventFields,
  makeKey,
  networkUnderTest,
  signTransaction,
  type Network,
  type Order,
  type TestAccount,
} from './test-network.ts'

let network: Network
let close: () => Promise<void>
let owner: TestAccount

before(async () => {
  ;({ network, close } = await networkUnderTest(process.env))
  owner = await network.createAccount()
})
after(() => close())

const nothing = 'transaction { prepare(signer: &Account) {} }'
const owned = (order: Partial<Order> & { script: string }): Order => ({
  proposer: owner,
  payer: owner,
  authorizers: [owner],
  ...order,
})
const text = (value: string) => ({ type: 'String', value })
const sequence = async (account: TestAccount) => Number((await network.accountKey(account)).sequence_number)

/** Signs with a stranger's key, so that the signature is well formed and wrong. */
const forged = (account: TestAccount): TestAccount => ({
  address: account.address,
  key: { ...makeKey(), index: account.key.index },
})

test('a new account comes from the address code of the network and has the key it was given', async () => {
  const { status, body } = await network.get(`/accounts/${owner.address}?expand=keys,contracts`)
  assert.equal(status, 200)
  assert.deepEqual(body.keys, [
    {
      index: '0',
      public_key: `0x${owner.key.publicKey}`,
      signing_algorithm: 'ECDSA_P256',
      hashing_algorithm: 'SHA3_256',
      sequence_number: '0',
      weight: '1000',
      revoked: false,
    },
  ])
  assert.deepEqual(body.contracts, {})
})

test('a transaction runs once, its payer and proposer may be the same account, and its sequence number rises', async () => {
  const used = await sequence(owner)
  const result = await network.succeed(owned({ script: nothing }))
  assert.equal(result.status, 'Sealed')
  assert.equal(result.execution, 'Success')
  assert.equal(await sequence(owner), used + 1)
})

test('the same transaction sent twice is one transaction', async () => {
  const used = await sequence(owner)
  const tx = await network.prepare(owned({ script: nothing }))
  const [first, second] = [await network.submit(tx), await network.submit(tx)]
  assert.equal(first.body.id, transactionId(tx))
  assert.equal(second.body.id, first.body.id)
  const before = await network.resultOf(first.body.id)
  await network.submit(tx)
  assert.deepEqual(await network.resultOf(first.body.id), before)
  assert.equal(await sequence(owner), used + 1)
})

test('a wrong envelope signature is sealed as a failure with 1009 and nothing is kept', async () => {
  const used = await sequence(owner)
  const result = await network.send(owned({ script: nothing, payer: forged(owner) }))
  assert.equal(result.status_code, 1)
  assert.match(result.error_message, /\[Error Code: 1009\]/)
  assert.equal(await sequence(owner), used)
})

test('a wrong payload signature is sealed as a failure with 1008', async () => {
  const wrong = forged(owner)
  const result = await network.send({
    script: nothing,
    proposer: wrong,
    authorizers: [wrong],
    sequenceNumber: await sequence(owner),
  })
  assert.equal(result.status_code, 1)
  assert.match(result.error_message, /\[Error Code: 1008\]/)
})

test('a signature by a key the account does not have is a failure with 1006', async () => {
  const noKey: TestAccount = { address: owner.address, key: { ...owner.key, index: 7 } }
  const result = await network.send(
    owned({ script: nothing, proposer: noKey, payer: noKey, authorizers: [owner], sequenceNumber: 0 }),
  )
  assert.match(result.error_message, /\[Error Code: 1006\]/)
})

test('a sequence number used before, or not yet due, is a failure with 1007', async () => {
  const current = await sequence(owner)
  for (const sequenceNumber of [current - 1, current + 1]) {
    const result = await network.send(owned({ script: nothing, sequenceNumber }))
    assert.equal(result.status_code, 1)
    assert.match(result.error_message, /\[Error Code: 1007\]/)
  }
  assert.equal(await sequence(owner), current)
})

test('a panic is sealed as a failure with 1101, keeps nothing, and still uses the sequence number', async () => {
  const used = await sequence(owner)
  const result = await network.send(
    owned({
      script: `transaction { prepare(signer: auth(SaveValue) &Account) { signer.storage.save(1, to: /storage/lost); panic("shop: no such item 7") } }`,
    }),
  )
  assert.equal(result.status, 'Sealed')
  assert.equal(result.execution, 'Failure')
  assert.equal(result.status_code, 1)
  assert.match(result.error_message, /\[Error Code: 1101\][^]*shop: no such item 7/)
  assert.deepEqual(
    result.events.filter(({ type }) => type.startsWith('flow.')),
    [],
  )
  assert.equal(await sequence(owner), used + 1)
  const found = await network.script(
    `access(all) fun main(): Bool { return getAuthAccount<auth(BorrowValue) &Account>(0x${owner.address}).storage.type(at: /storage/lost) != nil }`,
  )
  assert.deepEqual(found, { type: 'Bool', value: false })
})

test('a transaction that computes longer than its limit fails with 1110', async () => {
  const loop = 'transaction { prepare(signer: &Account) { var i = 0; while i < 1000 { i = i + 1 } } }'
  const short = await network.send(owned({ script: loop, limit: 100 }))
  assert.equal(short.status_code, 1)
  assert.match(short.error_message, /\[Error Code: 1110\]/)
  await network.succeed(owned({ script: loop, limit: 9999 }))
})

test('endless recursion fails like any other error and the network continues', async () => {
  // About a thousand calls deep; undoing them takes the engine time that grows with the square of
  // the depth.
  const result = await network.send(
    owned({
      limit: 2000,
      script:
        'access(all) fun deeper(_ n: Int): Int { return deeper(n + 1) + 1 } transaction { prepare(signer: &Account) { deeper(0) } }',
    }),
  )
  assert.equal(result.status_code, 1)
  await network.succeed(owned({ script: nothing }))
})

test('a limit above 9999 or of zero is refused before it runs', async () => {
  for (const limit of [0, 10_000]) {
    const { status, body } = await network.submit(await network.prepare(owned({ script: nothing, limit })))
    assert.equal(status, 400)
    assert.match(body.message, /limit/)
  }
})

test('a script that does not parse is refused before it runs', async () => {
  const { status, body } = await network.submit(await network.prepare(owned({ script: 'transaction { prepare(' })))
  assert.equal(status, 400)
  assert.equal(body.code, 400)
})

test('two signers: the payer pays with the envelope, the proposer signs the payload', async () => {
  const member = await network.createAccount()
  const result = await network.succeed({
    script:
      'transaction { prepare(member: auth(SaveValue) &Account) { member.storage.save("here", to: /storage/mark) } }',
    proposer: member,
    payer: owner,
    authorizers: [member],
  })
  assert.equal(result.status_code, 0)
  assert.equal(await sequence(member), 1)
})

test('an authorizer who has not signed is not taken for one who has', async () => {
  const member = await network.createAccount()
  const tx = await network.prepare(
    owned({ script: 'transaction { prepare(a: &Account, b: &Account) {} }', authorizers: [owner, member] }),
  )
  tx.payloadSignatures = []
  const { status, body } = await network.submit(tx)
  const refused = status === 400 || (await network.resultOf(body.id)).status_code === 1
  assert.ok(refused)
})

test('a secp256k1 key with SHA2-256 signs transactions', async () => {
  const account = await network.createAccount(makeKey({ curve: 'ECDSA_secp256k1', hash: 'SHA2_256' }))
  await network.succeed({ script: nothing, proposer: account, payer: account, authorizers: [account] })
})

test('keys can be added and used, count by their weight, and no longer sign once revoked', async () => {
  const account = await network.createAccount()
  const half = { ...makeKey(), index: 1 }
  const own = { proposer: account, payer: account, authorizers: [account] }
  await network.succeed({
    ...own,
    script: `transaction(publicKey: String) { prepare(signer: auth(AddKey) &Account) {
      signer.keys.add(publicKey: PublicKey(publicKey: publicKey.decodeHex(), signatureAlgorithm: SignatureAlgorithm.ECDSA_P256),
        hashAlgorithm: HashAlgorithm.SHA3_256, weight: 500.0) } }`,
    args: [text(half.publicKey)],
  })
  const light = { address: account.address, key: half }
  const tooLight = await network.send({ script: nothing, proposer: light, payer: light, authorizers: [light] })
  assert.equal(tooLight.status_code, 1)
  assert.match(tooLight.error_message, /sufficient/)
  await network.succeed({ script: nothing, proposer: light, payer: owner, authorizers: [owner] })
  await network.succeed({
    ...own,
    script: 'transaction { prepare(signer: auth(RevokeKey) &Account) { signer.keys.revoke(keyIndex: 1) } }',
  })
  const keys = (await network.get(`/accounts/${account.address}?expand=keys`)).body.keys
  assert.deepEqual(
    keys.map((key: { revoked: boolean }) => key.revoked),
    [false, true],
  )
  const revoked = await network.send({ script: nothing, proposer: light, payer: owner, authorizers: [owner] })
  assert.match(revoked.error_message, /revoked/)
})

test('a transaction signed over other words than it carries fails', async () => {
  const result = await network.send(
    owned({
      script: nothing,
      spoil: (tx) => {
        tx.gasLimit = 1234
      },
    }),
  )
  assert.match(result.error_message, /\[Error Code: 1009\]/)
})

test('signatures of strangers are refused', async () => {
  const stranger = await network.createAccount()
  const { status, body } = await network.submit(
    await network.prepare(
      owned({
        script: nothing,
        spoil: (tx) => {
          signTransaction(tx, [], stranger)
        },
      }),
    ),
  )
  const refused = status === 400 || (await network.resultOf(body.id)).status_code === 1
  assert.ok(refused)
})

test('addresses follow the linear code of the network: mistyped ones and those of other networks are refused', async () => {
  for (const address of [
    'f8d6e0586b0a20c6',
    'f8d6e0586b0a20d7',
    '1d7e57aa55817448',
    '86185fba578bc773',
    '74daa6f9c7ef24b1',
  ]) {
    const { status, body } = await network.get(`/accounts/${address}`)
    assert.equal(status, 400, address)
    assert.equal(body.code, 400)
  }
  for (const address of [
    'f8d6e0586b0a20c7',
    'ee82856bf20e2aa6',
    '0ae53cb6e3f42a79',
    'e5a8b7f23e8b548f',
    '01cf0e2f2f715450',
  ]) {
    assert.equal((await network.get(`/accounts/0x${address}`)).body.address, address)
  }
})

test('creating an account emits its address in an event of the network', async () => {
  const result = await network.succeed({
    script:
      'transaction { prepare(payer: auth(BorrowValue) &Account) { Account(payer: payer); Account(payer: payer) } }',
    authorizers: [network.service],
  })
  const created = result.events
    .filter(({ type }) => type === 'flow.AccountCreated')
    .map((event) => eventFields(event).address.value)
  assert.equal(new Set(created).size, 2)
  for (const address of created) assert.equal((await network.get(`/accounts/${address}`)).status, 200)
})
