// Everything that can go wrong on the network, on switches.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { transactionId } from './encoding.ts'
import { startTestNetwork, type Network, type Order, type TestAccount } from './test-network.ts'

let network: Network
let close: () => Promise<void>
let owner: TestAccount

before(async () => {
  ;({ network, close } = await startTestNetwork())
  owner = await network.createAccount()
})
afterEach(() => play({}))
after(() => close())

const play = (faults: object) => network.call('PUT', '/sandbox/faults', faults)
const nothing = 'transaction { prepare(signer: &Account) {} }'
const order = (): Order => ({ script: nothing, proposer: owner, payer: owner, authorizers: [owner] })
const sequence = async () => Number((await network.accountKey(owner)).sequence_number)

test('switches are read back, unknown ones are refused, and an empty object switches all off', async () => {
  assert.equal((await play({ slowSealMs: 5, failNext: { code: 1103, count: 2 } })).body.slowSealMs, 5)
  assert.deepEqual((await network.call('GET', '/sandbox/faults')).body.failNext, { code: 1103, count: 2 })
  assert.equal((await play({ meteor: true })).status, 400)
  assert.equal((await play({ staleBlocks: -1 })).status, 400)
  assert.equal((await play({})).body.slowSealMs, 0)
})

test('a node that is down answers 503 and is back afterwards as it was', async () => {
  await play({ down: true })
  const { status, body } = await network.get('/blocks?height=sealed')
  assert.equal(status, 503)
  assert.equal(body.code, 503)
  await play({})
  assert.equal((await network.get('/blocks?height=sealed')).status, 200)
})

test('a node that drops connections gives no answer at all', async () => {
  await play({ dropConnections: true })
  await assert.rejects(network.get('/blocks?height=sealed'), /fetch failed/)
})

test('a slow seal leaves the transaction pending, then seals it', async () => {
  // so long that it is asked about before, on any machine
  await play({ slowSealMs: 3000 })
  const tx = await network.prepare(order())
  const { body } = await network.submit(tx)
  const early = (await network.get(`/transaction_results/${body.id}`)).body
  assert.equal(early.status, 'Pending')
  assert.equal(early.execution, 'Pending')
  assert.equal((await network.resultOf(body.id)).execution, 'Success')
})

test('a held seal waits until it is let go', async () => {
  await play({ holdSeals: true })
  const tx = await network.prepare(order())
  const { body } = await network.submit(tx)
  const { height } = await network.sealedBlock()
  await network.call('POST', '/sandbox/blocks', { count: 1 })
  assert.equal((await network.get(`/transaction_results/${body.id}`)).body.execution, 'Pending')
  await play({ holdSeals: true, latencyMs: 1 })
  assert.equal((await network.get(`/transaction_results/${body.id}`)).body.execution, 'Pending')
  await play({})
  const { execution, block_id: block } = await network.resultOf(body.id)
  assert.equal(execution, 'Success')
  assert.ok(Number((await network.get(`/blocks/${block}`)).body[0].header.height) > Number(height) + 1)
})

test('a transaction that expires is reported as expired and never runs', async () => {
  const used = await sequence()
  await play({ expireNext: 1 })
  const result = await network.send(order())
  assert.equal(result.status, 'Expired')
  assert.equal(await sequence(), used)
  assert.equal((await network.send(order())).execution, 'Success')
})

test('a full storage fails with 1103, keeps nothing and uses the sequence number', async () => {
  const used = await sequence()
  await play({ failNext: { code: 1103, count: 1 } })
  const result = await network.send(order())
  assert.equal(result.status_code, 1)
  assert.match(result.error_message, /\[Error Code: 1103\]/)
  assert.equal(await sequence(), used + 1)
  assert.equal((await network.send(order())).status_code, 0)
})

test('a played 1007 leaves the sequence number alone', async () => {
  const used = await sequence()
  await play({ failNext: { code: 1007, count: 1 } })
  assert.match((await network.send(order())).error_message, /\[Error Code: 1007\]/)
  assert.equal(await sequence(), used)
})

test('an answer lost after accepting does not lose the transaction', async () => {
  await play({ acceptThen5xx: 1 })
  const tx = await network.prepare(order())
  assert.equal((await network.submit(tx)).status, 502)
  assert.equal((await network.resultOf(transactionId(tx))).execution, 'Success')
  assert.equal((await network.submit(tx)).body.id, transactionId(tx))
})

test('a refused submission is not on the chain', async () => {
  await play({ rejectSubmit: 1 })
  const tx = await network.prepare(order())
  assert.equal((await network.submit(tx)).status, 500)
  assert.equal((await network.get(`/transaction_results/${transactionId(tx)}`)).status, 404)
  assert.equal((await network.submit(tx)).status, 200)
})

test('a transaction the node forgets is unknown, and can be sent again', async () => {
  await play({ loseNext: 1 })
  const tx = await network.prepare(order())
  assert.equal((await network.submit(tx)).status, 200)
  assert.equal((await network.get(`/transaction_results/${transactionId(tx)}`)).status, 404)
  assert.equal((await network.submit(tx)).status, 200)
  assert.equal((await network.resultOf(transactionId(tx))).execution, 'Success')
})

test('stale answers show the chain as it was some blocks ago', async () => {
  const used = await sequence()
  const { id } = await network.succeed(order())
  const height = Number((await network.sealedBlock()).height)
  await play({ staleBlocks: 1 })
  assert.equal(Number((await network.sealedBlock()).height), height - 1)
  assert.equal(await sequence(), used)
  assert.equal((await network.get(`/transaction_results/${id}`)).body.status, 'Pending')
  assert.equal((await network.get(`/blocks?height=${height}`)).status, 404)
  const { body } = await network.get(`/events?type=flow.AccountCreated&start_height=${height - 1}&end_height=${height}`)
  assert.equal(body.length, 1)
})

test('blocks without transactions can be made on demand', async () => {
  const height = Number((await network.sealedBlock()).height)
  assert.deepEqual((await network.call('POST', '/sandbox/blocks', { count: 3 })).body, { height: height + 3 })
  assert.equal((await network.call('POST', '/sandbox/blocks', { count: 0 })).status, 400)
})

test('a block can be dated later, and the next ones go on from there', async () => {
  const stampOf = async () => Date.parse((await network.sealedBlock()).timestamp)
  const before = Math.max(await stampOf(), Date.now())
  await network.call('POST', '/sandbox/blocks', { count: 2, laterMs: 3_600_000 })
  assert.ok((await stampOf()) >= before + 3_600_000)
  const later = await stampOf()
  await network.call('POST', '/sandbox/blocks', { count: 1 })
  assert.equal(await stampOf(), later + 1)
  for (const laterMs of [-1, 1.5, 1e12]) {
    assert.equal((await network.call('POST', '/sandbox/blocks', { laterMs })).status, 400)
  }
})

test('a transaction that waits longer than 600 blocks expires', async () => {
  await play({ holdSeals: true })
  const { body } = await network.submit(await network.prepare(order()))
  await network.call('POST', '/sandbox/blocks', { count: 601 })
  await play({})
  assert.equal((await network.resultOf(body.id)).status, 'Expired')
})
