import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { TestContext } from 'node:test'
import { createAccessNode } from '@kura/cadence/access-node'
import { contractAddresses } from '@kura/cadence/addresses'
import { createCollection } from '@kura/cadence/collection'
import { sendAndSeal } from '@kura/cadence/send'
import { privateKeySigner } from '@kura/cadence/sign'
import postgres from 'postgres'
import { makeClone } from './testing/clone.ts'
import { comesToServe, eventually, freePorts, runKura, startKura, statusOf } from './testing/kura-process.ts'

const clone = makeClone()
after(() => clone.remove())

type Env = Record<string, string>
type Network = { url: string; key: { address: string; privateKey: string } }

/** Starts the embedded network as a separate program, as a person does next to Kura. */
async function startNetwork(t: TestContext): Promise<Network> {
  const data = clone.home()
  const port = await freePorts()
  const words = [join(clone.folder, 'sandbox', 'flow', 'main.ts'), '--port', String(port), '--data', data]
  const node = spawn(process.execPath, words, { stdio: 'ignore' })
  t.after(() => void node.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  await eventually('the network to answer', async () => {
    const answer = await fetch(`${url}/v1/network/parameters`).catch(() => undefined)
    return answer?.ok ? true : undefined
  })
  const { address, privateKey } = JSON.parse(readFileSync(join(data, 'service-key.json'), 'utf8')) as Network['key']
  return { url, key: { address: `0x${address}`, privateKey } }
}

const kura = (env: Env, ...words: string[]) => runKura(clone, ['kura', ...words], { env })

/**
 * Asserts that a command refuses: exit code 1, a sentence with a remedy, no stack and no request to
 * report a bug.
 */
async function refuses(env: Env, words: string[], sentence: RegExp) {
  const { code, output } = await kura(env, ...words)
  assert.equal(code, 1, output)
  assert.match(output, sentence)
  assert.match(output, /\n {2}→ /)
  assert.doesNotMatch(output, /^\s+at .*:\d+:\d+|Unexpected:/m)
}

async function succeeds(env: Env, words: string[], sentence: RegExp): Promise<string> {
  const { code, output } = await kura(env, ...words)
  assert.equal(code, 0, output)
  assert.match(output, sentence)
  return output
}

/** A catalogue of one item with two editions. */
function smallCatalogue(): string {
  const folder = join(clone.folder, 'small-catalogue')
  mkdirSync(folder)
  copyFileSync(join(clone.folder, 'catalogue', 'media', 'moon-rabbit.webp'), join(folder, 'a.webp'))
  writeFileSync(join(folder, 'series.yaml'), '- { id: hand, name: { ja: 手, en: Hand }, cap: 5 }\n')
  writeFileSync(
    join(folder, 'items.yaml'),
    '- { id: hand-one, series: hand, name: { ja: 一, en: One }, editions: 2, picture: a.webp }\n',
  )
  return folder
}

async function chainDeploys(t: TestContext, { url, key }: Network) {
  const deploy = (env: Env, ...words: string[]) =>
    runKura(clone, ['chain:deploy', '--network', 'emulator', '--access-node', url, ...words], { env })
  const env = { KURA_HOME: clone.home(), FLOW_DEPLOY_ADDRESS: key.address, FLOW_DEPLOY_KEY: key.privateKey }

  await t.test('chain:deploy prints the settings of a server, and again the same ones', async () => {
    const first = await deploy(env)
    assert.equal(first.code, 0, first.output)
    const settingsOf = (output: string) => /^FLOW_NETWORK=local\n(FLOW_\w+=\S+\n)+/m.exec(output)?.[0]
    assert.match(settingsOf(first.output) ?? '', /^FLOW_CONTRACT_ADDRESS=0x[0-9a-f]{16}$/m)
    assert.match(first.output, /deploying Collectible/)
    const again = await deploy(env)
    assert.deepEqual([again.code, settingsOf(again.output)], [0, settingsOf(first.output)])
    assert.doesNotMatch(again.output, /deploying|updating/)
  })

  await t.test('chain:deploy without a key, to another network and with a wrong word says so', async () => {
    const keyless = await deploy({ KURA_HOME: clone.home() })
    assert.deepEqual([keyless.code, /FLOW_DEPLOY_ADDRESS, FLOW_DEPLOY_KEY/.test(keyless.output)], [2, true])
    const other = await deploy(env, '--network', 'testnet')
    assert.equal(other.code, 1)
    assert.match(other.output, /^WRONG_NETWORK: \S+ is flow-emulator, not flow-testnet$/m)
    const word = await deploy(env, '--dance')
    assert.equal(word.code, 2)
    assert.match(word.output, /Unknown option '--dance'[^]*npm run chain:deploy/)
    assert.doesNotMatch(word.output, /^\s+at /m)
  })

  await t.test('test:cadence runs the cases that are asked for on the network that is named', async () => {
    const { code, output } = await runKura(clone, ['test:cadence', 'deploying again changes nothing'], {
      env: { KURA_FLOW: url, KURA_FLOW_KEY: key.privateKey },
    })
    assert.equal(code, 0, output)
    assert.match(output, new RegExp(`on ${url}\nok      deploying again changes nothing\n[^]*1 passed, 0 failed\\s*$`))
  })
}

/** A member of the sandbox's wallet on that network, with a vault. */
async function memberWithVault(env: Env, { url, key }: Network, contract: string): Promise<string> {
  const { wallet } = await statusOf(clone, env)
  // Requesting the accounts creates them, paid by the key that Kura was given.
  assert.equal((await fetch(wallet.replace(/discovery$/, 'wallet/api/accounts'))).status, 200)
  const file = join(env['KURA_HOME'] ?? '', 'sandbox', 'wallet.json')
  const [hanako] = JSON.parse(readFileSync(file, 'utf8')) as { address: string; key: { privateKey: string } }[]
  assert.ok(hanako)
  const addresses = contractAddresses('local', { Collectible: contract })
  const { failed, errorMessage } = await sendAndSeal(createAccessNode({ url }), {
    call: createCollection(addresses, {}),
    author: { address: hanako.address, keyIndex: 0, signer: privateKeySigner(hanako.key.privateKey) },
    payer: { address: key.address, keyIndex: 0, signer: privateKeySigner(key.privateKey) },
  })
  assert.equal(failed, false, errorMessage)
  return hanako.address
}

async function itemsOf(env: Env): Promise<string[]> {
  const sql = postgres((await statusOf(clone, env)).database, { max: 1 })
  try {
    const rows = await sql<{ id: string }[]>`select id from items`
    return rows.map(({ id }) => id)
  } finally {
    await sql.end()
  }
}

async function catalogueAndMint(t: TestContext, env: Env, network: Network, contract: string) {
  await t.test('import names what is wrong, then adds, then changes nothing', async () => {
    const folder = smallCatalogue()
    await refuses(env, ['import'], /^Which folder\?/)
    await refuses(env, ['import', join(folder, 'nowhere')], /nowhere:1 +is not there/)
    await succeeds(env, ['import', folder, '--dry-run'], /./)
    assert.deepEqual(await itemsOf(env), [], 'a dry run writes nothing')
    for (let times = 0; times < 2; times++) {
      await succeeds(env, ['import', folder], /./)
      assert.deepEqual(await itemsOf(env), ['hand-one'])
    }
  })

  await t.test('mint gives the next serial, and says why it cannot', async () => {
    await refuses(env, ['mint', 'hand-one'], /^Which item, and for whom\?/)
    await refuses(env, ['mint', 'hand-one', '0x0000000000000001'], /is not an address of this network/)
    await refuses(env, ['mint', 'hand-one', network.key.address], /has no vault for tokens yet/)
    const owner = await memberWithVault(env, network, contract)
    await refuses(env, ['mint', 'hand-none', owner], /there is no item hand-none/)
    for (const serial of [1, 2]) {
      const output = await succeeds(env, ['mint', 'hand-one', owner], /sealed in transaction [0-9a-f]{64}: token \d+/)
      assert.match(output, new RegExp(`minting hand-one #${serial} to ${owner}`))
    }
    await refuses(env, ['mint', 'hand-one', owner], /every serial of it is in a pack or minted/)
  })
}

/** A difference is listed until it is gone or a person closes it; only a new one is a failure. */
async function reconciles(env: Env, sql: postgres.Sql) {
  await refuses(env, ['reconcile', 'bank'], /^Compare with what\?/)
  await refuses(env, ['reconcile', '--since', 'yesterday'], /is no day or time/)
  await refuses(env, ['reconcile', '--list', 'a.csv'], /^Whose list is it/)
  await refuses(env, ['reconcile', 'card', '--list', 'nowhere.csv'], /nowhere\.csv cannot be read/)
  await refuses(env, ['reconcile', '--close', 'x', '--reason', 'x'], /is not an id of an open item/)
  const nobody = '01a1fd2e-14ed-7230-bd62-82847709bf57'
  await refuses(env, ['reconcile', '--close', nobody, '--reason', 'x'], /No item .* is open/)
  await refuses(env, ['reconcile', '--close', nobody], /^Why\?/)
  const clean = await succeeds(env, ['reconcile'], /^chain: [1-9]\d* compared, no new difference$/m)
  for (const gateway of ['card', 'paidy'])
    assert.match(clean, new RegExp(`^${gateway}: 0 compared, 0 yen here, 0 there, no new difference$`, 'm'))
  const [token] = await sql<[{ id: string }]>`
    update tokens set owner_address = '0x01cf0e2f2f715450' where serial = 1 returning id::text as id`
  const { code, output } = await kura(env, 'reconcile', 'chain')
  assert.equal(code, 1, output)
  assert.match(output, new RegExp(`^chain wrong-owner ${token.id}: `, 'm'))
  const seen = await succeeds(env, ['reconcile', 'chain', '--since', '2026-01-01'], /no new difference[^]*wrong-owner/)
  const item = /item ([0-9a-f-]{36})/.exec(seen)?.[1] ?? ''
  await succeeds(
    env,
    ['reconcile', '--close', item, '--reason', 'a test', '--by', 'ann'],
    /^closed: chain wrong-owner/m,
  )
  assert.doesNotMatch(await succeeds(env, ['reconcile', 'chain'], /no new difference/), /wrong-owner/)
  await succeeds(env, ['reindex'], /rows and chain agree/)
}

/**
 * Sales between members are paused and resumed on chain by hand; nothing is written without a
 * reason.
 */
async function pausesSales(env: Env) {
  await refuses(env, ['chain'], /^What is to be done with the chain\?/)
  await refuses(env, ['chain', 'pause'], /^Why\?/)
  await refuses(env, ['chain', 'resume', '--reason', 'x'], /sales are not paused/)
  await succeeds(env, ['chain', 'pause', '--dry-run'], /sales would be paused; nothing was changed/)
  await succeeds(env, ['chain', 'pause', '--reason', 'a test'], /sales are paused, sealed in transaction [0-9a-f]{64}/)
  await succeeds(env, ['chain', 'report'], /^sales are paused\ntoday 0 of \d+ sales[^]*listings and chain agree/m)
  await succeeds(env, ['chain', 'resume', '--reason', 'a test'], /sales are resumed/)
  const report = JSON.parse(await succeeds(env, ['chain', 'report', '--json'], /"drift": \[\]/)) as {
    agent: { paused: boolean }
  }
  assert.equal(report.agent.paused, false)
}

async function checkAndReindex(t: TestContext, env: Env) {
  await t.test('check names what contradicts the chain, and reindex mends what is read from it', async () => {
    await succeeds(env, ['check'], /^No contradiction found\.$/m)
    const sql = postgres((await statusOf(clone, env)).database, { max: 1 })
    try {
      // the server also compares on a schedule: what it finds first would not be new here
      await sql`delete from pgboss.schedule`
      await sql`update tokens set owner_address = '0x01cf0e2f2f715450' where serial = 1`
      const found = await kura(env, 'check')
      assert.equal(found.code, 1, found.output)
      assert.match(found.output, /^I7 +\d+ {2}.*0x01cf0e2f2f715450/m)
      const { code, output } = await kura(env, 'check', '--json')
      assert.equal(code, 1)
      const named = (JSON.parse(output) as { invariant: string }[]).map(({ invariant }) => invariant)
      assert.deepEqual([...new Set(named)], ['I7'])
      await refuses(env, ['reindex', '--from', 'yesterday'], /--from takes the height of a block/)
      await succeeds(env, ['reindex'], /read to block \d+\n[^]*rows and chain agree/)
      await succeeds(env, ['check', '--json'], /^\[\]$/m)
      await reconciles(env, sql)
      await pausesSales(env)
    } finally {
      await sql.end()
    }
  })
}

test('Kura on a Flow network that runs by itself, and every command as a person types it', async (t) => {
  const network = await startNetwork(t)
  await chainDeploys(t, network)
  const env = {
    PORT: String(await freePorts()),
    KURA_HOME: clone.home(),
    KURA_FLOW: `${network.url}/v1/`,
    KURA_FLOW_KEY: network.key.privateKey,
  }
  await refuses(env, ['mint', 'hand-one', network.key.address], /Kura does not run on/)
  const started = startKura(clone, { env })
  await started.ready()
  let contract = ''

  await t.test('KURA_FLOW and its key are enough: contracts there, no network of our own', async () => {
    const { accessNode, app, flow } = await statusOf(clone, env)
    assert.equal(accessNode, network.url)
    contract = String(flow['contractAddress'])
    const account = await fetch(`${network.url}/v1/accounts/${contract.slice(2)}?expand=contracts`)
    assert.match(await account.text(), /"Collectible"/, 'the contract lies on that network')
    assert.ok(!existsSync(join(env.KURA_HOME, 'flow')))
    await comesToServe(app)
    await succeeds(env, ['status'], new RegExp(`^accessNode +${network.url}$`, 'm'))
  })
  await catalogueAndMint(t, env, network, contract)
  await checkAndReindex(t, env)
  await t.test('wallet lists no recovery, and a wrong word is said', async () => {
    await succeeds(env, ['wallet', 'list', '--json'], /^\[\]$/m)
    await refuses(env, ['wallet', 'lose'], /What is to be done with which recovery\?/)
    await refuses(env, ['mint', '--dance'], /Unknown option '--dance'|Which item/)
  })

  started.signal('SIGTERM')
  assert.equal((await started.ended).code, 0)
  const { code, output } = await kura(env, 'status', '--json')
  assert.deepEqual([code, JSON.parse(output)], [1, { running: false, home: env.KURA_HOME }])
})
