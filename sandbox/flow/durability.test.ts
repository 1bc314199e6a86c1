// What a node has said is sealed stays sealed, whatever happens to its process.
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync, readdirSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openBlockLog } from './block-log.ts'
import { transactionId } from './encoding.ts'
import { startFlowNode, type FlowNodeOptions } from './start-node.ts'
import {
  connectNetwork,
  eventFields,
  makeKey,
  temporaryFolder,
  type Network,
  type TestAccount,
} from './test-network.ts'

const rounds = 3
const sends = 100

/** Small repeatable random numbers, so that a failing run can be run again. */
function randomFrom(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const serviceOf = (folder: string): TestAccount => {
  const { address, privateKey } = JSON.parse(readFileSync(join(folder, 'service-key.json'), 'utf8'))
  return { address, key: makeKey({ privateKey }) }
}

/** A node in this process, closed when the test ends. */
async function openNode(t: TestContext, options: Omit<FlowNodeOptions, 'port'>) {
  const node = await startFlowNode({ port: 0, ...options })
  t.after(() => node.close())
  return { node, network: connectNetwork(node.url, serviceOf(options.dataDir)) }
}

/** A node in a process of its own, which can be killed. */
async function spawnNode(t: TestContext, folder: string): Promise<{ child: ChildProcess; network: Network }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), '--port', '0', '--data', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  for await (const line of createInterface(child.stdout!)) {
    const url = /Flow node on (\S+),/.exec(line)?.[1]
    if (url) return { child, network: connectNetwork(url, serviceOf(folder)) }
  }
  throw new Error('the node ended before it was ready')
}

async function kill(child: ChildProcess) {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

const deploy = `transaction(code: String) { prepare(signer: auth(Contracts) &Account) { signer.contracts.add(name: "Ledger", code: code.utf8) } }`
const ledger = `access(all) contract Ledger {
  access(all) event Entered(number: Int, uuid: UInt64)
  access(all) resource Page { init() {} }
  access(self) let entries: {Int: UInt64}
  access(all) fun all(): {Int: UInt64} { return self.entries }
  access(all) fun enter(_ number: Int) {
    pre { self.entries[number] == nil: "entered twice" }
    let page <- create Page()
    self.entries[number] = page.uuid
    emit Entered(number: number, uuid: page.uuid)
    destroy page
  }
  init() { self.entries = {} }
}`
const enter = (address: string) =>
  `import Ledger from 0x${address}\ntransaction(n: Int) { prepare(signer: &Account) { Ledger.enter(n) } }`

/** Every entry on the chain by its events, read from height zero. */
async function entriesByEvents(network: Network): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const top = Number((await network.sealedBlock()).height)
  for (let from = 0; from <= top; from += 250) {
    const to = Math.min(top, from + 249)
    const { body } = await network.get(
      `/events?type=A.${network.service.address}.Ledger.Entered&start_height=${from}&end_height=${to}`,
    )
    assert.equal(body.length, to - from + 1)
    for (const event of body.flatMap((entry: { events?: unknown[] }) => entry.events ?? [])) {
      const { number, uuid } = eventFields(event)
      assert.ok(!found.has(number.value), `entry ${number.value} came twice`)
      found.set(number.value, uuid.value)
    }
  }
  assert.equal(new Set(found.values()).size, found.size, 'an id came twice')
  return found
}

async function entriesByState(network: Network): Promise<Map<string, string>> {
  const { value } = await network.script(
    `import Ledger from 0x${network.service.address}\naccess(all) fun main(): {Int: UInt64} { return Ledger.all() }`,
  )
  return new Map(
    value.map((pair: { key: { value: string }; value: { value: string } }) => [pair.key.value, pair.value.value]),
  )
}

const sorted = (map: Map<string, string>) => [...map].sort(([a], [b]) => Number(a) - Number(b))

/**
 * Sends entries one after another from `first` on until the node dies; what was seen sealed goes
 * into `seen`.
 */
async function sendUntilDead(network: Network, first: number, seen: Map<string, number>) {
  const base = Number((await network.accountKey(network.service)).sequence_number)
  const inFlight: Promise<unknown>[] = []
  for (let i = 0; i < sends; i += 1) {
    const tx = await network.prepare({
      script: enter(network.service.address),
      args: [{ type: 'Int', value: `${first + i}` }],
      authorizers: [network.service],
      sequenceNumber: base + i,
    })
    const { body } = await network.submit(tx)
    assert.equal(body.id, transactionId(tx))
    const answered = network.resultOf(body.id).then((result) => {
      assert.equal(result.error_message, '')
      seen.set(body.id, first + i)
    })
    answered.catch(() => {}) // checked below, unless the node dies first
    inFlight.push(answered)
  }
  await Promise.all(inFlight)
}

const lostItsNode = (error: unknown) => error instanceof TypeError && /fetch failed|terminated/.test(error.message)

test('killed at random moments, the node loses nothing it called sealed and repeats nothing', async (t) => {
  // the same moments each time; another SEED has others
  const seed = Number(process.env.SEED ?? 7)
  t.diagnostic(`SEED=${seed}`)
  const random = randomFrom(seed)
  const { folder, remove } = temporaryFolder()
  t.after(remove)
  let { child, network } = await spawnNode(t, folder)
  await network.succeed({ script: deploy, args: [{ type: 'String', value: ledger }], authorizers: [network.service] })
  const seen = new Map<string, number>()
  for (let round = 0; round < rounds; round += 1) {
    const sending = sendUntilDead(network, round * sends, seen).catch((error: unknown) => {
      if (!lostItsNode(error)) throw error
    })
    await sleep(20 + random() * 700)
    await kill(child)
    await sending
    ;({ child, network } = await spawnNode(t, folder))
    for (const [id, number] of seen) {
      const { status, body } = await network.get(`/transaction_results/${id}`)
      assert.equal(status, 200, `entry ${number} was sealed and is gone (SEED=${seed})`)
      assert.equal(body.status, 'Sealed')
      assert.equal(body.execution, 'Success')
    }
    const byEvents = await entriesByEvents(network)
    assert.deepEqual(sorted(await entriesByState(network)), sorted(byEvents))
    for (const number of seen.values()) assert.ok(byEvents.has(`${number}`))
  }
  t.diagnostic(`${seen.size} transactions seen sealed over ${rounds} kills`)
  await kill(child)
})

test('a log whose last block was cut off while being written opens without that block', async (t) => {
  const { folder, remove } = temporaryFolder()
  t.after(remove)
  const first = await openNode(t, { dataDir: folder })
  const account = await first.network.createAccount()
  const height = Number((await first.network.sealedBlock()).height)
  await first.network.createAccount()
  await first.node.close()
  const log = join(folder, 'recent-1.log')
  truncateSync(log, statSync(log).size - 5)
  const said: string[] = []
  const { network } = await openNode(t, { dataDir: folder, log: (line) => said.push(line) })
  assert.equal(Number((await network.sealedBlock()).height), height)
  assert.equal((await network.get(`/accounts/${account.address}`)).status, 200)
  assert.match(said.join('\n'), /cut \d+ bytes/)
  await network.createAccount()
})

test('bytes that are no block, and a block that was altered, are cut off', (t) => {
  const { folder, remove } = temporaryFolder()
  t.after(remove)
  const path = join(folder, 'log')
  const blockAt = (height: number) => ({
    block: { height, id: `${height}`, parentId: '', timestamp: 0 },
    writes: new Uint8Array([height]),
  })
  const { log } = openBlockLog(path)
  log.append([blockAt(0), blockAt(1)])
  log.close()
  appendFileSync(path, Buffer.alloc(300, 7))
  const garbage = openBlockLog(path)
  assert.deepEqual(
    garbage.records.map(({ block }) => block.height),
    [0, 1],
  )
  assert.equal(garbage.torn, 300)
  garbage.log.append([blockAt(2)])
  garbage.log.close()
  const whole = openBlockLog(path)
  assert.deepEqual(
    whole.records.map(({ block, writes }) => [block.height, writes[0]]),
    [
      [0, 0],
      [1, 1],
      [2, 2],
    ],
  )
  assert.equal(whole.torn, 0)
  whole.log.close()
})

test('after a snapshot the chain is the same: state, blocks, results and events', async (t) => {
  const { folder, remove } = temporaryFolder()
  t.after(remove)
  const first = await openNode(t, { dataDir: folder })
  const { service } = first.network
  await first.network.succeed({ script: deploy, args: [{ type: 'String', value: ledger }], authorizers: [service] })
  const write = (network: Network, number: number) =>
    network.succeed({
      script: enter(service.address),
      args: [{ type: 'Int', value: `${number}` }],
      authorizers: [service],
    })
  const results = []
  for (const number of [1, 2, 3]) results.push(await write(first.network, number))
  const before = sorted(await entriesByState(first.network))
  await first.node.close()
  const second = await openNode(t, { dataDir: folder, compactAfterBytes: 0 })
  await second.node.close()
  assert.ok(readdirSync(folder).includes('registers-2.bin') && !readdirSync(folder).includes('registers-1.bin'))
  const { network } = await openNode(t, { dataDir: folder })
  assert.deepEqual(sorted(await entriesByState(network)), before)
  assert.deepEqual(sorted(await entriesByEvents(network)), before)
  for (const { id, ...result } of results) assert.deepEqual(await network.resultOf(id), result)
  await write(network, 4)
})

test('the service key is made once, belongs to its owner alone, and opens the chain again', async (t) => {
  const { folder, remove } = temporaryFolder()
  t.after(remove)
  const first = await openNode(t, { dataDir: folder })
  await assert.rejects(startFlowNode({ dataDir: folder, port: 0 }), /in use by another node/)
  await first.node.close()
  assert.equal(statSync(join(folder, 'service-key.json')).mode & 0o777, 0o600)
  const second = await openNode(t, { dataDir: folder })
  assert.deepEqual(second.node.serviceKey, first.node.serviceKey)
  await second.network.createAccount()
  await second.node.close()
  await assert.rejects(
    startFlowNode({ dataDir: folder, port: 0, serviceKey: { privateKey: makeKey().privateKey } }),
    /service key/,
  )
})
