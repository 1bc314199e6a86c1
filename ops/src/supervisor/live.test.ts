import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { rootFolder } from '../settings.ts'
import { liveSettings } from '../testing/live-settings.ts'
import { liveEnv } from './live.ts'

const folder = mkdtempSync(join(tmpdir(), 'kura-live-'))
test.after(() => rmSync(folder, { recursive: true }))
const keyFile = join(folder, 'agent.key')
writeFileSync(keyFile, '11'.repeat(32), { mode: 0o600 })

const owned = liveSettings(keyFile)

test('a live site that names no network uses mainnet, its standard contracts, and discovery in a frame', () => {
  const env = liveEnv(owned)
  assert.equal(env['FLOW_NETWORK'], 'mainnet')
  assert.equal(env['FLOW_ACCESS_NODE'], 'https://rest-mainnet.onflow.org')
  assert.equal(env['FLOW_NFT_ADDRESS'], '0x1d7e57aa55817448')
  assert.equal(env['FLOW_FT_ADDRESS'], '0xf233dcee88fe0abe')
  assert.equal(env['WALLET_DISCOVERY'], 'https://fcl-discovery.onflow.org/authn')
  assert.equal(env['WALLET_DISCOVERY_METHOD'], 'IFRAME/RPC')
  assert.equal(env['CARD_SHOP_PASS'], 'pass')
})

test('nothing of a live site is invented: what only the owner knows has no default', () => {
  for (const name of Object.keys(owned)) {
    const { [name as keyof typeof owned]: _gone, ...rest } = owned
    assert.throws(() => liveEnv(rest), new RegExp(`missing:\n +${name} `), name)
  }
})

test('the document that the refusal names says of each setting where it comes from', () => {
  const lines = readFileSync(join(rootFolder, 'docs', 'operations.md'), 'utf8').split('\n')
  for (const name of Object.keys(owned)) {
    const row = lines.find((line) => line.startsWith('|') && line.split('|')[1]?.includes(`\`${name}\``)) ?? ''
    assert.ok((row.split('|')[3] ?? '').trim() !== '', name)
  }
  // Markdown shows a table row after a blank line as plain text.
  const cut = lines.filter(
    (line, at) => line.startsWith('|') && lines[at - 1] === '' && !lines[at + 1]?.startsWith('|--'),
  )
  assert.deepEqual(cut, [])
})

test('a live site whose key file is not there stops and makes none', () => {
  const FLOW_AGENT_KEY_FILE = join(folder, 'keys', 'agent.key')
  assert.throws(() => liveEnv({ ...owned, FLOW_AGENT_KEY_FILE }), /no key file at FLOW_AGENT_KEY_FILE=/)
  assert.deepEqual(readdirSync(folder), ['agent.key'])
})

test('sandbox addresses, planned faults and the local network are refused before anything starts', () => {
  assert.throws(() => liveEnv({ ...owned, CARD_GATEWAY_URL: 'http://localhost:3001/card' }), /CARD_GATEWAY_URL lead/)
  assert.throws(() => liveEnv({ ...owned, WALLET_DISCOVERY: 'http://127.0.0.1:3001/x' }), /WALLET_DISCOVERY lead/)
  assert.throws(() => liveEnv({ ...owned, KURA_FAULT: 'kill:after payment.capture' }), /KURA_FAULT is set/)
  assert.throws(() => liveEnv({ ...owned, FLOW_NETWORK: 'local' }), /cannot use FLOW_NETWORK=local/)
})
