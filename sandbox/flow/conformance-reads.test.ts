// What any Flow network must answer about blocks, events, scripts and what it does not know.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eventFields, networkUnderTest, type Network, type TestAccount } from './test-network.ts'

let network: Network
let embedded: boolean
let close: () => Promise<void>
let owner: TestAccount

before(async () => {
  ;({ network, embedded, close } = await networkUnderTest(process.env))
  owner = await network.createAccount()
})
after(() => close())

const nothing = 'transaction { prepare(signer: &Account) {} }'
const own = () => ({ proposer: owner, payer: owner, authorizers: [owner] })
const sealedHeight = async () => Number((await network.sealedBlock()).height)

test('the network says its name', async () => {
  assert.deepEqual((await network.get('/network/parameters')).body, { chain_id: 'flow-emulator' })
  assert.equal((await network.get('/node_version_info')).status, 200)
})

test('events come as one entry for every height asked for, also for heights without any', async () => {
  const from = (await sealedHeight()) + 1
  await network.succeed({ ...own(), script: nothing })
  const fresh = await network.createAccount()
  await network.succeed({ ...own(), script: nothing })
  const to = await sealedHeight()
  const { body } = await network.get(`/events?type=flow.AccountCreated&start_height=${from}&end_height=${to}`)
  assert.deepEqual(
    body.map((entry: { block_height: string }) => Number(entry.block_height)),
    Array.from({ length: to - from + 1 }, (_, i) => from + i),
  )
  const events = body.flatMap((entry: { events?: unknown[] }) => entry.events ?? [])
  assert.equal(events.length, 1)
  assert.equal(eventFields(events[0]).address.value, `0x${fresh.address}`)
})

test('events can be asked for by block id, but not by both forms at once', async () => {
  const { block_id: id, events } = await network.succeed({
    script: 'transaction { prepare(payer: auth(BorrowValue) &Account) { Account(payer: payer) } }',
    authorizers: [network.service],
  })
  const { body } = await network.get(`/events?type=flow.AccountCreated&block_ids=${id}`)
  assert.equal(body.length, 1)
  assert.equal(body[0].block_id, id)
  assert.equal(body[0].events[0].payload, events.find(({ type }) => type === 'flow.AccountCreated')!.payload)
  assert.equal(
    (await network.get(`/events?type=flow.AccountCreated&block_ids=${id}&start_height=0&end_height=1`)).status,
    400,
  )
  assert.equal((await network.get('/events?type=flow.AccountCreated')).status, 400)
})

test('more than 250 heights at once are refused', async () => {
  const { status, body } = await network.get('/events?type=flow.AccountCreated&start_height=0&end_height=250')
  assert.equal(status, 400)
  assert.match(body.message, /height range 250 exceeds maximum allowed of 250/)
  assert.equal((await network.get('/events?type=flow.AccountCreated&start_height=0&end_height=249')).status, 200)
})

test('a sealed transaction is found again through its block and its collection', async () => {
  const result = await network.succeed({ ...own(), script: nothing })
  const [block] = (await network.get(`/blocks/${result.block_id}?expand=payload`)).body
  assert.equal(block.header.id, result.block_id)
  assert.equal(block.payload.collection_guarantees[0].collection_id, result.collection_id)
  assert.deepEqual(
    (await network.get(`/blocks/${result.block_id}/payload`)).body.collection_guarantees,
    block.payload.collection_guarantees,
  )
  const collection = (await network.get(`/collections/${result.collection_id}?expand=transactions`)).body
  assert.ok(collection.transactions.some(({ id }: { id: string }) => id === result.id))
  const tx = (await network.get(`/transactions/${result.id}`)).body
  assert.equal(tx.payer, owner.address)
  assert.equal(Buffer.from(tx.script, 'base64').toString(), nothing)
})

test('blocks are a chain: every parent is the block before', async () => {
  await network.succeed({ ...own(), script: nothing })
  const top = await sealedHeight()
  const { body } = await network.get(`/blocks?start_height=${top - 1}&end_height=${top}`)
  assert.equal(body.length, 2)
  assert.equal(body[1].header.parent_id, body[0].header.id)
  assert.equal((await network.get(`/blocks?height=${top}`)).body[0].header.id, body[1].header.id)
  assert.ok(body[1].header.timestamp >= body[0].header.timestamp)
})

test('what is not on the chain is 404', async () => {
  const unknown = 'ab'.repeat(32)
  for (const path of [
    `/transactions/${unknown}`,
    `/blocks/${unknown}`,
    '/blocks?height=9999999',
    `/collections/${unknown}`,
  ]) {
    const { status, body } = await network.get(path)
    assert.equal(status, 404, path)
    assert.equal(body.code, 404)
  }
})

test('an unknown account is 404', async () => {
  const { status, body } = await network.get('/accounts/e2f72218abeec2b9')
  assert.equal(status, 404, JSON.stringify(body))
  assert.equal(body.code, 404)
})

test('values keep their form through a script: large numbers as text, optionals, structures in order', async () => {
  const values: { type: string; value: unknown }[] = [
    { type: 'UInt64', value: '18446744073709551615' },
    { type: 'UFix64', value: '184467440737.09551615' },
    { type: 'Int', value: '-170141183460469231731687303715884105729' },
    { type: 'String', value: 'ｶﾞ 🍣 "引用"' },
    { type: 'Bool', value: true },
    { type: 'Address', value: `0x${owner.address}` },
    { type: 'Optional', value: null },
    { type: 'Optional', value: { type: 'UInt8', value: '7' } },
    { type: 'Array', value: [{ type: 'String', value: '' }] },
    { type: 'Dictionary', value: [{ key: { type: 'String', value: 'k' }, value: { type: 'UInt32', value: '1' } }] },
    { type: 'Path', value: { domain: 'public', identifier: 'shop' } },
  ]
  const types = [
    'UInt64',
    'UFix64',
    'Int',
    'String',
    'Bool',
    'Address',
    'Int?',
    'UInt8?',
    '[String]',
    '{String: UInt32}',
    'PublicPath',
  ]
  for (const [index, value] of values.entries()) {
    assert.deepEqual(
      await network.script(`access(all) fun main(v: ${types[index]}): ${types[index]} { return v }`, value),
      value,
    )
  }
})

test('a script that fails is 400 and says why', async () => {
  const broken = await network.script('access(all) fun main(): Int { return "x" }')
  assert.equal(broken.status, 400)
  assert.match(broken.message, /mismatched types/)
  const failing = await network.script('access(all) fun main(): Int { panic("nothing here") }')
  assert.equal(failing.status, 400)
  assert.match(failing.message, /nothing here/)
})

test('a script cannot change anything', async () => {
  const save = `access(all) fun main() { getAuthAccount<auth(SaveValue) &Account>(0x${owner.address}).storage.save(1, to: /storage/byScript) }`
  await network.script(save)
  const found = await network.script(
    `access(all) fun main(): Bool { return getAuthAccount<auth(BorrowValue) &Account>(0x${owner.address}).storage.type(at: /storage/byScript) != nil }`,
  )
  assert.deepEqual(found, { type: 'Bool', value: false })
})

test('a script at an earlier height sees the chain as it was', async () => {
  const write = (value: number) =>
    network.succeed({
      ...own(),
      script: `transaction { prepare(signer: auth(Storage) &Account) { signer.storage.load<Int>(from: /storage/n); signer.storage.save(${value}, to: /storage/n) } }`,
    })
  const heightOf = async (blockId: string) => (await network.get(`/blocks/${blockId}`)).body[0].header.height
  const first = await heightOf((await write(1)).block_id)
  await write(2)
  const source = `access(all) fun main(): Int { return getAuthAccount<auth(CopyValue) &Account>(0x${owner.address}).storage.copy<Int>(from: /storage/n)! }`
  const { body } = await network.call('POST', `/v1/scripts?block_height=${first}`, {
    script: Buffer.from(source).toString('base64'),
    arguments: [],
  })
  assert.deepEqual(JSON.parse(Buffer.from(body, 'base64').toString()), { type: 'Int', value: '1' })
  assert.deepEqual(await network.script(source), { type: 'Int', value: '2' })
})

test('contracts see the block they run in', async () => {
  const result = await network.succeed({
    ...own(),
    script:
      'transaction { prepare(signer: auth(Storage) &Account) { signer.storage.save(getCurrentBlock().height, to: /storage/height) ; assert(getBlock(at: getCurrentBlock().height - 1)!.id != getCurrentBlock().id) } }',
  })
  const [block] = (await network.get(`/blocks/${result.block_id}`)).body
  const stored = await network.script(
    `access(all) fun main(): UInt64 { return getAuthAccount<auth(CopyValue) &Account>(0x${owner.address}).storage.copy<UInt64>(from: /storage/height)! }`,
  )
  assert.equal(stored.value, block.header.height)
})

test('an unknown reference block is refused', async () => {
  const { status } = await network.submit(
    await network.prepare({ ...own(), script: nothing, reference: 'cd'.repeat(32) }),
  )
  assert.equal(status, 400)
})

test('a transaction whose reference block is more than 600 blocks old is refused', async (t) => {
  if (!embedded) return t.skip('needs blocks on demand')
  const old = await network.sealedBlock()
  await network.call('POST', '/sandbox/blocks', { count: 600 })
  await network.succeed({ ...own(), script: nothing, reference: old.id })
  const { status, body } = await network.submit(await network.prepare({ ...own(), script: nothing, reference: old.id }))
  assert.equal(status, 400)
  assert.match(body.message, /expired/)
})

test('submissions that lack a part say which', async () => {
  const answers = await Promise.all(
    [{}, { proposal_key: {} }].map((body) => network.call('POST', '/v1/transactions', body)),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    [400, 400],
  )
  assert.match(answers[0]!.body.message, /proposal key not provided/)
  assert.match(answers[1]!.body.message, /script not provided/)
})

test('pages of every origin may ask', async () => {
  const response = await fetch(`${network.url}/v1/network/parameters`, { headers: { origin: 'https://shop.example' } })
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
  const preflight = await fetch(`${network.url}/v1/scripts`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://shop.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  })
  assert.ok(preflight.ok)
})
